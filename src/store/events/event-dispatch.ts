import { eventIdOf } from '../../domain/events/event-id.ts';
import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Dispatched, EventDispatch, MerchantEvent } from '../../ports/event-dispatch.ts';
import type { Database, Run } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';
import { insertDeliveries } from '../webhooks/insert-deliveries.ts';
import { announceNumbered } from './announce-numbered.ts';
import type { Announcer } from './announcer.ts';
import type { OutboxRow } from './event-log.ts';
import { makeDeliveries, TooMuch } from './make-deliveries.ts';
import { queueEvents } from './queue-events.ts';

/** An arbitrary constant that must be the same in all processes. */
const LOCK = 6_702_027;
/** A process that stands still inside the transaction loses it, and with it the lock, after this time. */
const STILL_MS_MAX = 5_000;
/** How much of the queue is looked at, so that the first events of every merchant in it come first. */
export const SEEN_EVENTS_MAX = 10_000;
/** By how much fewer events are taken after a failure: one of them may be the reason, and the others must go on. */
const SHRINK = 8;

type DispatchInput = Parameters<EventDispatch['dispatch']>[0];

interface QueuedRow extends Omit<OutboxRow, 'event_id' | 'happened_at'> {
  event_id: string | null;
  created_at: Date;
}

/**
 * Takes waiting events in order and counts them, per merchant and mode; the first one of each merchant before the second one
 * of any, so that nobody waits for a merchant with many. Rows of the queue never move, so their places name them: by position,
 * the planner might read the whole queue.
 */
const TAKE = `
WITH taken AS (
  DELETE FROM florin_data.event_queue
  WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM (
      SELECT ctid, position, row_number() OVER (PARTITION BY merchant_id, livemode ORDER BY position) AS turn
      FROM (SELECT ctid, position, merchant_id, livemode FROM florin_data.event_queue
            ORDER BY position LIMIT ${SEEN_EVENTS_MAX}) AS seen
    ) AS waiting
    ORDER BY turn, position LIMIT $1))
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
  /** How many events the next transaction takes: fewer after one that was too much, and then more again. */
  #size = Number.POSITIVE_INFINITY;

  constructor(database: Database, announcer: Announcer) {
    this.#database = database;
    this.#announcer = announcer;
  }

  async dispatch(input: DispatchInput): Promise<Dispatched | undefined> {
    await ensurePartitions(this.#database, 'outbox', 'month', input.nowMs);
    await ensurePartitions(this.#database, 'deliveries', 'month', input.nowMs);
    const all: Dispatched = { events: 0, deliveries: 0 };
    while (all.events < input.limit) {
      const limit = Math.min(this.#size, input.limit - all.events);
      const done = await this.#dispatchSome({ ...input, limit });
      if (!done) return all.events > 0 ? all : undefined;
      all.events += done.events;
      all.deliveries += done.deliveries;
      if (done.isEmpty) break;
    }
    return all;
  }

  /** One transaction. Bodies that are too large for it are left to the next ones. */
  async #dispatchSome(input: DispatchInput): Promise<(Dispatched & { isEmpty: boolean }) | undefined> {
    try {
      const done = await this.#number(input);
      if (!done) return undefined;
      this.#size = Math.max(this.#size, 2 * input.limit);
      await announceNumbered(this.#database, this.#announcer, done.events);
      const { events, deliveries } = done;
      return { events: events.length, deliveries, isEmpty: events.length < input.limit };
    } catch (error) {
      this.#size = error instanceof TooMuch ? error.fits : Math.max(1, Math.floor(input.limit / SHRINK));
      if (error instanceof TooMuch) return { events: 0, deliveries: 0, isEmpty: false };
      throw error;
    }
  }

  #number(input: DispatchInput): Promise<{ events: OutboxRow[]; deliveries: number } | undefined> {
    return this.#database.transaction(async (run) => {
      if (!(await takeLock(run))) return undefined;
      const events = (await run<QueuedRow>(TAKE, [input.limit])).map(numberedOf);
      if (events.length === 0) return { events, deliveries: 0 };
      const deliveries = await makeDeliveries(run, events, input);
      await run(WRITE, [JSON.stringify(events), new Date(input.nowMs)]);
      await insertDeliveries(run, deliveries, input.nowMs);
      return { events, deliveries: deliveries.length };
    });
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
