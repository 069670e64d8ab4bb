import { uuidOf } from '../../domain/ids.ts';
import type { IntentRef } from '../../ports/intents.ts';
import type { Run } from '../database/database.ts';

/** Those of these merchants that have intents here, in their mode. */
export async function listResidents<Merchant extends Omit<IntentRef, 'id'>>(
  run: Run,
  merchants: readonly Merchant[],
): Promise<Merchant[]> {
  const records = merchants.map(({ merchantId, livemode }, position) => ({
    merchant_id: uuidOf(merchantId),
    livemode,
    position,
  }));
  const rows = await run<{ position: number }>(
    `SELECT position FROM jsonb_to_recordset($1::jsonb) AS wanted (merchant_id uuid, livemode boolean, position integer)
     WHERE EXISTS (SELECT FROM florin_data.payment_intents AS intent
       WHERE intent.merchant_id = wanted.merchant_id AND intent.livemode = wanted.livemode)
       AND NOT EXISTS (SELECT FROM florin_data.moves AS moved
         WHERE moved.merchant_id = wanted.merchant_id AND moved.state = 'left')`,
    [JSON.stringify(records)],
  );
  const found = new Set(rows.map(({ position }) => position));
  return merchants.filter((_, position) => found.has(position));
}
