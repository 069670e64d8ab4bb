import { eventIdOf } from '../../domain/events/event-id.ts';
import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Dispatched, EventDispatch, MerchantEvent } from '../../ports/event-dispatch.ts';
import type { Database, Run } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';
import { insertDeliveries } from '../webhooks/insert-deliveries.ts';
import { announceNumbered } from './announce-numbered.ts';
import type { Announcer } from './announcer.ts';
import type { OutboxRow } from './event-log.ts';
import { makeDeliveries } from './make-deliveries.ts';
import { queueEvents } from './queue-events.ts';

/** An arbitrary constant that must be the same in all processes. */
const LOCK = 6_702_027;
/** A process that stands still inside the transaction loses it, and with it the lock, after this time. */
const STILL_MS_MAX = 5_000;

interface QueuedRow extends Omit<OutboxRow, 'event_id' | 'happened_at'> {
  event_id: string | null;
  created_at: Date;
}

/**
 * Takes waiting events in order and counts them, per merchant and mode. Rows of the queue never move, so their places name
 * them: by position, the planner might read the whole queue.
 */
const TAKE = `
WITH taken AS (
  DELETE FROM florin_data.event_queue
  WHERE ctid = ANY (ARRAY (SELECT ctid FROM florin_data.event_queue ORDER BY position LIMIT $1))
  RETURNING position, merchant_id, livemode, intent_id, sequence, event_id, type, object, created_at
), counted AS (
  INSERT INTO florin_data.event_counters AS counter (merchant_id, livemode, last_number)
  SELECT merchant_id, livemode, count(*) FROM taken GROUP BY merchant_id, livemode
  ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_number = counter.last_number + excluded.last_number
  RETURNING merchant_id, livemode, last_number
)
SELECT merchant_id, livemode, intent_id, sequence, event_id, type, object, created_at,
  last_number + 1 - row_number() OVER (PARTITION BY merchant_id, livemode ORDER BY position DESC) AS number
FROM taken JOIN counted USING (merchant_id, livemode) ORDER BY position`;

const WRITE = `
INSERT INTO florin_data.outbox
  (merchant_id, livemode, number, event_id, type, intent_id, sequence, object, happened_at, created_at)
SELECT merchant_id, livemode, number, event_id, type, intent_id, sequence, object, happened_at, $2
FROM json_to_recordset($1::json) AS event (merchant_id uuid, livemode boolean, number bigint, event_id uuid, type text,
  intent_id uuid, sequence integer, object json, happened_at timestamptz)`;

/** The events of all merchants of one database that have no number yet. */
export class PostgresEventDispatch implements EventDispatch {
  readonly #database: Database;
  readonly #announcer: Announcer;

  constructor(database: Database, announcer: Announcer) {
    this.#database = database;
    this.#announcer = announcer;
  }

  async dispatch(input: Parameters<EventDispatch['dispatch']>[0]): Promise<Dispatched | undefined> {
    const { nowMs, limit } = input;
    await ensurePartitions(this.#database, 'outbox', 'month', nowMs);
    await ensurePartitions(this.#database, 'deliveries', 'month', nowMs);
    const done = await this.#database.transaction(async (run) => {
      if (!(await takeLock(run))) return undefined;
      const events = (await run<QueuedRow>(TAKE, [limit])).map(numberedOf);
      if (events.length === 0) return { events, deliveries: [] };
      await run(WRITE, [JSON.stringify(events), new Date(nowMs)]);
      const deliveries = await makeDeliveries(run, events, input);
      await insertDeliveries(run, deliveries, nowMs);
      return { events, deliveries };
    });
    if (!done) return undefined;
    await announceNumbered(this.#database, this.#announcer, done.events);
    return { events: done.events.length, deliveries: done.deliveries.length };
  }

  append(events: readonly MerchantEvent[]): Promise<void> {
    return this.#database.transaction(async (run) => {
      // While the dispatcher moves an event from one table to the other, it would be found in neither.
      await run('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await queueEvents(run, events);
    });
  }
}

async function takeLock(run: Run): Promise<boolean> {
  const [row] = await run<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock($1) AS locked,
       set_config('idle_in_transaction_session_timeout', $2, true)`,
    [LOCK, String(STILL_MS_MAX)],
  );
  return row?.locked === true;
}

function numberedOf({ created_at, event_id, ...row }: QueuedRow): OutboxRow {
  return { ...row, event_id: event_id ?? deriveId(row, created_at), happened_at: created_at };
}

/** An event of an intent has no ID in its table. */
const deriveId = ({ intent_id, sequence }: Pick<QueuedRow, 'intent_id' | 'sequence'>, createdAt: Date): string =>
  uuidOf(eventIdOf(idFromUuid('pi', intent_id ?? ''), sequence ?? 0, createdAt.getTime()));
