import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import { amountsOf } from '../../domain/intents/amounts.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { transition } from '../../domain/intents/transition.ts';
import { DEFAULT_SETTINGS } from '../../domain/merchants/settings.ts';
import { add, ZERO } from '../../domain/money/money.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import { getIntent } from './get-intent.ts';

const OPEN: ReadonlySet<string> = new Set(['requires_payment', 'processing', 'partially_paid']);

/**
 * Cancels an open intent without money; by force also one with money, which people must then look at. Cancelling one that
 * is cancelled already changes nothing and is no error.
 */
export async function cancelIntent(
  ports: { clock: Clock },
  store: Store,
  id: IntentId | undefined,
  force = false,
): Promise<Intent> {
  const found = await getIntent(store, id);
  const nowMs = ports.clock.nowMs();
  const changed = await store.intents.change(found.id, nowMs, (intent) => {
    if (intent.status === 'canceled') return undefined;
    const { received, pending } = amountsOf(intent);
    const isHeld = add(received, pending) > ZERO;
    const isAllowed = force ? OPEN.has(intent.status) : intent.status === 'requires_payment' && !isHeld;
    if (!isAllowed) {
      const held = isHeld ? ' and has money' : '';
      throw new Problem('invalid_state', `A payment intent that is ${intent.status}${held} cannot be canceled.`);
    }
    // What a merchant accepts as paid plays no part in what it gives up.
    return transition({ ...intent, canceledAtMs: nowMs }, DEFAULT_SETTINGS, nowMs);
  });
  return changed ?? found;
}
