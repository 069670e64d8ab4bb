import { Type } from 'typebox';
import { invalidQuery } from './invalid-query.ts';

/** An optional query parameter with a time. `readTime` reads it. */
export const timeQuery = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$',
      description,
      'x-expected': 'a time such as 2026-11-15T09:30:00Z',
    }),
  );

/** The schema checks the format. Whether the date exists is checked here. */
export function readTime(parameter: string, text: string): number {
  const ms = Date.parse(text);
  // The parser reads February 30 as March 2.
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const exists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  if (!exists || Number.isNaN(ms) || ms < 0) throw invalidQuery(parameter, 'an existing time, 1970 or later');
  return ms;
}
