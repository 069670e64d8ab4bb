import { afterEach, describe, expect, it } from 'vitest';
import { formatDateTime, formatDeadline } from './format-date-time.ts';

const deadline = '2026-11-15T18:46:00.000Z';
const at = (iso: string) => Date.parse(iso);
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('formatDeadline', () => {
  it('shows the time in the payer’s zone', () => {
    process.env['TZ'] = 'Europe/Berlin';
    expect(plain(formatDeadline(deadline, 'de', at('2026-11-15T08:00:00Z')))).toBe('19:46');
  });

  it('shows the date too unless it is today, by the payer’s calendar', () => {
    const now = at('2026-11-15T04:00:00Z');
    process.env['TZ'] = 'America/New_York';
    expect(plain(formatDeadline(deadline, 'en-US', now))).toBe('Nov 15, 2026, 1:46 PM');
    expect(plain(formatDeadline(deadline, 'en-US', now, 'UTC'))).toBe('6:46 PM UTC');
    expect(plain(formatDeadline(deadline, 'en-US', at('2026-11-14T23:59:59Z'), 'UTC'))).toBe(
      'Nov 15, 2026, 6:46 PM UTC',
    );
  });

  it('writes Western digits in every language, and returns what is no time unchanged', () => {
    expect(formatDeadline(deadline, 'ar-EG', at(deadline), 'UTC')).toMatch(/6:46.*UTC$/);
    expect(formatDeadline('soon', 'en', 0)).toBe('soon');
  });
});

it('formatDateTime names the zone', () => {
  expect(plain(formatDateTime(deadline, 'en-US'))).toBe('Nov 15, 2026, 6:46 PM UTC');
  expect(formatDateTime('', 'en')).toBe('');
});
