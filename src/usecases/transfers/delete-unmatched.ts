import { LIMITS } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentDatabase } from '../../ports/payment-book.ts';

const DAY_MS = 24 * 3_600_000;
const ROWS_PER_TRANSACTION = 5_000;
const TRANSACTIONS_MAX = 200;

/** Deletes old unmatched transfers that nobody assigned: what moved no money soon, money after a long time. */
export async function deleteUnmatched({ clock }: { clock: Clock }, database: PaymentDatabase): Promise<void> {
  const nowMs = clock.nowMs();
  const before = {
    worthlessMs: nowMs - LIMITS.unmatchedKeptDays * DAY_MS,
    moneyMs: nowMs - LIMITS.unmatchedMoneyKeptDays * DAY_MS,
  };
  for (let round = 0; round < TRANSACTIONS_MAX; round += 1) {
    let deleted = 0;
    await database.transact(async (book) => {
      deleted = await book.deleteUnmatched(before, ROWS_PER_TRANSACTION);
    });
    if (deleted < ROWS_PER_TRANSACTION) return;
  }
}
