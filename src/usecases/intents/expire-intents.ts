import { transition } from '../../domain/intents/transition.ts';
import type { PaymentDatabase } from '../../payment-ports.ts';
import type { Clock, ControlPlane } from '../../ports.ts';

const INTENTS_PER_TRANSACTION = 100;
const TRANSACTIONS_MAX = 50;

/**
 * Looks at the intents whose time is over, by the database's clock, and moves those that the facts let move: open ones,
 * and those that people were asked about because a network could not be read, as soon as it can be again.
 */
export async function expireIntents(
  { clock, control }: { clock: Clock; control: Pick<ControlPlane, 'findSettings'> },
  database: PaymentDatabase,
): Promise<void> {
  for (let round = 0; round < TRANSACTIONS_MAX; round += 1) {
    const nowMs = clock.nowMs();
    let taken = 0;
    await database.transact(async (book) => {
      const overdue = await book.takeOverdue(nowMs, INTENTS_PER_TRANSACTION);
      taken = overdue.length;
      for (const ref of overdue) {
        const settings = await control.findSettings(ref.merchantId);
        await book.changeIntent(ref, nowMs, (intent) => transition(intent, settings, nowMs));
      }
    });
    if (taken < INTENTS_PER_TRANSACTION) return;
  }
}
