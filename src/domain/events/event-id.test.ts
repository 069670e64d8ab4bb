import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeId, parseId, uuidOf } from '../ids.ts';
import { eventIdOf } from './event-id.ts';

const anyIntentId = fc.uint8Array({ minLength: 10, maxLength: 10 }).map((random) => makeId('pi', 1_000, random));

it('is an ID of the time of the event', () => {
  fc.assert(
    fc.property(
      anyIntentId,
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 0, max: 4e12 }),
      (id, sequence, atMs) => {
        const eventId = eventIdOf(id, sequence, atMs);
        expect(parseId('evt', eventId)).toBe(eventId);
        expect(uuidOf(eventId)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
        expect(Number.parseInt(uuidOf(eventId).replaceAll('-', '').slice(0, 12), 16)).toBe(atMs);
      },
    ),
  );
});

it('differs between the events of an intent, and between intents at the same time', () => {
  const intents = [makeId('pi', 1, new Uint8Array(10).fill(255)), makeId('pi', 1, new Uint8Array(10).fill(7))];
  const ids = intents.flatMap((id) => Array.from({ length: 300 }, (_, sequence) => eventIdOf(id, sequence, 5)));
  expect(new Set(ids).size).toBe(600);
});

it('is the same whenever it is computed', () => {
  const id = makeId('pi', 1_763_000_000_000, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  expect(eventIdOf(id, 3, 1_763_000_000_500)).toBe(eventIdOf(id, 3, 1_763_000_000_500));
});
