import { expect, it } from 'vitest';
import { NETWORKS } from '../../domain/networks/network.ts';
import { countCalls } from '../count-calls.test-fixture.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { sampleWatch } from '../sample-watch.test-fixture.ts';
import { callsPerDay } from './calls-per-day.ts';
import { createBitcoinChain } from './create-bitcoin-chain.ts';
import { BITCOIN_NETWORKS } from './network-parameters.ts';

const NOW_MS = 1_790_000_000_000;
const POLLS = 86_400;
const HASH = BITCOIN_NETWORKS['bitcoin-regtest'].genesisHash;

const ANSWERS: Record<string, unknown> = {
  getblockchaininfo: { blocks: 0, headers: 0, bestblockhash: HASH, initialblockdownload: false },
  getblockhash: HASH,
  getblockheader: { height: 0, hash: HASH, time: 1_300_000_000, mediantime: 1_300_000_000, confirmations: 1 },
  getrawmempool: [],
  getbestblockhash: HASH,
};

it('counts what a poll without news and a health check call', async () => {
  let calls = 0;
  const rpc: Pick<Rpc, 'connection' | 'call'> = {
    connection: 0,
    async call(method) {
      calls += 1;
      return ANSWERS[method];
    },
  };
  const network = NETWORKS['bitcoin-regtest'];
  const random = { bytes: (count: number) => new Uint8Array(count) };
  const chain = createBitcoinChain({ network, rpc, clock: { nowMs: () => NOW_MS }, random, assets: [] });
  const watch = sampleWatch(NOW_MS);
  const { cursor } = await chain.scan(undefined, watch);
  const callsOf = (work: () => Promise<unknown>) => countCalls(() => calls, work);
  const perScan = await callsOf(() => chain.scan(cursor, watch));
  const perCheck = await callsOf(() => chain.probe());
  const { idle, busy } = callsPerDay(network);
  expect(idle).toBe((POLLS / 15) * perCheck);
  expect(busy - idle).toBe(POLLS * perScan);
});
