import { formatDecimal } from '../../domain/money/decimal.ts';
import { DUST_FLOORS } from '../../domain/money/dust-floor.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import { isPresent } from '../data-stores/is-present.ts';
import type { Run } from '../database/database.ts';

type Before = Parameters<PaymentBook['deleteUnmatched']>[0];

/** Deletes old unmatched transfers with their claims. Versions before listed dust too. Returns how many transfers. */
export async function deleteUnmatched(run: Run, { worthlessMs, moneyMs }: Before, limit: number): Promise<number> {
  const deleted = await run(
    `WITH deleted AS (
       DELETE FROM florin_data.transfers WHERE ctid IN (
         SELECT transfer.ctid FROM florin_data.transfers AS transfer
         LEFT JOIN unnest($3::text[], $4::numeric[]) AS dust (asset, floor) ON dust.asset = transfer.asset
         WHERE assigned_to IS NULL AND kept_at < $1 AND ${isPresent('transfer.merchant_id')}
           AND (kept_at < $2 OR refusal IN ('failed', 'unknown_token') OR amount < dust.floor)
         LIMIT $5)
       RETURNING merchant_id, livemode, id
     ), unclaimed AS (
       DELETE FROM florin_data.claims AS claim USING deleted
       WHERE claim.merchant_id = deleted.merchant_id AND claim.livemode = deleted.livemode
         AND claim.transfer_id = deleted.id
     )
     SELECT 1 FROM deleted`,
    [
      new Date(worthlessMs),
      new Date(moneyMs),
      [...DUST_FLOORS.keys()],
      [...DUST_FLOORS.values()].map(formatDecimal),
      limit,
    ],
  );
  return deleted.length;
}
