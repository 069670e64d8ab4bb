import type { ChainAdapter } from '../../ports/chain.ts';
import { nameLog } from '../bitcoin/cursor.ts';
import { parametersOf } from '../bitcoin/network-parameters.ts';
import { openBitcoinChain } from '../bitcoin/open-bitcoin-chain.ts';
import type { ChainParts } from '../chain-parts.ts';
import { createAddressPolls } from './create-address-polls.ts';
import { createEsploraServer } from './create-esplora-server.ts';
import { lookUp } from './look-up.ts';
import { withServerErrors } from './with-server-errors.ts';

/** Public servers limit calls, so they are not asked every second. */
const POLL_MS = 5_000;

/**
 * Bitcoin, Litecoin and their test networks, read from a server with Esplora's HTTP interface. Blocks are read whole and
 * checked against their hashes. What is in no block yet is found by asking for the addresses that intents wait at. `rpc`
 * makes its calls with `callEsplora`.
 */
export function createEsploraChain({ network, rpc, clock, random, assets }: ChainParts): ChainAdapter {
  const { coin } = network;
  const server = createEsploraServer(rpc, parametersOf(network.name));
  const chain = openBitcoinChain({
    network,
    rpc,
    assets,
    source: server,
    mempool: createAddressPolls(server, { coin, clock, name: nameLog(random) }),
    lookUp: (tx) => lookUp(server, { coin, nowMs: clock.nowMs() }, tx),
  });
  return { ...withServerErrors(chain), pollMs: POLL_MS };
}
