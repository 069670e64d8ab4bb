import { expect, it } from 'vitest';
import { NETWORKS } from '../../domain/networks/network.ts';
import { BITCOIN_NETWORKS } from '../bitcoin/network-parameters.ts';
import { countCalls } from '../count-calls.test-fixture.ts';
import { sampleWatch } from '../sample-watch.test-fixture.ts';
import { callsPerDay } from './calls-per-day.ts';
import { createEsploraChain } from './create-esplora-chain.ts';

const NOW_MS = 1_790_000_000_000;
const HASH = BITCOIN_NETWORKS['bitcoin-regtest'].genesisHash;
const random = { bytes: (count: number) => new Uint8Array(count) };
const BLOCK = { id: HASH, height: 0, timestamp: 1_300_000_000, mediantime: 1_300_000_000, previousblockhash: null };

function answerTo(path: string): unknown {
  if (path === '/blocks/tip/hash' || path.startsWith('/block-height/')) return HASH;
  if (path.startsWith('/address/')) return [];
  return path.startsWith('/blocks/') ? [BLOCK] : BLOCK;
}

it('counts what a poll without news and a health check call', async () => {
  let calls = 0;
  const rpc = {
    connection: 0,
    async call(path: string) {
      calls += 1;
      return answerTo(path);
    },
  };
  const network = NETWORKS['bitcoin-regtest'];
  const chain = createEsploraChain({ network, rpc, clock: { nowMs: () => NOW_MS }, random, assets: [] });
  const watch = sampleWatch(NOW_MS, { addresses: async () => ['address'] });
  const { cursor } = await chain.scan(undefined, watch);
  const callsOf = (work: () => Promise<unknown>) => countCalls(() => calls, work);
  const perScan = await callsOf(() => chain.scan(cursor, watch));
  const perCheck = await callsOf(() => chain.probe());
  const pollMs = chain.pollMs ?? 0;
  const { idle, busy } = callsPerDay({ pollMs });
  expect(idle).toBe((86_400_000 / pollMs / 15) * perCheck);
  expect(busy - idle).toBe((86_400_000 / pollMs) * perScan);
});
