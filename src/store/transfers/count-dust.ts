import { uuidOf } from '../../domain/ids.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import type { NewDust } from '../../ports/transfers.ts';
import type { Run } from '../database/database.ts';

/** Adds transfers that are not worth a row each to the counts of their merchants. */
export async function countDust(run: Run, network: string, dust: readonly NewDust[]): Promise<void> {
  if (dust.length === 0) return;
  const records = dust.map(({ merchantId, livemode, asset, amount }) => ({
    merchant_id: uuidOf(merchantId),
    livemode,
    asset,
    amount: formatDecimal(amount),
  }));
  await run(
    `INSERT INTO florin_data.dust_counts (merchant_id, livemode, network, asset, transfers, amount)
     SELECT merchant_id, livemode, $1, asset, count(*), sum(amount)
     FROM jsonb_to_recordset($2::jsonb) AS dust (merchant_id uuid, livemode boolean, asset text, amount numeric)
     GROUP BY merchant_id, livemode, asset ORDER BY merchant_id, livemode, asset
     ON CONFLICT (merchant_id, livemode, network, asset) DO UPDATE
       SET transfers = dust_counts.transfers + excluded.transfers, amount = dust_counts.amount + excluded.amount`,
    [network, JSON.stringify(records)],
  );
}
