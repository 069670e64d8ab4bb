import { EVENT_TYPES } from '../events/event.ts';
import type { FieldError } from '../field-error.ts';
import { matchesEvent } from './matches-event.ts';

/** What is wrong with the list of types that an endpoint wants: each entry must match an event that exists. */
export const checkEventTypes = (listed: readonly string[]): FieldError[] =>
  listed.flatMap((one, place) =>
    EVENT_TYPES.some((type) => matchesEvent([one], type))
      ? []
      : [{ pointer: `#/events/${place}`, code: 'invalid_value', detail: `No event type matches ${one}.` }],
  );
