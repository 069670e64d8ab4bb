import { EVENT_TYPES } from '../../domain/events/event.ts';
import { eventIdOf } from '../../domain/events/event-id.ts';
import { type EventId, type IntentId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { matchesEvent } from '../../domain/webhooks/matches-event.ts';
import type { EventFilter, EventLog, EventSubject, LoggedEvent, PastEventFilter } from '../../ports/event-log.ts';
import type { Database } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { type IntentKey, readSubjects, type Subject } from './read-subjects.ts';

/** A numbered event as its table holds it. */
export interface OutboxRow {
  merchant_id: string;
  livemode: boolean;
  number: string;
  event_id: string;
  type: string;
  intent_id: string | null;
  sequence: number | null;
  object: Record<string, unknown> | null;
  happened_at: Date;
}

const COLUMNS = 'merchant_id, livemode, number, event_id, type, intent_id, sequence, object, happened_at';

interface Direction {
  name: string;
  beyond: '>' | '<';
  order: 'ASC' | 'DESC';
}

const FORWARDS: Direction = { name: 'forwards', beyond: '>', order: 'ASC' };
const BACKWARDS: Direction = { name: 'backwards', beyond: '<', order: 'DESC' };

/** The numbered events of one merchant in one mode. */
export class PostgresEventLog implements EventLog {
  readonly #database: Database;
  readonly #tenancy: Tenancy;

  constructor(database: Database, merchant: string, livemode: boolean) {
    this.#database = database;
    this.#tenancy = { merchant, livemode };
  }

  async list({ after, ...filter }: EventFilter): Promise<LoggedEvent[]> {
    return this.#read(await this.#listRows({ ...filter, from: after }, FORWARDS));
  }

  async listBackwards({ before = Number.MAX_SAFE_INTEGER, ...filter }: PastEventFilter): Promise<LoggedEvent[]> {
    return this.#read(await this.#listRows({ ...filter, from: before }, BACKWARDS));
  }

  async find(id: EventId): Promise<LoggedEvent | undefined> {
    const { merchant, livemode } = this.#tenancy;
    const rows = await this.#database.query<OutboxRow>({
      name: 'find-event',
      text: `SELECT ${COLUMNS} FROM florin_data.outbox WHERE merchant_id = $1 AND livemode = $2 AND event_id = $3`,
      values: [merchant, livemode, uuidOf(id)],
    });
    return (await this.#read(rows))[0];
  }

  async lastNumber(): Promise<number> {
    const { merchant, livemode } = this.#tenancy;
    const [row] = await this.#database.query<{ last_number: string }>({
      name: 'last-event-number',
      text: 'SELECT last_number FROM florin_data.event_counters WHERE merchant_id = $1 AND livemode = $2',
      values: [merchant, livemode],
    });
    return Number(row?.last_number ?? 0);
  }

  async #listRows(
    { from, types, intentId, limit }: Omit<EventFilter, 'after'> & { from: number },
    { name, beyond, order }: Direction,
  ): Promise<OutboxRow[]> {
    const page = [this.#tenancy.merchant, this.#tenancy.livemode, from, limit];
    if (intentId !== undefined) {
      return this.#database.query<OutboxRow>({
        name: `list-events-of-intent-${name}`,
        text: `SELECT ${COLUMNS} FROM florin_data.outbox
               WHERE merchant_id = $1 AND livemode = $2 AND event_id = ANY ($5::uuid[]) AND number ${beyond} $3
                 AND ($6::text[] IS NULL OR type = ANY ($6))
               ORDER BY number ${order} LIMIT $4`,
        values: [...page, await this.#eventIdsOf(intentId), types ? namesOf(types) : null],
      });
    }
    if (!types) {
      return this.#database.query<OutboxRow>({
        name: `list-events-${name}`,
        text: `SELECT ${COLUMNS} FROM florin_data.outbox
               WHERE merchant_id = $1 AND livemode = $2 AND number ${beyond} $3 ORDER BY number ${order} LIMIT $4`,
        values: page,
      });
    }
    return this.#database.query<OutboxRow>({
      name: `list-events-of-types-${name}`,
      text: `SELECT found.* FROM unnest($5::text[]) AS wanted (name)
             CROSS JOIN LATERAL (
               SELECT ${COLUMNS} FROM florin_data.outbox
               WHERE merchant_id = $1 AND livemode = $2 AND type = wanted.name AND number ${beyond} $3
               ORDER BY number ${order} LIMIT $4
             ) AS found
             ORDER BY number ${order} LIMIT $4`,
      values: [...page, namesOf(types)],
    });
  }

  /** An intent's events are found by their IDs, which follow from its history. */
  async #eventIdsOf(id: IntentId): Promise<string[]> {
    const { merchant, livemode } = this.#tenancy;
    const rows = await this.#database.query<{ sequence: number; created_at: Date }>({
      name: 'list-sequences',
      text: `SELECT sequence, created_at FROM florin_data.events
             WHERE merchant_id = $1 AND livemode = $2 AND intent_id = $3`,
      values: [merchant, livemode, uuidOf(id)],
    });
    return rows.map(({ sequence, created_at }) => uuidOf(eventIdOf(id, sequence, created_at.getTime())));
  }

  async #read(rows: readonly OutboxRow[]): Promise<LoggedEvent[]> {
    const subjectOf = await readSubjects((statement) => this.#database.query(statement), rows.filter(isOfIntent));
    return rows.map((row) => readLoggedEvent(row, subjectOf));
  }
}

/** The types that a list with wildcards means. */
const namesOf = (types: readonly string[]): string[] => [
  ...new Set([...types, ...EVENT_TYPES.filter((type) => matchesEvent(types, type))]),
];

export const isOfIntent = (row: OutboxRow): row is OutboxRow & IntentKey => row.intent_id !== null;

export function readLoggedEvent(row: OutboxRow, subjectOf: (key: IntentKey) => Subject | undefined): LoggedEvent {
  return {
    id: idFromUuid('evt', row.event_id),
    number: Number(row.number),
    type: row.type,
    atMs: row.happened_at.getTime(),
    livemode: row.livemode,
    subject: readSubject(row, subjectOf),
  };
}

function readSubject(row: OutboxRow, subjectOf: (key: IntentKey) => Subject | undefined): EventSubject {
  const subject = isOfIntent(row) ? subjectOf(row) : undefined;
  return subject ? { ...subject, sequence: row.sequence ?? 0 } : { object: row.object ?? {} };
}
