import type { Address } from 'viem';
import type { Network } from '../../domain/networks/network.ts';
import type { Authorization } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import { createCache } from '../create-cache.ts';
import type { EvmNode } from './create-node.ts';
import type { Header } from './read-block.ts';
import { readDomain } from './read-domain.ts';

/** Anyone with an open intent can ask for transactions, and hosted nodes allow few calls per second. */
const FACTS_MS = 10_000;

/** What is the same for all payers for a while. */
export interface SharedFacts {
  gasPrice(): Promise<bigint>;
  newestBlock(): Promise<Header>;
  /** Undefined if the token's holders cannot authorize transfers by a signature. */
  domainOf(token: Address): Promise<Authorization['domain'] | undefined>;
}

interface Parts {
  node: EvmNode;
  network: Network;
  clock: Pick<Clock, 'nowMs'>;
}

export function createSharedFacts({ node, network, clock }: Parts): SharedFacts {
  const recallPrice = createCache<bigint>(clock, FACTS_MS);
  const recallBlock = createCache<Header>(clock, FACTS_MS);
  const recallDomain = createCache<Authorization['domain'] | undefined>(clock, FACTS_MS);
  return {
    gasPrice: () => recallPrice('latest', () => node.gasPrice()),
    newestBlock: () => recallBlock('latest', () => node.latest()),
    domainOf: (token) => recallDomain(token, () => readDomain(node, token, network)),
  };
}
