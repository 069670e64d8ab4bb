import { expect, it } from 'vitest';
import { describeDelivery, describeOutcome, isDeliveryState } from './delivery.ts';

it.each([
  ['pending', 0, 'Pending', 'info'],
  ['pending', 3, 'Retrying', 'warning'],
  ['delivered', 1, 'Delivered', 'good'],
  ['failed', 13, 'Failed', 'bad'],
] as const)('%s after %i attempts is %s', (state, attempt_count, label, tone) => {
  expect(describeDelivery({ state, attempt_count })).toEqual({ label, tone });
});

const NEXT = '2026-11-15T09:30:00Z';
const outcome = (last_status: number | null, last_ms: number | null, last_error: string | null, next = NEXT) =>
  describeOutcome({ state: 'pending', next_attempt_at: next || null, last_status, last_ms, last_error });

it('an outcome is a status, an error, or nothing yet', () => {
  expect(outcome(null, null, null)).toBe('Not sent yet');
  expect(outcome(null, null, null, '')).toBe('Waiting for an earlier event');
  expect(outcome(503, 1_200, 'The endpoint returned 503.')).toBe('503 in 1,200 ms');
  expect(outcome(null, 15_000, 'The connection was refused.')).toBe('The connection was refused.');
});

it('only the states of a delivery are states', () => {
  expect(['pending', 'delivered', 'failed', 'all', undefined].map(isDeliveryState)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
