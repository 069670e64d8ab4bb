import { expect, it } from 'vitest';
import { restMsAfterDispatch } from './dispatch-events.ts';

const round = (numbered: number, ms = 10) => ({ numbered, ms, isFull: numbered >= 500 });

it.each([
  ['another process numbers the events', false, 50],
  ['nothing waited', round(0), 50],
  ['12 events, which is 240 a second', round(12), 50],
  ['more', round(13), 52],
  ['50 events', round(50), 200],
  ['many', round(499), 200],
  ['more wait, on an idle machine', round(500, 60), 120],
  ['more wait, on a busy machine', round(500, 300), 600],
  ['more wait, on a very busy machine', round(500, 3_000), 1_000],
] as const)('the dispatcher rests longer after rounds with many events: %s', (_, dispatched, restMs) => {
  expect(restMsAfterDispatch(dispatched)).toBe(restMs);
});
