import { describe, expect, it } from 'vitest';
import { formatDuration, formatExact, formatMinute, formatRelative, isSameDay } from './time.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const ago = (seconds: number) => formatRelative(new Date(NOW - seconds * 1_000).toISOString(), NOW, 'en-GB');

describe('formatRelative', () => {
  it.each([
    [0, 'just now'],
    [44, 'just now'],
    [50, '1 min ago'],
    [119, '1 min ago'],
    [3_599, '59 min ago'],
    [3_600, '1 hr ago'],
    [86_400 * 2, '2 days ago'],
    [86_400 * 8, '7 Nov 2026'],
    [-20, 'in a moment'],
    [-3_600, 'in 1 hr'],
  ])('%i seconds ago is "%s"', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });
});

it('formatExact includes seconds and time zone', () => {
  expect(formatExact('2026-11-15T12:34:56Z', 'en-GB', 'UTC')).toBe('15 Nov 2026, 12:34:56 UTC');
});

it('formatMinute includes the date, the time and its zone', () => {
  expect(formatMinute('2026-11-15T12:34:56Z', 'en-GB', 'UTC')).toBe('15 Nov 2026, 12:34 UTC');
  expect(formatMinute('2026-11-15T12:34:56Z', 'en-US', 'UTC')).toBe('Nov 15, 2026, 12:34 PM UTC');
});

it('formatDuration uses the largest unit without a remainder', () => {
  expect([0, 45, 60, 90, 900, 3_600, 86_400, 604_800].map(formatDuration)).toEqual([
    '0 s',
    '45 s',
    '1 min',
    '90 s',
    '15 min',
    '1 h',
    '24 h',
    '7 days',
  ]);
});

it('isSameDay uses the local time zone', () => {
  const noon = new Date(2026, 10, 15, 12).getTime();
  expect(isSameDay(new Date(2026, 10, 15, 0, 0, 1).toISOString(), noon)).toBe(true);
  expect(isSameDay(new Date(2026, 10, 14, 23, 59).toISOString(), noon)).toBe(false);
});
