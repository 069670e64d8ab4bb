import { ASSETS_ON_NETWORKS, type AssetOnNetwork } from '../domain/money/asset.ts';
import { type Network, type NetworkFamily, networkOf } from '../domain/networks/network.ts';
import { rpcVariable } from '../domain/networks/rpc-variable.ts';
import { UserError } from '../domain/user-error.ts';
import type { ChainAdapter, Chains } from '../ports/chain.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { SimulatedLedger } from '../ports/simulated-ledger.ts';
import { createRpc } from './rpc/create-rpc.ts';
import type { Rpc } from './rpc/rpc.ts';
import { createSimulatedChain } from './simulated/create-simulated-chain.ts';

interface Parts {
  clock: Clock;
  random: Random;
  ledger: SimulatedLedger;
  blockMs: number;
  /** The node URLs of each network. */
  rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** Tokens added by the operator. */
  furtherAssets: readonly AssetOnNetwork[];
}

/** Creates an adapter for every watched network. A chain's code is loaded only if one of its networks is watched. */
export async function createChains(parts: Parts): Promise<Chains> {
  const chains = [createSimulatedChain(parts)];
  for (const [name, urls] of parts.rpcUrls) chains.push(await openChain(parts, name, urls));
  return new Map(chains.map((chain) => [chain.network.name, chain]));
}

type Open = (parts: {
  network: Network;
  rpc: Rpc;
  clock: Pick<Clock, 'nowMs'>;
  random: Random;
  assets: AssetOnNetwork[];
}) => Promise<ChainAdapter>;

const FAMILIES: Partial<Record<NetworkFamily, Open>> = {
  async bitcoin(parts) {
    const { createBitcoinChain } = await import('./bitcoin/create-bitcoin-chain.ts');
    return createBitcoinChain(parts);
  },
  async evm(parts) {
    const { createEvmChain } = await import('./evm/create-evm-chain.ts');
    return createEvmChain(parts);
  },
  async solana(parts) {
    const { createSolanaChain } = await import('./solana/create-solana-chain.ts');
    return createSolanaChain(parts);
  },
};

/** Creates the adapter of one network that reads from these nodes. */
export async function openChain(
  { clock, random, furtherAssets }: Pick<Parts, 'random' | 'furtherAssets'> & { clock: Pick<Clock, 'nowMs'> },
  name: string,
  urls: readonly string[],
): Promise<ChainAdapter> {
  const network = networkOf(name);
  const open = FAMILIES[network.family];
  if (!open) throw new UserError(`${network.title} cannot be watched yet. Remove ${rpcVariable(name)}.`);
  const assets = [...ASSETS_ON_NETWORKS, ...furtherAssets].filter((asset) => asset.network === name);
  return open({ network, rpc: createRpc({ urls, clock, random }), clock, random, assets });
}
