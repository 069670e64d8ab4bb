import { expect, it } from 'vitest';
import { LogRange } from './log-range.ts';

/** A node that allows so many blocks; returns the sizes that were tried. */
function ask(
  range: LogRange,
  { allowed, times, nowMs = 0 }: { allowed: number; times: number; nowMs?: number },
): number[] {
  return Array.from({ length: times }, () => {
    const { blocks } = range;
    if (blocks > allowed) range.reject(blocks, nowMs);
    else range.accept({ blocks, logs: 0, tookMs: 10 }, nowMs);
    return blocks;
  });
}

it('finds what a node allows, and stays there', () => {
  const range = new LogRange();
  expect(ask(range, { allowed: 10, times: 15 })).toEqual([
    2_000, 1_000, 500, 250, 125, 62, 31, 15, 7, 11, 5, 8, 9, 10, 10,
  ]);
  expect(ask(range, { allowed: 10, times: 50 })).toEqual(Array.from({ length: 50 }, () => 10));
});

it('tries more after a while', () => {
  const range = new LogRange();
  ask(range, { allowed: 10, times: 15 });
  ask(range, { allowed: 100, times: 30, nowMs: 600_000 });
  expect(range.blocks).toBe(100);
});

it('shrinks after slow, large or no responses, and grows at once', () => {
  const range = new LogRange();
  range.accept({ blocks: 2_000, logs: 5_001, tookMs: 0 }, 0);
  expect(range.blocks).toBe(1_000);
  range.accept({ blocks: 1_000, logs: 0, tookMs: 4_001 }, 0);
  expect(range.blocks).toBe(500);
  range.shrink(500);
  expect(range.blocks).toBe(250);
  range.accept({ blocks: 10, logs: 0, tookMs: 1 }, 0);
  expect(range.blocks).toBe(250);
  range.accept({ blocks: 250, logs: 0, tookMs: 1 }, 0);
  expect(range.blocks).toBe(500);
});

it('is at least one block', () => {
  const range = new LogRange();
  expect(range.reject(1, 0)).toBe(false);
  expect(range.blocks).toBe(1);
});
