import type { Cell } from '../command.ts';
import { toneOf } from '../tone-of.ts';

/** The members of an event that the command line reads. */
export interface ApiEvent {
  id: string;
  type: string;
  timestamp: string;
  number: number;
  data: { object: { id?: string } };
}

export interface EventPage {
  data: ApiEvent[];
  has_more: boolean;
  last_number: number;
}

/** The ID of what the event happened to: mostly a payment intent. */
export const subjectOf = (event: ApiEvent): string => event.data.object.id ?? '';

/** Only one type is longer. With an ID, a status and a time, a line then fits into 80 columns. */
const TYPE_WIDTH = 'payment_intent.partially_paid'.length;
const ID_WIDTH = 'evt_'.length + 22;

/** The first cells of a line about an event: time, type and an ID. */
export const eventCells = (event: ApiEvent, id: string): Cell[] => [
  { text: new Date(event.timestamp).toTimeString().slice(0, 8), tone: 'quiet' },
  { text: event.type, tone: toneOf(event.type), width: TYPE_WIDTH },
  { text: id, width: ID_WIDTH },
];
