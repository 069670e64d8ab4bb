import { expect, it } from 'vitest';
import { restMsAfterDispatch } from './dispatch-events.ts';

it.each([
  ['another process numbers the events', false, 50],
  ['nothing waited', 0, 50],
  ['50 events, which is a thousand a second', 50, 50],
  ['more', 51, 51],
  ['200', 200, 200],
  ['many', 10_000, 200],
] as const)('the dispatcher rests longer after rounds with many events: %s', (_, numbered, restMs) => {
  expect(restMsAfterDispatch(numbered)).toBe(restMs);
});
