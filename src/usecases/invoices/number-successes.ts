import { orderInvoice } from '../../domain/invoices/order-document.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentDatabase } from '../../ports/payment-book.ts';
import type { Settings } from '../../ports/settings.ts';

const INTENTS_PER_TRANSACTION = 100;
const TRANSACTIONS_MAX = 50;

/**
 * Issues the invoices of successes that have none: those before invoices were numbered at the success, and those of a process
 * of that version during a rolling upgrade. Usually there are none.
 */
export async function numberSuccesses(
  { clock, settings }: { clock: Clock; settings: Pick<Settings, 'find'> },
  database: PaymentDatabase,
): Promise<void> {
  for (let round = 0; round < TRANSACTIONS_MAX; round += 1) {
    let taken = 0;
    await database.transact(async (book) => {
      const unnumbered = await book.takeUnnumbered(INTENTS_PER_TRANSACTION);
      taken = unnumbered.length;
      for (const ref of unnumbered) {
        const document = orderInvoice(await settings.find(ref.merchantId));
        await book.changeIntent(ref, clock.nowMs(), (intent) => ({ intent, events: [], document }));
      }
    });
    if (taken < INTENTS_PER_TRANSACTION) return;
  }
}
