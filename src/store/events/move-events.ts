import type { MerchantEventType } from '../../domain/events/event.ts';
import { idFromUuid } from '../../domain/ids.ts';
import { openFence } from '../data-stores/move-fence.ts';
import type { Database, Run } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';
import type { NumberedEvent } from './event-log.ts';
import { queueEvents } from './queue-events.ts';

interface CounterRow {
  merchant_id: string;
  livemode: boolean;
  last_number: string;
}

interface StoredRow extends NumberedEvent {
  created_at: Date;
}

interface WaitingRow extends Pick<NumberedEvent, 'merchant_id' | 'livemode'> {
  event_id: string;
  type: MerchantEventType;
  object: Record<string, unknown>;
  happened_at: Date;
}

/**
 * Copies the events of a merchant without intents to another database, where its numbers go on. A copy that is made twice
 * counts once.
 */
export async function moveEvents(from: Database, to: Database, merchant: string): Promise<void> {
  const read = <Row extends object>(name: string, text: string) =>
    from.query<Row>({ name, text: `${text} WHERE merchant_id = $1 AND livemode IN (true, false)`, values: [merchant] });
  const waiting = await read<WaitingRow>(
    'read-waiting-events',
    'SELECT merchant_id, livemode, event_id, type, object, happened_at FROM florin_data.waiting_events',
  );
  const events = await read<StoredRow>(
    'read-numbered-events',
    `SELECT merchant_id, livemode, number, event_id, type, object, happened_at, created_at FROM florin_data.numbered_events`,
  );
  const counters = await read<CounterRow>(
    'read-counters',
    'SELECT merchant_id, livemode, last_number FROM florin_data.event_counters',
  );
  for (const { created_at } of events) await ensurePartitions(to, 'numbered_batches', 'month', created_at.getTime());
  await to.transaction(async (run) => {
    await openFence(run, merchant);
    await writeNumbered(run, counters, events);
    await queueEvents(run, waiting.map(readWaiting));
  });
  await from.query({
    name: 'forget-waiting-events',
    text: 'DELETE FROM florin_data.waiting_batches WHERE merchant_id = $1 AND livemode IN (true, false)',
    values: [merchant],
  });
}

async function writeNumbered(run: Run, counters: readonly CounterRow[], events: readonly StoredRow[]): Promise<void> {
  await run(
    `INSERT INTO florin_data.event_counters AS counter (merchant_id, livemode, last_number)
     SELECT merchant_id, livemode, last_number
     FROM json_to_recordset($1::json) AS given (merchant_id uuid, livemode boolean, last_number bigint)
     ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_number = greatest(counter.last_number, excluded.last_number)`,
    [JSON.stringify(counters)],
  );
  await run(
    `INSERT INTO florin_data.numbered_batches
       (merchant_id, livemode, last_number, type, intent_ids, happened_at, last_at, event_id, object, created_at)
     SELECT merchant_id, livemode, number, type, '{NULL}', ARRAY[happened_at], happened_at, event_id, object, created_at
     FROM json_to_recordset($1::json) AS event (merchant_id uuid, livemode boolean, number bigint, event_id uuid, type text,
       object json, happened_at timestamptz, created_at timestamptz)
     WHERE NOT EXISTS (SELECT FROM florin_data.numbered_events AS known WHERE known.merchant_id = event.merchant_id
       AND known.livemode = event.livemode AND known.number = event.number)`,
    [JSON.stringify(events)],
  );
}

const readWaiting = (row: WaitingRow) => ({
  id: idFromUuid('evt', row.event_id),
  merchantId: idFromUuid('mer', row.merchant_id),
  livemode: row.livemode,
  type: row.type,
  object: row.object,
  atMs: row.happened_at.getTime(),
});
