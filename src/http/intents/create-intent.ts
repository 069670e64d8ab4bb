import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { parseIdempotencyKey } from '../../domain/intents/idempotency-key.ts';
import type { IntentRequest } from '../../domain/intents/intent-request.ts';
import { LIMITS } from '../../domain/limits.ts';
import { createIntent as createIntentUseCase } from '../../usecases/intents/create-intent.ts';
import { isPayable } from '../../usecases/intents/is-payable.ts';
import { checkoutUrl, intentUrl } from '../server/addresses.ts';
import type { KeyedCall, Route } from '../server/route.ts';
import { CreateIntentBody } from './create-intent-body.ts';
import { createIntentExamples, EXAMPLE_INTENT_ID } from './example-intent.ts';
import { CreatedSchema } from './intent-schema.ts';
import { presentNewIntent } from './present-intent.ts';

const MESSAGE = 'Payment intent created.';

export const createIntent: Route = {
  id: 'payment_intents.create',
  method: 'POST',
  path: '/{public_key}/create_checkout_payment_intent',
  tag: 'Payment intents',
  summary: 'Create a checkout payment intent',
  description:
    'Stores the request as a payment intent in the merchant’s own data store and answers with its id. A well-formed ' +
    'request with valid credentials is always stored: sums that do not add up, an unknown asset or a missing wallet ' +
    'become `warnings` on the intent. The answer comes after the commit.',
  access: 'payments:write',
  budget: 'create',
  headers: {
    'Idempotency-Key': {
      description:
        'Makes a repeated request safe: the same key with the same body gives the first answer again, byte for byte, ' +
        'for 7 days. Bare or in double quotes.',
      schema: Type.String({ minLength: 1, maxLength: LIMITS.idempotencyKeyLengthMax }),
    },
    Prefer: {
      description: 'With `return=representation` the answer also carries the whole intent.',
      schema: Type.String(),
    },
  },
  body: { schema: CreateIntentBody, examples: createIntentExamples },
  answers: {
    201: {
      description: 'The intent is stored.',
      schema: CreatedSchema,
      headers: {
        Location: { description: 'The intent.', schema: Type.String({ format: 'uri' }) },
        Link: { description: 'The checkout page, with `rel="payment"`.', schema: Type.String() },
        'Idempotent-Replayed': {
          description: '`true` when this is the first answer again.',
          schema: Type.Literal('true'),
        },
      },
      example: {
        payment_intent_response: { message: MESSAGE, payment_intent_id: EXAMPLE_INTENT_ID },
      },
    },
  },
  errors: ['idempotency_in_flight', 'idempotency_key_reused'],
  async handle(context, call) {
    const { principal } = call;
    const { baseUrl } = context.config;
    const whole = prefersRepresentation(call);
    const store = await context.stores.of(principal);
    const created = await createIntentUseCase(context, store, {
      livemode: principal.livemode,
      request: call.body.value as IntentRequest,
      requestBody: call.body.text,
      idempotencyKey: readIdempotencyKey(call),
      expiresInSeconds: principal.expiresInSeconds,
      isPayable: (asset) => isPayable(context.chains, principal, asset),
      answer: (intent) => {
        const more = whole
          ? `,"payment_intent":${presentNewIntent(intent, checkoutUrl(baseUrl, principal.publicKey, intent.id))}`
          : '';
        return `{"payment_intent_response":{"message":"${MESSAGE}","payment_intent_id":"${intent.id}"${more}}}`;
      },
    });
    return {
      status: 201,
      headers: {
        location: intentUrl(baseUrl, principal.publicKey, created.intentId),
        link: `<${checkoutUrl(baseUrl, principal.publicKey, created.intentId)}>; rel="payment"`,
        ...(created.replayed ? { 'idempotent-replayed': 'true' } : {}),
      },
      body: created.answer,
    };
  },
};

function prefersRepresentation(call: KeyedCall): boolean {
  const prefer = call.headers['prefer'];
  return prefer !== undefined && /(^|[,;\s])return=representation\b/i.test(String(prefer));
}

function readIdempotencyKey(call: KeyedCall): string | undefined {
  const header = call.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = parseIdempotencyKey(String(header));
  if (key === undefined) {
    const detail = `Must be 1 to ${LIMITS.idempotencyKeyLengthMax} printable ASCII characters.`;
    throw new Problem('validation_failed', 'The Idempotency-Key header is not valid.', {
      errors: [{ parameter: 'Idempotency-Key', code: 'invalid_format', detail }],
    });
  }
  return key;
}
