import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { type Mark, markHandled, moveMark, readCursor, writeCursor } from './scan-cursor.ts';

describe('a cursor', () => {
  it('survives a round trip through its text form', () => {
    const cursor = {
      tipSlot: 7,
      wallets: { w: { tokenAccounts: ['t'], askedAtMs: 5 } },
      marks: { w: { floor: 3, done: { s: 4 } } },
    };
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    expect(readCursor(undefined)).toEqual({ tipSlot: 0, wallets: {}, marks: {} });
  });

  it.each(['', '{', '[]', 'null', '12', '{"tipSlot":"7","wallets":{},"marks":{}}', '{"tipSlot":7}'])(
    'is rejected if it is invalid: %s',
    (text) => {
      expect(() => readCursor(text)).toThrow(ChainError);
    },
  );
});

describe('a mark', () => {
  it('remembers transactions of the last slots, because they are listed again', () => {
    const first = moveMark(undefined, [
      { signature: 'a', slot: 100 },
      { signature: 'b', slot: 120 },
    ]);
    expect(first).toEqual({ floor: 88, done: { a: 100, b: 120 } });
    expect(moveMark(first, [{ signature: 'c', slot: 140 }])).toEqual({ floor: 108, done: { b: 120, c: 140 } });
  });

  it('does not move back for a late transaction', () => {
    const mark = moveMark(undefined, [{ signature: 'a', slot: 100 }]);
    expect(moveMark(mark, [{ signature: 'late', slot: 90 }])).toEqual({ floor: 68, done: { a: 100, late: 90 } });
  });

  it('has no floor before the account was read', () => {
    expect(markHandled([{ signature: 'a', slot: 100 }])).toEqual({ floor: 0, done: { a: 100 } });
  });

  it('never forgets a transaction that could be listed again, whatever the batch size', () => {
    const slots = fc.array(fc.nat(500), { maxLength: 60 }).map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(slots, fc.integer({ min: 1, max: 9 }), (list, size) => {
        const all = list.map((slot, index) => ({ signature: `s${index}`, slot }));
        let mark: Mark | undefined;
        for (let start = 0; start < all.length; start += size) mark = moveMark(mark, all.slice(start, start + size));
        for (const { signature, slot } of all)
          expect(slot < (mark?.floor ?? 0) || mark?.done[signature] === slot).toBe(true);
      }),
    );
  });
});
