import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Listing } from './list-new.ts';
import { moveMark } from './move-mark.ts';
import type { Mark } from './scan-cursor.ts';
import type { Listed } from './solana-node.ts';

const TIP_MS = 900_000;
const EMPTY: Mark = { floor: 0, done: {}, sinceMs: 5 };

const entry = (signature: string, slot: number, finalized = true): Listed => ({
  signature,
  slot,
  blockTimeMs: slot * 1_000,
  failed: false,
  finalized,
});

const listing = (listed: readonly Listed[], more: Partial<Listing> = {}): Listing => ({
  listed,
  isRead: true,
  isWhole: true,
  above: [],
  places: [],
  pages: 1,
  ...more,
});

const all = () => true;
const only =
  (...signatures: string[]) =>
  (signature: string) =>
    signatures.includes(signature);

describe('a mark', () => {
  it('remembers transactions of the last slots, because they are listed again', () => {
    const first = moveMark(EMPTY, listing([entry('a', 100), entry('b', 120)]), all, TIP_MS);
    expect(first).toEqual({ floor: 88, done: { a: 100, b: 120 }, sinceMs: 5, untilMs: TIP_MS, trail: undefined });
    expect(moveMark(first, listing([entry('c', 140)]), all, TIP_MS)).toMatchObject({
      floor: 108,
      done: { b: 120, c: 140 },
    });
  });

  it('does not move back for a late transaction', () => {
    const mark = moveMark(EMPTY, listing([entry('a', 100)]), all, TIP_MS);
    expect(moveMark(mark, listing([entry('late', 90)]), all, TIP_MS)).toMatchObject({
      floor: 68,
      done: { a: 100, late: 90 },
    });
  });

  it('stays below a transaction that was not handled, even if newer ones were', () => {
    const listed = [entry('a', 100), entry('open', 200), entry('shared', 500)];
    const mark = moveMark(EMPTY, listing(listed), only('a', 'shared'), TIP_MS);
    expect(mark).toMatchObject({ floor: 168, done: { shared: 500 }, untilMs: 200_000 });
  });

  it('is up to date while only transactions that are not final are open', () => {
    const mark = moveMark(EMPTY, listing([entry('a', 100), entry('seen', 110, false)]), only('a'), TIP_MS);
    expect(mark).toMatchObject({ floor: 68, untilMs: TIP_MS });
  });

  it('keeps its time while it does not know what is open', () => {
    const known = { ...EMPTY, untilMs: 7 };
    const unread = listing([], { isRead: false, isWhole: false });
    expect(moveMark(known, unread, all, TIP_MS)).toMatchObject({ floor: 0, untilMs: 7 });
    const undated = listing([{ ...entry('a', 100), blockTimeMs: undefined }]);
    expect(moveMark(known, undated, only(), TIP_MS)).toMatchObject({ untilMs: 7 });
  });

  it('keeps the places above what is open, and all while the list is not read', () => {
    const [high, middle, low] = [900, 500, 300].map((slot) => ({ signature: `p${slot}`, slot }));
    if (!high || !middle || !low) throw new Error('unreachable');
    const part = { above: [high], places: [middle, low], isWhole: false };
    const trailAfter = (more: Partial<Listing>, listed: Listed[], isHandled: (signature: string) => boolean) =>
      moveMark(EMPTY, listing(listed, { ...part, ...more }), isHandled, TIP_MS).trail;
    expect(trailAfter({ isRead: false }, [], all)).toEqual([high, middle, low]);
    const listed = [entry('a', 200), entry('b', 400), entry('c', 450)];
    expect(trailAfter({}, listed, only())).toEqual([high, middle, low]);
    expect(trailAfter({}, listed, only('a'))).toEqual([high, middle]);
    expect(trailAfter({}, listed, all)).toEqual([high]);
    const long = Array.from({ length: 60 }, (_, index) => ({ signature: `l${index}`, slot: 1_000 - index }));
    expect(trailAfter({ isRead: false, above: long }, [], all)).toEqual([...long.slice(12), middle, low]);
  });

  it('never forgets a transaction that could be listed again, whatever the batch size', () => {
    const slots = fc.array(fc.nat(500), { maxLength: 60 }).map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(slots, fc.integer({ min: 1, max: 9 }), (list, size) => {
        const entries = list.map((slot, index) => entry(`s${index}`, slot));
        let mark: Mark = EMPTY;
        for (let start = 0; start < entries.length; start += size)
          mark = moveMark(mark, listing(entries.slice(start, start + size)), all, TIP_MS);
        for (const { signature, slot } of entries)
          expect(slot < mark.floor || mark.done[signature] === slot).toBe(true);
      }),
    );
  });
});
