import { expect, it } from 'vitest';
import { TransactionLimit } from './transaction-limit.ts';

it('shrinks while looking at transactions takes long, and grows again', () => {
  const limit = new TransactionLimit();
  const after = (transactions: number, tookMs: number) => {
    limit.note({ transactions, tookMs });
    return limit.max;
  };
  expect([after(100, 2_000), after(80, 2_001), after(500, 9_000), after(1, 9_000), after(1, 9_000)]).toEqual([
    100, 40, 20, 1, 1,
  ]);
  expect([after(0, 10), after(1, 10), after(2, 10), after(400, 10)]).toEqual([1, 2, 4, 8]);
});
