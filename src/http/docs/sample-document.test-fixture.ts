import type { OpenApiDocument, Schema } from './open-api-types.ts';

const description = `
Florin takes payment in cryptocurrency on your own server. You create a **payment intent**, send the customer to its
page, and hear about the payment by reading the intent.

Every path begins with your public key; every request that changes or reads money carries your private key.

## Authentication

Send the private key as a bearer token. It must never reach a browser: create intents on your server.

\`\`\`sh
curl "https://pay.example.com/$FLORIN_PUBLIC_KEY/payment_intents" \\
  -H "Authorization: Bearer $FLORIN_PRIVATE_KEY"
\`\`\`

| Key | Begins with | Where it may be seen |
|---|---|---|
| Public key | \`pk_\` | In addresses and browsers |
| Private key | \`sk_\` | Only on your server |

## Errors

Every refusal is a \`application/problem+json\` body ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). Branch on its
\`code\`; the page at its \`type\` tells how to mend it.

- **4xx**: the request is at fault and should be changed.
- **5xx**: Florin is at fault; retry with the same idempotency key.

## Idempotency

Send an \`Idempotency-Key\` with every \`POST\`. A second request with the same key and body gets the first one's answer.

### How long keys last

A key is kept for **24 hours**.

## Limits

| What | Limit |
|---|---|
| Requests per key | 100 per second |
| Body | 64 KiB |
`;

const address: Schema = {
  type: 'object',
  description: 'A postal address.',
  required: ['address', 'city', 'country', 'postal_code'],
  additionalProperties: false,
  properties: {
    address: { type: 'string', minLength: 1, maxLength: 200, examples: ['12 St James’s Square'] },
    city: { type: 'string', minLength: 1, maxLength: 100, examples: ['London'] },
    state: { type: 'string', maxLength: 100 },
    country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.', examples: ['GB'] },
    postal_code: { type: 'string', minLength: 1, maxLength: 20, examples: ['SW1Y 4LE'] },
  },
};

const problem: Schema = {
  type: 'object',
  description: 'Why a request was refused ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)).',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'The page that explains the code.' },
    title: { type: 'string', examples: ['The request was refused'] },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What was wrong with this very request.' },
    code: { type: 'string', description: 'Stable; branch on it.' },
    errors: {
      type: 'array',
      description: 'Each field at fault.',
      items: {
        type: 'object',
        required: ['pointer', 'message'],
        properties: {
          pointer: { type: 'string', examples: ['/customer/email'] },
          message: { type: 'string', examples: ['must be an email address'] },
        },
      },
    },
  },
};

const intent: Schema = {
  type: 'object',
  description: 'One payment that a customer is asked for.',
  required: ['payment_intent_id', 'status', 'total_amount', 'created_at'],
  properties: {
    payment_intent_id: { type: 'string', examples: ['pi_01JZ6Q4Y8N3V'] },
    status: {
      anyOf: [{ const: 'awaiting_payment' }, { const: 'confirming' }, { const: 'paid' }, { const: 'cancelled' }],
      description: 'Where the payment stands.',
    },
    total_amount: { type: 'string', examples: ['261.10'] },
    currency_displayed: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['USD'] },
    paid_at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], description: 'Null until paid.' },
    created_at: { type: 'string', format: 'date-time' },
    shipping_address: { $ref: '#/components/schemas/Address' },
    replaces: { $ref: '#/components/schemas/PaymentIntent', description: 'The intent that this one took over from.' },
  },
};

const createBody: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['customer', 'total_amount', 'items', 'currency_displayed', 'crypto_amount_requested', 'exchange_rate'],
  properties: {
    customer: {
      type: 'object',
      description: 'Who pays.',
      required: ['name', 'email'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200, examples: ['Ada Lovelace'] },
        email: { type: 'string', format: 'email', maxLength: 254, examples: ['ada@example.com'] },
        phone_number: { type: 'string', pattern: '^\\+?[0-9 ()-]{5,20}$', examples: ['+44 20 7946 0000'] },
      },
    },
    total_amount: {
      type: 'string',
      pattern: '^[0-9]{1,12}(\\.[0-9]{1,8})?$',
      description: 'What the customer pays in all, in `currency_displayed`, tax included.',
      examples: ['261.10'],
    },
    items: {
      type: 'array',
      description: 'What is being bought.',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        required: ['item_id', 'quantity'],
        properties: {
          item_id: { type: 'string', minLength: 1, maxLength: 64, examples: ['sku_espresso'] },
          quantity: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
        },
      },
    },
    currency_displayed: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217.', examples: ['USD', 'EUR'] },
    tax_percent: {
      description: 'Tax as a whole percentage.',
      anyOf: [
        { type: 'integer', minimum: 0, maximum: 100 },
        { type: 'string', pattern: '^[0-9]+$', maxLength: 3, examples: ['20'] },
      ],
    },
    tax_amount: { type: 'string', description: 'The part of `total_amount` that is tax.', examples: ['43.52'] },
    crypto_amount_requested: {
      type: 'string',
      description: 'Amount and asset, with a space between.',
      examples: ['0.00025 SOL'],
    },
    exchange_rate: { type: 'string', description: 'The rate you quoted.', examples: ['1 SOL = $261.10'] },
    billing_address: { $ref: '#/components/schemas/Address' },
    shipping_address: { $ref: '#/components/schemas/Address', description: 'Where the goods go.' },
    metadata: {
      type: 'object',
      description: 'Your own notes; returned as they were sent.',
      maxProperties: 50,
      patternProperties: { '^.*$': { type: 'string', maxLength: 500 } },
    },
    order_id: { type: 'string', maxLength: 64, description: 'Your number for the order.' },
    description: { type: 'string', maxLength: 500, description: 'Shown to the customer.' },
    return_url: { type: 'string', format: 'uri', description: 'Where the customer goes after paying.' },
    cancel_url: { type: 'string', format: 'uri', description: 'Where the customer goes after giving up.' },
    expires_in: {
      type: 'integer',
      minimum: 60,
      maximum: 86_400,
      default: 900,
      description: 'Seconds until it lapses.',
    },
    locale: { type: 'string', enum: ['en', 'de', 'fr', 'es'], default: 'en', description: 'Language of the page.' },
  },
};

const minimal = {
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  total_amount: '261.10',
  items: [{ item_id: 'sku_espresso', quantity: 1 }],
  currency_displayed: 'USD',
  crypto_amount_requested: '1 SOL',
  exchange_rate: '1 SOL = $261.10',
};

const examples = {
  minimal: { summary: 'Only what is required', value: minimal },
  full: {
    summary: 'With tax, addresses and your own order number',
    description: 'Everything a shop usually knows. `metadata` comes back as it was sent.',
    value: {
      ...minimal,
      customer: { ...minimal.customer, phone_number: '+44 20 7946 0000' },
      tax_percent: 20,
      tax_amount: '43.52',
      billing_address: { address: '12 St James’s Square', city: 'London', country: 'GB', postal_code: 'SW1Y 4LE' },
      shipping_address: { address: "4 King's Road", city: 'London', country: 'GB', postal_code: 'SW3 4RP' },
      metadata: { gift: 'true', note: "It's a present" },
      order_id: 'A-1042',
      return_url: 'https://shop.example.com/thanks',
      cancel_url: 'https://shop.example.com/basket',
      expires_in: 900,
      locale: 'en',
    },
  },
  taxAsText: { summary: 'Tax given as digits', value: { ...minimal, tax_percent: '20', tax_amount: '43.52' } },
};

function refusal(text: string, codes: readonly string[]) {
  return {
    description: text,
    'x-error-codes': codes,
    headers: { 'Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

const publicKey = { $ref: '#/components/parameters/PublicKey' };
const intentId = { $ref: '#/components/parameters/PaymentIntentId' };
const unauthorized = refusal('The private key is missing or not the one of this public key.', [
  'missing_private_key',
  'wrong_private_key',
]);
const notFound = refusal('There is no such intent under this public key.', ['payment_intent_not_found']);
const intentAnswer = {
  description: 'The intent.',
  headers: { 'Request-Id': { $ref: '#/components/headers/RequestId' } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/PaymentIntent' } } },
};

/** A document of the shape that the server makes from its routes. */
export const sampleDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Florin API',
    version: '1.0.0',
    summary: 'Take payment in cryptocurrency on your own server.',
    description,
  },
  servers: [{ url: 'https://pay.example.com' }],
  security: [{ privateKey: [] }],
  tags: [
    { name: 'Payment intents', description: 'An intent is one payment that a customer is asked for.' },
    { name: 'Catalogue', description: 'What can be displayed and what can be paid with.' },
    { name: 'Health', description: 'For load balancers and monitors.' },
  ],
  paths: {
    '/{public_key}/create_checkout_payment_intent': {
      parameters: [publicKey],
      post: {
        operationId: 'createCheckoutPaymentIntent',
        tags: ['Payment intents'],
        summary: 'Create a payment intent',
        description:
          'Creates an intent and answers with its id. Send the customer to the page of the intent.\n\nThe amount in cryptocurrency is **checked** against `total_amount` and `exchange_rate`.',
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'Makes it safe to send the request again. See [Idempotency](#idempotency).',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          },
          {
            name: 'API-Version',
            in: 'header',
            description: 'The version of the API you wrote against.',
            schema: { type: 'string', format: 'date', default: '2026-01-01' },
          },
          {
            name: 'Prefer',
            in: 'header',
            description: 'Ask for the whole intent in the answer.',
            schema: { type: 'string', enum: ['return=minimal', 'return=representation'], default: 'return=minimal' },
          },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: createBody, examples } } },
        responses: {
          '201': {
            description: 'The intent was created.',
            headers: {
              Location: {
                description: 'The address of the intent.',
                schema: { type: 'string', format: 'uri-reference' },
              },
              'Request-Id': { $ref: '#/components/headers/RequestId' },
            },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['payment_intent_response'],
                  properties: {
                    payment_intent_response: {
                      type: 'object',
                      required: ['message', 'payment_intent_id'],
                      properties: { message: { type: 'string' }, payment_intent_id: { type: 'string' } },
                    },
                  },
                },
                example: {
                  payment_intent_response: {
                    message: 'Payment intent created.',
                    payment_intent_id: 'pi_01JZ6Q4Y8N3V',
                  },
                },
              },
            },
          },
          '400': refusal('The body is not what it should be.', ['malformed_json', 'invalid_field', 'unknown_field']),
          '401': unauthorized,
          '409': refusal('The idempotency key was used with another body.', ['idempotency_key_reused']),
          '422': refusal('The amounts do not fit together.', [
            'amount_mismatch',
            'unsupported_asset',
            'total_too_small',
          ]),
          '429': refusal('Too many requests. Wait as long as `Retry-After` says.', ['rate_limited']),
          '503': refusal('Florin cannot reach its database.', ['temporarily_unavailable']),
        },
      },
    },
    '/{public_key}/payment_intents/{payment_intent_id}': {
      parameters: [publicKey, intentId],
      get: {
        operationId: 'getPaymentIntent',
        tags: ['Payment intents'],
        summary: 'Read a payment intent',
        description: 'Use it to learn whether the customer has paid.',
        responses: { '200': intentAnswer, '401': unauthorized, '404': notFound },
      },
    },
    '/{public_key}/payment_intents': {
      parameters: [publicKey],
      get: {
        operationId: 'listPaymentIntents',
        tags: ['Payment intents'],
        summary: 'List payment intents',
        description: 'Newest first.',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'How many to return.',
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
            example: 20,
          },
          {
            name: 'cursor',
            in: 'query',
            description: 'Where to go on, from `next_cursor`.',
            schema: { type: 'string' },
          },
        ],
        responses: {
          '200': {
            description: 'A page of intents.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['data', 'next_cursor'],
                  properties: {
                    data: { type: 'array', items: { $ref: '#/components/schemas/PaymentIntent' } },
                    next_cursor: { type: ['string', 'null'], description: 'Null on the last page.' },
                  },
                },
              },
            },
          },
          '401': unauthorized,
        },
      },
    },
    '/{public_key}/payment_intents/{payment_intent_id}/cancel': {
      parameters: [publicKey, intentId],
      post: {
        operationId: 'cancelPaymentIntent',
        tags: ['Payment intents'],
        summary: 'Cancel a payment intent',
        description: 'Only an intent that nothing was paid to can be cancelled.',
        responses: {
          '200': intentAnswer,
          '404': notFound,
          '409': refusal('Something was already paid.', ['payment_intent_not_cancellable']),
        },
      },
    },
    '/currencies': {
      get: {
        operationId: 'listCurrencies',
        tags: ['Catalogue'],
        summary: 'List currencies',
        security: [],
        responses: {
          '200': {
            description: 'The currencies that amounts can be displayed in.',
            content: {
              'application/json': {
                example: {
                  currencies: [
                    { code: 'USD', decimals: 2 },
                    { code: 'JPY', decimals: 0 },
                  ],
                },
              },
            },
          },
        },
      },
    },
    '/assets': {
      get: {
        operationId: 'listAssets',
        tags: ['Catalogue'],
        summary: 'List assets',
        security: [],
        responses: {
          '200': {
            description: 'The assets that can be paid with.',
            content: { 'application/json': { example: { assets: [{ symbol: 'SOL', decimals: 9, testnet: false }] } } },
          },
        },
      },
    },
    '/healthz': {
      get: {
        tags: ['Health'],
        summary: 'Is the process alive?',
        security: [],
        responses: { '200': { description: 'It is.', content: { 'text/plain': { example: 'ok' } } } },
      },
    },
    '/readyz': {
      get: {
        tags: ['Health'],
        summary: 'Can it take requests?',
        security: [],
        responses: {
          '204': { description: 'It can.' },
          '503': refusal('The database cannot be reached.', ['temporarily_unavailable']),
        },
      },
    },
  },
  components: {
    securitySchemes: {
      privateKey: { type: 'http', scheme: 'bearer', description: 'The private key, `sk_…`.' },
    },
    headers: {
      RequestId: { description: 'Quote it when you ask for help.', schema: { type: 'string' } },
    },
    parameters: {
      PublicKey: {
        name: 'public_key',
        in: 'path',
        required: true,
        description: 'Your public key.',
        schema: { type: 'string', pattern: '^pk_[A-Za-z0-9]{24}$' },
        example: 'pk_4eC39HqLyjWDarjtT1zdp7dc',
      },
      PaymentIntentId: {
        name: 'payment_intent_id',
        in: 'path',
        required: true,
        description: 'The id that creating the intent returned.',
        schema: { type: 'string' },
        example: 'pi_01JZ6Q4Y8N3V',
      },
    },
    schemas: { Address: address, PaymentIntent: intent, Problem: problem },
  },
};
