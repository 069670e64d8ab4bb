import { type IntentId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { IntentRef } from '../../ports/intents.ts';
import type { Run } from '../database/database.ts';

/** How many failed transactions that name each of these intents are listed. */
export async function countFailed(run: Run, intents: readonly IntentRef[]): Promise<Map<IntentId, number>> {
  const records = intents.map(({ merchantId, livemode, id }) => ({
    merchant_id: uuidOf(merchantId),
    livemode,
    intent_id: uuidOf(id),
  }));
  const rows = await run<{ intent_id: string; listed: number }>(
    `SELECT intent_id, count(*)::integer AS listed
     FROM jsonb_to_recordset($1::jsonb) AS wanted (merchant_id uuid, livemode boolean, intent_id uuid)
     JOIN florin_data.transfers USING (merchant_id, livemode, intent_id)
     WHERE refusal = 'failed' GROUP BY merchant_id, livemode, intent_id`,
    [JSON.stringify(records)],
  );
  return new Map(rows.map(({ intent_id, listed }) => [idFromUuid('pi', intent_id), listed]));
}
