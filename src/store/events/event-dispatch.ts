import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { ClaimedDelivery } from '../../ports/delivery-queue.ts';
import type { Dispatched, EventDispatch, Notice } from '../../ports/event-dispatch.ts';
import type { MerchantEvent } from '../../ports/merchant-event.ts';
import type { OpenSpan, Tracer } from '../../ports/tracer.ts';
import type { Database, Run } from '../database/database.ts';
import { ensurePartitions } from '../database/partitions.ts';
import { insertDeliveries } from '../webhooks/insert-deliveries.ts';
import { announceNumbered } from './announce-numbered.ts';
import type { Announcer } from './announcer.ts';
import { makeDeliveries, TooMuch } from './make-deliveries.ts';
import { type Numbered, numberEvents } from './number-events.ts';
import { queueEvents } from './queue-events.ts';
import { traceDispatch } from './trace-dispatch.ts';
import { writeNotices } from './write-notices.ts';

/** An arbitrary constant that must be the same in all processes. */
const LOCK = 6_702_027;
/** A process that stands still inside the transaction loses it, and with it the lock, after this time. */
const STILL_MS_MAX = 5_000;
/** By how much fewer events are taken after a failure: one of them may be the reason, and the others must go on. */
const SHRINK = 8;

type DispatchInput = Parameters<EventDispatch['dispatch']>[0];

interface NoticeRow extends Pick<Notice, 'livemode' | 'kind' | 'subject'> {
  merchant_id: string;
  event_id: string;
}

/** What one transaction did. */
interface Round extends Numbered {
  deliveries: number;
  claimed: ClaimedDelivery[];
  /** The steps of traces that end with the commit. */
  spans: Map<string, OpenSpan> | undefined;
}

/** The events of all merchants of one database that have no number yet. */
export class PostgresEventDispatch implements EventDispatch {
  readonly #database: Database;
  readonly #announcer: Announcer;
  readonly #tracer: Tracer | undefined;
  /** How many events the next transaction takes: fewer after one that was too much, and then more again. */
  #size = Number.POSITIVE_INFINITY;

  constructor(database: Database, announcer: Announcer, tracer?: Tracer) {
    this.#database = database;
    this.#announcer = announcer;
    this.#tracer = tracer;
  }

  async dispatch(input: DispatchInput): Promise<Dispatched | undefined> {
    await ensurePartitions(this.#database, 'numbered_batches', 'month', input.nowMs);
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
      for (const span of done.spans?.values() ?? []) span.end();
      input.carrier?.carry(done.claimed);
      this.#size = Math.max(this.#size, 2 * input.limit);
      await announceNumbered(this.#database, this.#announcer, done.changed);
      return { events: done.count, deliveries: done.deliveries, isEmpty: done.count < input.limit };
    } catch (error) {
      this.#size = error instanceof TooMuch ? error.fits : Math.max(1, Math.floor(input.limit / SHRINK));
      if (error instanceof TooMuch) return { events: 0, deliveries: 0, isEmpty: false };
      throw error;
    }
  }

  #number({ nowMs, limit, carrier, withNotices = false, ...input }: DispatchInput): Promise<Round | undefined> {
    return this.#database.transaction(async (run) => {
      if (!(await takeLock(run))) return undefined;
      const numbered = await numberEvents(run, limit, nowMs);
      if (withNotices) await writeNotices(run, numbered.changed, nowMs);
      const deliveries = await makeDeliveries(run, numbered.deliverable, input);
      const spans = this.#tracer && (await traceDispatch(this.#tracer, run, deliveries));
      const claimed = await insertDeliveries(run, deliveries, nowMs, carrier);
      if (spans) for (const one of claimed) one.traceparent = spans.get(uuidOf(one.eventId))?.traceparent;
      return { ...numbered, deliveries: deliveries.length, claimed, spans };
    });
  }

  append(events: readonly MerchantEvent[]): Promise<void> {
    return this.#database.transaction(async (run) => {
      // While the dispatcher moves an event from one table to the other, it would be found in neither.
      await run('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await queueEvents(run, events);
    });
  }

  async listNotices(untilMs: number, limit: number): Promise<Notice[]> {
    const rows = await this.#database.query<NoticeRow>({
      name: 'list-notices',
      text: `SELECT merchant_id, livemode, event_id, kind, subject FROM florin_data.notices AS notice
             WHERE (merchant_id, livemode, kind) IN
               (SELECT merchant_id, livemode, kind FROM florin_data.notices WHERE created_at <= $1)
             ORDER BY created_at, event_id LIMIT $2`,
      values: [new Date(untilMs), limit],
    });
    return rows.map(({ merchant_id, livemode, event_id, kind, subject }) => ({
      merchantId: idFromUuid('mer', merchant_id),
      livemode,
      eventId: idFromUuid('evt', event_id),
      kind,
      subject,
    }));
  }

  async removeNotices(notices: readonly Notice[]): Promise<void> {
    await this.#database.query({
      name: 'remove-notices',
      text: 'DELETE FROM florin_data.notices WHERE event_id = ANY ($1::uuid[]) AND merchant_id = ANY ($2::uuid[])',
      values: [notices.map(({ eventId }) => uuidOf(eventId)), notices.map(({ merchantId }) => uuidOf(merchantId))],
    });
  }

  async waitingSince(): Promise<number | undefined> {
    const [row] = await this.#database.query<{ at: Date }>({
      name: 'first-waiting-event',
      text: 'SELECT happened_at[1] AS at FROM florin_data.waiting_batches ORDER BY position LIMIT 1',
      values: [],
    });
    return row?.at.getTime();
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
