import type { Chains } from '../payment-ports.ts';
import { createSimulatedChain } from './simulated/create-simulated-chain.ts';

/** Every network that this server watches. */
export function createChains(simulated: Parameters<typeof createSimulatedChain>[0]): Chains {
  const chains = [createSimulatedChain(simulated)];
  return new Map(chains.map((chain) => [chain.network.name, chain]));
}
