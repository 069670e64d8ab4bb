import { expect, it } from 'vitest';
import { newId } from '../../../test/store/sample-rows.ts';
import type { EventPage } from '../../usecases/events/list-events.ts';
import { toEventPage } from './to-event-page.ts';

const pageOf = (lengths: readonly number[], hasMore = false): EventPage => ({
  events: lengths.map((length, index) => ({
    id: newId('evt'),
    number: index + 1,
    type: 'wallet.changed',
    atMs: 0,
    livemode: false,
    subject: { object: { text: 'x'.repeat(length) } },
  })),
  hasMore,
  lastNumber: lengths.length,
});

const read = (page: EventPage) => {
  const { data, ...rest } = JSON.parse(toEventPage(page, '2026-01-01')) as { data: { number: number }[] };
  return { numbers: data.map(({ number }) => number), ...rest };
};

it('has all events', () => {
  expect(read(pageOf([1, 2]))).toEqual({ numbers: [1, 2], has_more: false, last_number: 2 });
  expect(read(pageOf([1], true))).toEqual({ numbers: [1], has_more: true, last_number: 1 });
  expect(read(pageOf([]))).toEqual({ numbers: [], has_more: false, last_number: 0 });
});

it('ends early if events are very large, and says that there are more', () => {
  expect(read(pageOf([1_500_000, 1_500_000, 1, 1]))).toEqual({ numbers: [1, 2], has_more: true, last_number: 4 });
  expect(read(pageOf([5_000_000, 1]))).toEqual({ numbers: [1], has_more: true, last_number: 2 });
  expect(read(pageOf([1, 5_000_000]))).toEqual({ numbers: [1, 2], has_more: false, last_number: 2 });
});
