import { expect, it } from 'vitest';
import { type DataStoreId, makeId } from '../domain/ids.ts';
import type { SealedCell } from '../domain/secrets/sealed-cell.ts';
import { rememberOpened } from './remember-opened.ts';

const [ID, OTHER_ID] = [1, 2].map((byte) => makeId('ds', 0, new Uint8Array(10).fill(byte)));
const CELL: SealedCell = ['data_stores.sealed_url', ID as DataStoreId];

/** A vault that counts what it opens. */
function setUp() {
  const asked: string[] = [];
  let nowMs = 0;
  const vault = rememberOpened(
    {
      open(sealed, cell) {
        asked.push(sealed);
        if (sealed === 'damaged') throw new Error('damaged');
        return `${sealed} of ${cell.join(' ')}`;
      },
    },
    () => nowMs,
  );
  const wait = (ms: number) => void (nowMs += ms);
  return { vault, asked, wait };
}

it('opens a value once', () => {
  const { vault, asked } = setUp();
  expect([vault.open('x', CELL), vault.open('x', CELL)]).toEqual(Array(2).fill(`x of ${CELL.join(' ')}`));
  expect(asked).toEqual(['x']);
});

it('opens a value for each cell, and one that was sealed again', () => {
  const { vault, asked } = setUp();
  const other: SealedCell = ['data_stores.sealed_url', OTHER_ID as DataStoreId];
  expect(vault.open('x', CELL)).not.toBe(vault.open('x', other));
  vault.open('y', CELL);
  expect(asked).toEqual(['x', 'x', 'y']);
});

it('forgets a value after ten seconds', () => {
  const { vault, asked, wait } = setUp();
  vault.open('x', CELL);
  wait(9_999);
  vault.open('x', CELL);
  expect(asked).toHaveLength(1);
  wait(1);
  vault.open('x', CELL);
  expect(asked).toHaveLength(2);
});

it('keeps at most a thousand values', () => {
  const { vault, asked } = setUp();
  for (let count = 0; count < 1_001; count += 1) vault.open(String(count), CELL);
  vault.open('1000', CELL);
  expect(asked).toHaveLength(1_001);
  vault.open('0', CELL);
  expect(asked).toHaveLength(1_002);
});

it('does not remember a failure', () => {
  const { vault, asked } = setUp();
  for (let count = 0; count < 2; count += 1) expect(() => vault.open('damaged', CELL)).toThrow('damaged');
  expect(asked).toHaveLength(2);
});
