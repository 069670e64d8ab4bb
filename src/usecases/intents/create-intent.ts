import { Problem } from '../../domain/errors.ts';
import { type IntentId, makeId } from '../../domain/ids.ts';
import { type Intent, openIntent } from '../../domain/intents/intent.ts';
import type { IntentRequest } from '../../domain/intents/intent-request.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { PolicySettings } from '../../domain/merchants/settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Store } from '../../ports/stores.ts';

export interface CreateIntentInput {
  livemode: boolean;
  request: IntentRequest;
  requestBody: string;
  idempotencyKey: string | undefined;
  /** The merchant's default, for requests without `expires_in`. */
  expiresInSeconds?: number | undefined;
  /** What the merchant accepts as paid, which the intent keeps. */
  policy?: PolicySettings | undefined;
  /** Whether the merchant can currently be paid in this asset. */
  isPayable?: (asset: string) => boolean;
  /** Makes the response for the new intent. It is stored with the idempotency key, so that a replay is identical. */
  answer: (intent: Intent) => string;
}

export interface CreatedIntent {
  intentId: IntentId;
  answer: string;
  replayed: boolean;
}

/** Stores the request as a payment intent. Returns only after the commit. */
export async function createIntent(
  ports: { clock: Clock; random: Random },
  store: Store,
  input: CreateIntentInput,
): Promise<CreatedIntent> {
  const nowMs = ports.clock.nowMs();
  const id = makeId('pi', nowMs, ports.random.bytes(10));
  const intent = openIntent({ ...input, id, nowMs });
  const answer = input.answer(intent);
  if (input.idempotencyKey === undefined) {
    await store.intents.insert(intent, undefined);
    return { intentId: intent.id, answer, replayed: false };
  }
  const inserted = await store.intents.insert(intent, { key: input.idempotencyKey, answer });
  if (inserted.kind === 'created') return { intentId: intent.id, answer, replayed: false };
  if (inserted.requestBody !== input.requestBody) {
    throw new Problem(
      'idempotency_key_reused',
      `This Idempotency-Key was used with a different body in the last ${LIMITS.idempotencyKeyKeptMs / 86_400_000} days. ` +
        'To retry, send the same body, byte for byte. For a different request, use a new key.',
    );
  }
  return { intentId: inserted.intentId, answer: inserted.answer, replayed: true };
}
