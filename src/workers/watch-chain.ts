import type { ChainAdapter } from '../payment-ports.ts';
import type { Ports } from '../ports.ts';
import { recordTransfers } from '../usecases/record-transfers.ts';

export const WATCH_CHAIN_PAUSE_MS = 500;

/** One look at one network, for every database that waits for money on it. */
export function watchChain(ports: Pick<Ports, 'clock' | 'control' | 'stores'>, chain: ChainAdapter): Promise<void> {
  return ports.stores.forEachDatabase((database) => recordTransfers(ports, chain, database));
}
