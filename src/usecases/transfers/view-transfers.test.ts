import { expect, it } from 'vitest';
import { claimTransfer } from '../../../test/memory/claim-transfer.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { viewTransfers } from './view-transfers.ts';

it('adds to each transfer its own claims and suggestions, in the given order', async () => {
  const shop = await openShop();
  await shop.addWallet('solana-devnet', 'wallet');
  const intent = await shop.openIntent('0.5 SOL');
  const target = await shop.targetOf(intent, 'solana-devnet');
  const nowMs = shop.ports.clock.nowMs();
  const received = ['a', 'b'].map((tx) => sampleTransfer(tx, '0.5 SOL', target, { keys: [], firstSeenAtMs: nowMs }));
  const unknown = sampleTransfer('c', '0.5 SOL', target, {
    keys: [],
    asset: undefined,
    token: 'mint',
    firstSeenAtMs: nowMs,
  });
  await shop.receive('solana-devnet', [...received, unknown]);
  const [first = expect.fail()] = received;
  await claimTransfer(shop, intent, first);
  const listed = await shop.store.transfers.list({ unassigned: true, limit: 10 });
  const inOrder = listed.toSorted((one, other) => one.tx.localeCompare(other.tx));
  const viewed = await viewTransfers(shop.ports.clock, shop.store, inOrder);
  expect(viewed.map(({ transfer, claims, suggestions }) => [transfer.tx, claims.length, suggestions.length])).toEqual([
    ['a', 1, 1],
    ['b', 0, 1],
    ['c', 0, 0],
  ]);
  expect(await viewTransfers(shop.ports.clock, shop.store, [])).toEqual([]);
});
