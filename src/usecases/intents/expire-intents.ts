import { transition } from '../../domain/intents/transition.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentDatabase } from '../../ports/payment-book.ts';
import type { Settings } from '../../ports/settings.ts';

const INTENTS_PER_TRANSACTION = 100;
const TRANSACTIONS_MAX = 50;

/**
 * Updates intents past their expiry, by the database's clock: open ones, and those in review because a network could not
 * be read, as soon as it can be read again.
 */
export async function expireIntents(
  { clock, settings }: { clock: Clock; settings: Pick<Settings, 'find'> },
  database: PaymentDatabase,
): Promise<void> {
  for (let round = 0; round < TRANSACTIONS_MAX; round += 1) {
    const nowMs = clock.nowMs();
    let taken = 0;
    await database.transact(async (book) => {
      const overdue = await book.takeOverdue(nowMs, INTENTS_PER_TRANSACTION);
      taken = overdue.length;
      for (const ref of overdue) {
        const merchantSettings = await settings.find(ref.merchantId);
        await book.changeIntent(ref, nowMs, (intent) => transition(intent, merchantSettings, nowMs));
      }
    });
    if (taken < INTENTS_PER_TRANSACTION) return;
  }
}
