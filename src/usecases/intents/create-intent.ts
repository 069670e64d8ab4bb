import { Problem } from '../../domain/errors.ts';
import { type IntentId, makeId } from '../../domain/ids.ts';
import { type Intent, openIntent } from '../../domain/intents/intent.ts';
import type { IntentRequest } from '../../domain/intents/intent-request.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Store } from '../../ports/stores.ts';

export interface CreateIntentInput {
  livemode: boolean;
  request: IntentRequest;
  requestBody: string;
  idempotencyKey: string | undefined;
  /** The merchant's default, where the request does not say. */
  expiresInSeconds?: number | undefined;
  /** Whether the merchant can be paid in this asset as things are. */
  isPayable?: (asset: string) => boolean;
  /** Writes the answer for the new intent; it is stored beside the key, so that a replay is equal to the byte. */
  answer: (intent: Intent) => string;
}

export interface CreatedIntent {
  intentId: IntentId;
  answer: string;
  replayed: boolean;
}

/** Stores the request as a payment intent. Comes back only after the commit. */
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
    throw new Problem('idempotency_key_reused', 'This Idempotency-Key was used with another body in the last 7 days.');
  }
  return { intentId: inserted.intentId, answer: inserted.answer, replayed: true };
}
