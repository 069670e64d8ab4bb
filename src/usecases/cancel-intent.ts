import { Problem } from '../domain/errors.ts';
import type { IntentId } from '../domain/ids.ts';
import type { Intent } from '../domain/intent.ts';
import { mayFollow } from '../domain/intent-status.ts';
import type { Clock, Store } from '../ports.ts';
import { getIntent } from './get-intent.ts';

const ATTEMPTS_MAX = 5;

/** Cancels an open intent. Cancelling one that is cancelled already changes nothing and is no error. */
export async function cancelIntent(ports: { clock: Clock }, store: Store, id: IntentId | undefined): Promise<Intent> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const intent = await getIntent(store, id);
    if (intent.status === 'canceled') return intent;
    if (!mayFollow(intent.status, 'canceled') || intent.status === 'needs_review') {
      throw new Problem('invalid_state', `A payment intent that is ${intent.status} cannot be canceled.`);
    }
    const atMs = ports.clock.nowMs();
    const event = { type: 'payment_intent.canceled', atMs };
    if (await store.moveIntent({ id: intent.id, fromSequence: intent.sequence, status: 'canceled', event })) {
      return { ...intent, status: 'canceled', sequence: intent.sequence + 1 };
    }
  }
  throw new Problem('unavailable', 'The payment intent is being changed by others; try again.', {
    headers: { 'retry-after': '1' },
  });
}
