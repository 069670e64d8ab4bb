import { describe, expect, it } from 'vitest';
import { earlierCursor } from './earlier-cursor.ts';
import { type Cursor, readCursor, writeCursor } from './scan-cursor.ts';

const mark = (floor: number) => ({ floor, done: { [`signature-${floor}`]: floor }, sinceMs: 1, untilMs: floor });
const cursorOf = (tipSlot: number, wallets: Record<string, [floor: number, tokenAccounts: string[]]>): Cursor => ({
  tipSlot,
  wallets: Object.fromEntries(
    Object.entries(wallets).map(([wallet, [, tokenAccounts]]) => [wallet, { tokenAccounts, askedAtMs: 5 }]),
  ),
  marks: Object.fromEntries(
    Object.entries(wallets).flatMap(([wallet, [floor, tokenAccounts]]) =>
      [wallet, ...tokenAccounts].map((account) => [account, mark(floor)]),
    ),
  ),
});

describe('the earlier of two cursors of Solana', () => {
  it('goes on where each wallet was, and begins again with one that both have', () => {
    const one = cursorOf(70, { mine: [50, ['my-usdc']], both: [60, ['usdc']] });
    const other = cursorOf(80, { theirs: [40, []], both: [30, ['usdc', 'usdt']] });
    const expected = cursorOf(70, { mine: [50, ['my-usdc']], theirs: [40, []] });
    for (const found of [
      earlierCursor(writeCursor(one), writeCursor(other)),
      earlierCursor(writeCursor(other), writeCursor(one)),
    ]) {
      expect(readCursor(found)).toEqual(expected);
    }
  });

  it('rejects what is no cursor', () => {
    expect(() => earlierCursor('12', writeCursor(cursorOf(1, {})))).toThrow('cursor');
  });
});
