import { uuidOf } from '../../domain/ids.ts';
import type { MerchantEvent } from '../../ports/merchant-event.ts';
import type { Run } from '../database/database.ts';

/** Runs in the transaction of the change that causes the events. An event with a known ID is skipped. */
export async function writeOutgoingEvents(run: Run, events: readonly MerchantEvent[]): Promise<void> {
  if (events.length === 0) return;
  const records = events.map(({ id, merchantId, livemode, type, object, atMs }) => ({
    id: uuidOf(id),
    merchant_id: uuidOf(merchantId),
    livemode,
    type,
    object,
    created_at: new Date(atMs).toISOString(),
  }));
  await run(
    `INSERT INTO florin_control.outgoing_events (id, merchant_id, livemode, type, object, created_at)
     SELECT id, merchant_id, livemode, type, object, created_at
     FROM json_to_recordset($1::json) AS event (id uuid, merchant_id uuid, livemode boolean, type text, object json,
       created_at timestamptz)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(records)],
  );
}
