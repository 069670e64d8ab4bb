import { expect, it } from 'vitest';
import { restMsAfterDispatch } from './dispatch-events.ts';

it.each([
  ['another process numbers the events', false, 50],
  ['nothing waited', 0, 50],
  ['12 events, which is 240 a second', 12, 50],
  ['more', 13, 52],
  ['50 events', 50, 200],
  ['many', 10_000, 200],
] as const)('the dispatcher rests longer after rounds with many events: %s', (_, numbered, restMs) => {
  expect(restMsAfterDispatch(numbered)).toBe(restMs);
});
