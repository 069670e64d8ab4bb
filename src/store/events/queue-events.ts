import { uuidOf } from '../../domain/ids.ts';
import type { MerchantEvent } from '../../ports/merchant-event.ts';
import type { Run } from '../database/database.ts';

/** Adds events that belong to no intent, in the transaction that causes them. An event with a known ID is skipped. */
export async function queueEvents(run: Run, events: readonly MerchantEvent[]): Promise<void> {
  if (events.length === 0) return;
  const records = events.map(({ id, merchantId, livemode, type, object, atMs }, place) => ({
    place,
    merchant_id: uuidOf(merchantId),
    livemode,
    event_id: uuidOf(id),
    type,
    object,
    happened_at: new Date(atMs).toISOString(),
  }));
  await run(
    `INSERT INTO florin_data.waiting_batches (merchant_id, livemode, type, intent_ids, happened_at, event_id, object)
     SELECT merchant_id, livemode, type, '{NULL}', ARRAY[happened_at], event_id, object
     FROM json_to_recordset($1::json) AS event (place integer, merchant_id uuid, livemode boolean, event_id uuid,
       type text, object json, happened_at timestamptz)
     WHERE NOT EXISTS (SELECT FROM florin_data.numbered_batches AS known WHERE known.merchant_id = event.merchant_id
         AND known.livemode = event.livemode AND known.event_id = event.event_id)
       AND NOT EXISTS (SELECT FROM florin_data.outbox AS known WHERE known.merchant_id = event.merchant_id
         AND known.livemode = event.livemode AND known.event_id = event.event_id)
     ORDER BY place
     ON CONFLICT (merchant_id, livemode, event_id) WHERE event_id IS NOT NULL DO NOTHING`,
    [JSON.stringify(records)],
  );
}
