import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import { amountsOf } from '../../domain/intents/amounts.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import { transition } from '../../domain/intents/transition.ts';
import { DEFAULT_SETTINGS } from '../../domain/merchants/settings.ts';
import { add, type CryptoAmount, ZERO } from '../../domain/money/money.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';
import { getIntent } from './get-intent.ts';

const OPEN: ReadonlySet<string> = new Set(['requires_payment', 'processing', 'partially_paid']);

/**
 * Cancels an open intent without payments. With `force`, also one with payments, which then needs review. Canceling an
 * intent that is already canceled changes nothing and is not an error.
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
    const hasPayments = add(received, pending) > ZERO;
    const isAllowed = force ? OPEN.has(intent.status) : intent.status === 'requires_payment' && !hasPayments;
    if (!isAllowed) throw new Problem('invalid_state', explain(intent.status, received, pending));
    // The policy does not matter for an intent that is canceled.
    return transition({ ...intent, canceledAtMs: nowMs }, DEFAULT_SETTINGS, nowMs);
  });
  return changed ?? found;
}

function explain(status: IntentStatus, received: CryptoAmount, pending: CryptoAmount): string {
  let money = '';
  if (received > ZERO) money = ', and it has received money';
  else if (pending > ZERO) money = ', and money is on its way';
  const force = OPEN.has(status) ? ' To cancel it anyway and review it afterwards, send force=true.' : '';
  return `This payment intent can’t be canceled: its status is \`${status}\`${money}.${force}`;
}
