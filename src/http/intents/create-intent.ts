import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { parseIdempotencyKey } from '../../domain/intents/idempotency-key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { createIntent as createIntentUseCase } from '../../usecases/intents/create-intent.ts';
import { isPayable } from '../../usecases/intents/is-payable.ts';
import { checkoutUrl, intentUrl } from '../server/addresses.ts';
import type { AnyCall } from '../server/call.ts';
import type { JsonText } from '../server/json-text.ts';
import { defineRoute } from '../server/route.ts';
import { CreateIntentBody } from './create-intent-body.ts';
import { createIntentExamples, EXAMPLE_INTENT_ID } from './examples.ts';
import { CreatedSchema } from './intent-schema.ts';
import { CREATED_MESSAGE, type CreatedAnswer, serializeCreated } from './serialize-created.ts';

export const createIntent = defineRoute({
  id: 'payment_intents.create',
  method: 'POST',
  path: '/{public_key}/create_checkout_payment_intent',
  tag: 'Payment intents',
  summary: 'Create a payment intent',
  description:
    'Stores the request as a payment intent in the merchant’s data store and returns its ID. The server responds after ' +
    'the commit. Every well-formed request with valid credentials is stored: amounts that do not add up, an unknown ' +
    'asset or a missing wallet become `warnings` on the payment intent.',
  access: 'payments:write',
  rateLimit: 'create',
  headers: {
    'Idempotency-Key': {
      description:
        `Makes retries safe. For ${LIMITS.idempotencyKeyKeptMs / 86_400_000} days, the same key with the same body returns ` +
        'the first response again, byte for byte. Send it with or without double quotes.',
      schema: Type.String({ minLength: 1, maxLength: LIMITS.idempotencyKeyLengthMax }),
    },
    Prefer: {
      description: 'Send `return=representation` to get the whole payment intent in the response.',
      schema: Type.String(),
    },
  },
  body: { schema: CreateIntentBody, examples: createIntentExamples },
  answers: {
    201: {
      description: 'Returns the ID of the payment intent.',
      schema: CreatedSchema,
      headers: {
        Location: { description: 'The URL of the payment intent.', schema: Type.String({ format: 'uri' }) },
        Link: { description: 'The URL of the checkout page, with `rel="payment"`.', schema: Type.String() },
        'Idempotent-Replayed': {
          description: '`true` if this is the response to an earlier request.',
          schema: Type.Literal('true'),
        },
      },
      example: {
        payment_intent_response: { message: CREATED_MESSAGE, payment_intent_id: EXAMPLE_INTENT_ID },
      },
    },
  },
  errors: ['idempotency_in_flight', 'idempotency_key_reused'],
}).handle(async (context, call) => {
  const { principal } = call;
  const { baseUrl } = context.config;
  const whole = prefersRepresentation(call);
  const store = await context.stores.of(principal);
  const created = await createIntentUseCase(context, store, {
    livemode: principal.livemode,
    request: call.body.value,
    requestBody: call.body.text,
    idempotencyKey: readIdempotencyKey(call),
    expiresInSeconds: principal.expiresInSeconds,
    policy: principal.policy,
    isPayable: (asset) => isPayable(context.chains, principal, asset),
    answer: (intent) =>
      serializeCreated(intent, whole ? checkoutUrl(baseUrl, principal.publicKey, intent.id) : undefined),
  });
  return {
    status: 201,
    intentId: created.intentId,
    headers: {
      location: intentUrl(baseUrl, principal.publicKey, created.intentId),
      link: `<${checkoutUrl(baseUrl, principal.publicKey, created.intentId)}>; rel="payment"`,
      ...(created.replayed ? { 'idempotent-replayed': 'true' } : {}),
    },
    // `serializeCreated` wrote it, for this request or for the first one with the same key.
    body: created.answer as JsonText<CreatedAnswer>,
  };
});

function prefersRepresentation({ headers }: Pick<AnyCall, 'headers'>): boolean {
  const prefer = headers['prefer'];
  return prefer !== undefined && /(^|[,;\s])return=representation\b/i.test(String(prefer));
}

function readIdempotencyKey({ headers }: Pick<AnyCall, 'headers'>): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = parseIdempotencyKey(String(header));
  if (key === undefined) {
    const detail = `Must be 1 to ${LIMITS.idempotencyKeyLengthMax} printable ASCII characters.`;
    throw new Problem('validation_failed', 'The Idempotency-Key header is invalid.', {
      errors: [{ parameter: 'Idempotency-Key', code: 'invalid_format', detail }],
    });
  }
  return key;
}
