import { uuidOf } from '../../domain/ids.ts';
import type { RestoredData } from '../../ports/backups.ts';
import type { Run } from '../database/database.ts';

export const restoredData = (run: Run): RestoredData => ({
  async moveEventNumbers(merchants, by) {
    await run(
      `INSERT INTO florin_data.event_counters (merchant_id, livemode, last_number)
       SELECT merchant_id, livemode, $2::bigint FROM unnest($1::uuid[]) AS merchant (merchant_id)
       CROSS JOIN (VALUES (true), (false)) AS mode (livemode)
       ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_number = event_counters.last_number + excluded.last_number`,
      [merchants.map(uuidOf), by],
    );
  },

  async setNextInvoice({ series, nextNumber }) {
    await run(
      'UPDATE florin_data.invoice_series SET last_number = $2, last_credit_note = last_credit_note + $2 - last_number WHERE merchant_id = $1 AND livemode',
      [uuidOf(series.merchantId), nextNumber - 1],
    );
  },

  async longestAmountHoldMs() {
    const [row] = await run<{ ms: number | null }>(
      `SELECT extract(epoch FROM max(held_until - assigned_at))::float8 * 1000 AS ms FROM florin_data.target_keys
       WHERE kind = 'amount'`,
    );
    return row?.ms ?? 0;
  },
});
