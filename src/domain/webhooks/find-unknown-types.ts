import { EVENT_TYPES } from '../events/event.ts';
import { mistakesBetween, nearest } from '../nearest.ts';
import { matchesEvent } from './matches-event.ts';

/** Every type, and every prefix with its wildcard. */
const KNOWN: readonly string[] = [...new Set(EVENT_TYPES.flatMap((type) => [type, `${type.split('.', 1)[0]}.*`]))];

/** Comparing a text with all types takes almost a millisecond, so only the first ones of a list are compared. */
const COMPARED_MAX = 5;
/** The longest type has 27 characters. */
const COMPARED_LENGTH_MAX = 40;

/** The entries of a list of event types that match no type, each with a sentence that names what was probably meant. */
export const findUnknownTypes = (listed: readonly string[]): { place: number; detail: string }[] =>
  listed
    .map((entry, place) => ({ entry, place }))
    .filter(({ entry }) => !EVENT_TYPES.some((type) => matchesEvent([entry], type)))
    .map(({ entry, place }, count) => {
      const meant = count < COMPARED_MAX && entry.length <= COMPARED_LENGTH_MAX ? guess(entry) : undefined;
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
      return { place, detail: `No event type matches ${entry}.${hint}` };
    });

/** The same verb of another resource, such as `payment_intent.succeeded` for `charge.succeeded`; otherwise the nearest type. */
function guess(entry: string): string | undefined {
  const verb = entry.split('.', 2)[1];
  const others = EVENT_TYPES.filter((type) => type.split('.', 2)[1] === verb);
  const [closest] = others.toSorted((a, b) => mistakesBetween(entry, a) - mistakesBetween(entry, b));
  return closest ?? nearest(entry, KNOWN);
}
