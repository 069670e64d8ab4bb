import type { EventId, IntentId } from '../domain/ids.ts';
import type { Intent } from '../domain/intents/intent.ts';
import type { TimelineEntry } from './intents.ts';

/** What an event happened to: an intent with its whole history, or an object as it was then, in the API's form. */
export type EventSubject =
  | { intent: Intent; timeline: readonly TimelineEntry[]; sequence: number }
  | { object: Record<string, unknown> };

/** An event with its number, which counts per merchant and mode. */
export interface LoggedEvent {
  id: EventId;
  number: number;
  type: string;
  atMs: number;
  livemode: boolean;
  subject: EventSubject;
}

interface EventSelection {
  /** Types with wildcards; undefined for every type. */
  types?: readonly string[] | undefined;
  intentId?: IntentId | undefined;
  limit: number;
}

export interface EventFilter extends EventSelection {
  /** Only events with a higher number. */
  after: number;
}

export interface PastEventFilter extends EventSelection {
  /** Only events with a lower number. */
  before?: number | undefined;
}

/** The numbered events of one merchant in one mode. Once a number can be read, no lower one appears later. */
export interface EventLog {
  /** Oldest first. */
  list(filter: EventFilter): Promise<LoggedEvent[]>;
  /** Newest first. */
  listBackwards(filter: PastEventFilter): Promise<LoggedEvent[]>;
  find(id: EventId): Promise<LoggedEvent | undefined>;
  /** 0 if there is none. */
  lastNumber(): Promise<number>;
}
