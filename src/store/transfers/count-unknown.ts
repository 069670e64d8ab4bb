import { uuidOf } from '../../domain/ids.ts';
import type { IntentRef } from '../../ports/intents.ts';
import type { Run } from '../database/database.ts';

/** How many transfers of unknown tokens were listed for each of these merchants since a time. */
export async function countUnknown(
  run: Run,
  merchants: readonly Omit<IntentRef, 'id'>[],
  sinceMs: number,
): Promise<number[]> {
  const records = merchants.map(({ merchantId, livemode }, position) => ({
    merchant_id: uuidOf(merchantId),
    livemode,
    position,
  }));
  const rows = await run<{ position: number; listed: number }>(
    `SELECT position, count(*)::integer AS listed
     FROM jsonb_to_recordset($1::jsonb) AS wanted (merchant_id uuid, livemode boolean, position integer)
     JOIN florin_data.transfers USING (merchant_id, livemode)
     WHERE assigned_to IS NULL AND kept_at >= $2 AND refusal = 'unknown_token' GROUP BY position`,
    [JSON.stringify(records), new Date(sinceMs)],
  );
  const counts = new Map(rows.map(({ position, listed }) => [position, listed]));
  return merchants.map((_, position) => counts.get(position) ?? 0);
}
