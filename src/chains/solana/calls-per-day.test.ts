import { expect, it } from 'vitest';
import { createFakeSolanaRpc } from '../../../test/chains/fake-solana-rpc.ts';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { sampleWatch } from '../sample-watch.test-fixture.ts';
import { createAssetBook } from './asset-book.ts';
import { callsPerDay } from './calls-per-day.ts';
import { scan } from './scan.ts';
import { createSolanaNode } from './solana-node.ts';

const START_MS = 1_800_000_000_000;
const POLLS = 86_400;
/** The accounts of a wallet are queried every five minutes. */
const QUERIES = 288;

it('counts what a poll without news calls, and how often the accounts of a wallet are queried', async () => {
  const network = NETWORKS['solana-devnet'];
  const book = createAssetBook(network, ASSETS_ON_NETWORKS);
  const usdc = book.named('USDC').token ?? '';
  const rpc = createFakeSolanaRpc(START_MS);
  rpc.tokenAccounts.set('wallet', [{ account: 'wallet-usdc', mint: usdc }]);
  const watch = sampleWatch(rpc.nowMs(), {
    sinceMs: 0,
    addresses: async () => ['wallet'],
    sinceOf: async () => START_MS,
  });
  const parts = { node: createSolanaNode(rpc), book, mints: new Map(), seen: new Map() };
  const { cursor } = await scan(parts, undefined, watch);
  const queries = rpc.calls.filter((method) => method === 'getTokenAccountsByOwner').length;
  rpc.calls.length = 0;
  await scan(parts, cursor, watch);
  const { idle, busy, further } = callsPerDay(network, 1);
  expect(busy - idle).toBe(POLLS * rpc.calls.length + QUERIES * queries);
  expect(further).toBe('173,376 per further wallet and one per transaction');
});

it('counts the genesis hash, the clock and each token for a health check', () => {
  expect(callsPerDay(NETWORKS.solana, 2).idle).toBe((POLLS / 15) * 4);
});
