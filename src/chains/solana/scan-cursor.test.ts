import { describe, expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { beginMark, type Cursor, handledUntil, readCursor, writeCursor } from './scan-cursor.ts';

describe('a cursor', () => {
  it('survives a round trip through its text form', () => {
    const cursor: Cursor = {
      tipSlot: 7,
      wallets: { w: { tokenAccounts: ['t'], askedAtMs: 5, next: 't' } },
      marks: {
        w: { floor: 3, done: { s: 4 }, sinceMs: 1, untilMs: 2, trail: [{ signature: 'p', slot: 5 }] },
        t: { floor: 2, done: {}, sinceMs: 1 },
      },
      next: 'w',
    };
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    expect(readCursor(undefined)).toEqual({ tipSlot: 0, wallets: {}, marks: {} });
  });

  it('of the version before is read', () => {
    const text = '{"tipSlot":7,"wallets":{"w":{"tokenAccounts":[],"askedAtMs":5}},"marks":{"w":{"floor":3,"done":{}}}}';
    expect(readCursor(text)).toEqual(JSON.parse(text));
  });

  it.each(['', '{', '[]', 'null', '12', '{"tipSlot":"7","wallets":{},"marks":{}}', '{"tipSlot":7}'])(
    'is rejected if it is invalid: %s',
    (text) => {
      expect(() => readCursor(text)).toThrow(ChainError);
    },
  );

  it('says up to when all accounts of a wallet were handled', () => {
    const wallets = { w: { tokenAccounts: ['t', 'u'], askedAtMs: 5 } };
    const marks = {
      w: { floor: 3, done: {}, sinceMs: 1, untilMs: 90 },
      t: { floor: 3, done: {}, untilMs: 80 },
      u: { floor: 3, done: {}, sinceMs: 70 },
    };
    expect(handledUntil({ tipSlot: 9, wallets, marks }, 'w')).toBe(70);
    expect(handledUntil({ tipSlot: 9, wallets, marks: { ...marks, u: { floor: 3, done: {} } } }, 'w')).toBe(0);
    expect(handledUntil({ tipSlot: 9, wallets, marks }, 'unknown')).toBe(0);
  });
});

describe('the first mark of an account', () => {
  const tip = { slot: 10_000, timeMs: 1_000_000 };

  it('is at a slot that is never after its time, with a minute for clocks', () => {
    expect(beginMark(1_000_000, tip)).toEqual({ floor: 9_400, done: {}, sinceMs: 1_000_000 });
    expect(beginMark(999_900, tip).floor).toBe(9_399);
    expect(beginMark(2_000_000, tip).floor).toBe(9_400);
    expect(beginMark(0, tip).floor).toBe(0);
  });

  it('knows what was handled before', () => {
    expect(beginMark(1_000_000, tip, [{ signature: 's', slot: 9_990 }]).done).toEqual({ s: 9_990 });
  });
});
