import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { LIMITS } from '../../domain/limits.ts';
import { deleteUnmatched } from './delete-unmatched.ts';

const DAY_MS = 86_400_000;

it('deletes unmatched transfers after their time: money much later than what moved none', async () => {
  const shop = await openShop();
  const { clock, stores } = shop.ports;
  await shop.addWallet('solana-devnet', 'wallet');
  const intent = await shop.openIntent('1 SOL');
  const target = await shop.targetOf(intent, 'solana-devnet');
  const startMs = clock.nowMs();
  const seen = { firstSeenAtMs: startMs };
  await shop.receive('solana-devnet', [
    sampleTransfer('money', '1 SOL', target, { ...seen, keys: [] }),
    sampleTransfer('failed', '1 SOL', target, { ...seen, failed: true }),
  ]);
  const left = async (days: number) => {
    clock.set(startMs + days * DAY_MS);
    await deleteUnmatched(shop.ports, stores.main);
    clock.set(startMs + days * DAY_MS + 1);
    const before = await shop.store.transfers.list({ unassigned: true, limit: 10 });
    await deleteUnmatched(shop.ports, stores.main);
    const after = await shop.store.transfers.list({ unassigned: true, limit: 10 });
    return [before, after].map((list) => list.map(({ tx }) => tx).sort());
  };
  expect(await left(LIMITS.unmatchedKeptDays)).toEqual([['failed', 'money'], ['money']]);
  expect(await left(LIMITS.unmatchedMoneyKeptDays)).toEqual([['money'], []]);
});

it('deletes more than fit into one transaction', async () => {
  const shop = await openShop();
  const deleted: number[] = [];
  const rows = [5_000, 5_000, 12];
  await deleteUnmatched(shop.ports, {
    findWatch: async () => undefined,
    transact: (work) =>
      work({
        ...({} as Parameters<typeof work>[0]),
        deleteUnmatched: async (_, limit) => {
          expect(limit).toBe(5_000);
          deleted.push(rows.shift() ?? expect.fail('asked again'));
          return deleted.at(-1) ?? 0;
        },
      }),
  });
  expect(deleted).toEqual([5_000, 5_000, 12]);
});
