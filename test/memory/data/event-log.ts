import { matchesEvent } from '../../../src/domain/webhooks/matches-event.ts';
import type { EventFilter, EventLog, EventSubject, LoggedEvent } from '../../../src/ports/event-log.ts';
import { readIntent } from './change-intent.ts';
import { isOwn, type NumberedEvent, nameIn, type Owner, type TableAccess, type Tables } from './tables.ts';

export const memoryEventLog = (database: TableAccess, owner: Owner): EventLog => ({
  async list({ after, limit, ...filter }) {
    return select(database.tables, owner, filter, (number) => number > after)
      .slice(0, limit)
      .map((event) => readLoggedEvent(database.tables, event));
  },

  async listBackwards({ before = Number.POSITIVE_INFINITY, limit, ...filter }) {
    return select(database.tables, owner, filter, (number) => number < before)
      .toReversed()
      .slice(0, limit)
      .map((event) => readLoggedEvent(database.tables, event));
  },

  async find(id) {
    const found = database.tables.outbox.find((event) => isOwn(event, owner) && event.id === id);
    return found && readLoggedEvent(database.tables, found);
  },

  lastNumber: async () => database.tables.eventCounters.get(nameIn(owner, '')) ?? 0,
});

const select = (
  tables: Tables,
  owner: Owner,
  { types, intentId }: Pick<EventFilter, 'types' | 'intentId'>,
  isWanted: (number: number) => boolean,
) =>
  tables.outbox.filter(
    (event) =>
      isOwn(event, owner) &&
      isWanted(event.number) &&
      (types === undefined || matchesEvent(types, event.type)) &&
      (intentId === undefined || ('intentId' in event.of && event.of.intentId === intentId)),
  );

export function readLoggedEvent(tables: Tables, { id, number, type, atMs, livemode, of }: NumberedEvent): LoggedEvent {
  return { id, number, type, atMs, livemode, subject: readSubject(tables, of) };
}

function readSubject(tables: Tables, of: NumberedEvent['of']): EventSubject {
  if ('object' in of) return of;
  const entry = tables.intents.get(of.intentId);
  if (!entry) throw new Error(`an event of an intent that is not there: ${of.intentId}`);
  return { intent: readIntent(tables, entry), timeline: entry.timeline, sequence: of.sequence };
}
