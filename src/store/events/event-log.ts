import { EVENT_TYPES } from '../../domain/events/event.ts';
import { type EventId, idFromUuid, timeOf, uuidOf } from '../../domain/ids.ts';
import { matchesEvent } from '../../domain/webhooks/matches-event.ts';
import type { EventFilter, EventLog, EventSubject, LoggedEvent, PastEventFilter } from '../../ports/event-log.ts';
import type { Database } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { FIND, listOfIntent, listOfTypes, listPage, type PageDirection } from './read-batches.ts';
import { type IntentKey, readSubjects, type Subject } from './read-subjects.ts';

/** A numbered event. */
export interface NumberedEvent {
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

interface Direction extends PageDirection {
  name: string;
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
    const rows = await this.#database.query<NumberedEvent>({
      name: 'find-event',
      text: FIND,
      values: [merchant, livemode, uuidOf(id), new Date(timeOf(id))],
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

  #listRows(
    { from, types, intentId, limit }: Omit<EventFilter, 'after'> & { from: number },
    { name, ...direction }: Direction,
  ): Promise<NumberedEvent[]> {
    const page = [this.#tenancy.merchant, this.#tenancy.livemode, from, limit];
    const named = types ? namesOf(types) : null;
    if (intentId !== undefined) {
      return this.#database.query<NumberedEvent>({
        name: `list-events-of-intent-${name}`,
        text: listOfIntent(direction),
        values: [...page, uuidOf(intentId), named],
      });
    }
    return this.#database.query<NumberedEvent>({
      name: named ? `list-events-of-types-${name}` : `list-events-${name}`,
      text: named ? listOfTypes(direction) : listPage(direction),
      values: named ? [...page, named] : page,
    });
  }

  async #read(rows: readonly NumberedEvent[]): Promise<LoggedEvent[]> {
    const subjectOf = await readSubjects((statement) => this.#database.query(statement), rows.filter(isOfIntent));
    return rows.map((row) => readLoggedEvent(row, subjectOf));
  }
}

/** The types that a list with wildcards means. */
const namesOf = (types: readonly string[]): string[] => [
  ...new Set([...types, ...EVENT_TYPES.filter((type) => matchesEvent(types, type))]),
];

export const isOfIntent = (row: NumberedEvent): row is NumberedEvent & IntentKey => row.intent_id !== null;

export function readLoggedEvent(row: NumberedEvent, subjectOf: (key: IntentKey) => Subject | undefined): LoggedEvent {
  return {
    id: idFromUuid('evt', row.event_id),
    number: Number(row.number),
    type: row.type,
    atMs: row.happened_at.getTime(),
    livemode: row.livemode,
    subject: readSubject(row, subjectOf),
  };
}

function readSubject(row: NumberedEvent, subjectOf: (key: IntentKey) => Subject | undefined): EventSubject {
  const subject = isOfIntent(row) ? subjectOf(row) : undefined;
  return subject ? { ...subject, sequence: row.sequence ?? 0 } : { object: row.object ?? {} };
}
