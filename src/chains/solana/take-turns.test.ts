import { describe, expect, it } from 'vitest';
import { takeTurns } from './take-turns.ts';

const queue = (...signatures: string[]) => signatures.map((signature) => ({ signature }));
const take = (queues: string[][], itemsMax: number) =>
  takeTurns(
    queues.map((signatures) => queue(...signatures)),
    itemsMax,
  ).map(({ signature }) => signature);

describe('takeTurns', () => {
  it('takes the first of every queue before the second of any', () => {
    expect(take([['a1', 'a2', 'a3'], [], ['b1', 'b2']], 4)).toEqual(['a1', 'b1', 'a2', 'b2']);
    expect(take([['a1', 'a2', 'a3'], ['b1']], 9)).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('takes an item of several queues once', () => {
    expect(
      take(
        [
          ['a1', 'both', 'a3'],
          ['both', 'b2'],
        ],
        9,
      ),
    ).toEqual(['a1', 'both', 'b2', 'a3']);
  });

  it('takes nothing from nothing, and no more than allowed', () => {
    expect(take([], 3)).toEqual([]);
    expect(take([['a1', 'a2']], 0)).toEqual([]);
  });
});
