import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idFromUuid, lowestIdAt, makeAscendingIds, makeId, parseId, uuidOf } from './ids.ts';

const time = fc.integer({ min: 0, max: 253_402_300_799_999 });
const tenBytes = fc.uint8Array({ minLength: 10, maxLength: 10 });

describe('ids', () => {
  it('are UUIDv7 inside, and survive the way to the database and back', () => {
    fc.assert(
      fc.property(time, tenBytes, (nowMs, random) => {
        const id = makeId('pi', nowMs, random);
        expect(uuidOf(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(Number.parseInt(uuidOf(id).replaceAll('-', '').slice(0, 12), 16)).toBe(nowMs);
        expect(idFromUuid('pi', uuidOf(id))).toBe(id);
        expect(parseId('pi', id)).toBe(id);
      }),
    );
  });

  it('sort by time, as text and as UUID', () => {
    fc.assert(
      fc.property(time, time, tenBytes, tenBytes, (a, b, randomA, randomB) => {
        fc.pre(a < b);
        const [older, newer] = [makeId('pi', a, randomA), makeId('pi', b, randomB)];
        expect(older < newer).toBe(true);
        expect(uuidOf(older) < uuidOf(newer)).toBe(true);
        expect(lowestIdAt('pi', b) <= newer && older < lowestIdAt('pi', b)).toBe(true);
      }),
    );
  });

  it('that are made together sort in the order in which they were made', () => {
    const bytes = fc.sample(tenBytes, 10_000);
    const newId = makeAscendingIds('dlv', 1_794_735_000_000, () => bytes.pop() as Uint8Array);
    const ids = Array.from({ length: 10_000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(ids.map(uuidOf).toSorted()).toEqual(ids.map(uuidOf));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(parseId('dlv', id)).toBe(id);
  });

  it.each([
    '',
    'pi_',
    'evt_0000000000000000000000',
    'pi_000000000000000000000',
    `pi_${'z'.repeat(22)}`,
    `pi_${'-'.repeat(22)}`,
  ])('refuse %j', (text) => expect(parseId('pi', text)).toBeUndefined());
});
