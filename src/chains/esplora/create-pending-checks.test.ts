import { expect, it } from 'vitest';
import { createPendingChecks } from './create-pending-checks.ts';
import type { KnownTransaction } from './read-esplora-transaction.ts';

const START_MS = 1_790_000_000_000;
const NOBODY: ReadonlySet<string> = new Set();

function open() {
  const known = new Map<string, KnownTransaction>();
  const asked: string[] = [];
  let nowMs = START_MS;
  const checks = createPendingChecks({
    transaction: async (tx) => {
      asked.push(tx);
      return known.get(tx);
    },
  });
  return {
    asked,
    know: (tx: string, block?: KnownTransaction['block']) =>
      known.set(tx, { transaction: { tx, spends: [], outputs: [] }, block }),
    check: (waiting: string[], seen = NOBODY) => {
      asked.length = 0;
      nowMs += 5_000;
      return checks.run(waiting, seen, nowMs);
    },
  };
}

it('a transaction is missing while the server does not know it', async () => {
  const { check, know } = open();
  expect(await check(['lost'])).toEqual({ missing: ['lost'], found: [] });
  know('lost');
  expect(await check(['lost'])).toMatchObject({ missing: [], found: [{ tx: 'lost' }] });
});

it('a transaction in a block that was not read yet is neither missing nor in the mempool', async () => {
  const { check, know } = open();
  know('mined', { height: 7, timeMs: START_MS });
  expect(await check(['mined'])).toEqual({ missing: [], found: [] });
});

it('a transaction that an address lists is not asked for', async () => {
  const { check, asked } = open();
  await check(['listed']);
  expect(await check(['listed'], new Set(['listed']))).toEqual({ missing: [], found: [] });
  expect(asked).toEqual([]);
});

it('ten are asked for at a time, in turn, and what is missing stays so in between', async () => {
  const { check, asked } = open();
  const waiting = Array.from({ length: 25 }, (_, number) => `lost${number}`);
  const missing: number[] = [];
  for (let scans = 0; scans < 4; scans += 1) {
    missing.push((await check(waiting)).missing.length);
    expect(asked).toHaveLength(10);
  }
  expect(missing).toEqual([10, 20, 25, 25]);
});
