import { isEsploraUrl } from '../domain/networks/esplora-url.ts';
import type { ChainAdapter } from '../ports/chain.ts';
import { callsPerDay as bitcoinCalls } from './bitcoin/calls-per-day.ts';
import type { CallsPerDay } from './calls-per-day.ts';
import { callsPerDay as esploraCalls } from './esplora/calls-per-day.ts';
import { callsPerDay as evmCalls } from './evm/calls-per-day.ts';
import { callsPerDay as solanaCalls } from './solana/calls-per-day.ts';

type Chain = Pick<ChainAdapter, 'network' | 'assets' | 'pollMs'>;

/** How often the node at a URL is called in a day, if it is the only one; undefined for a network without nodes. */
export function estimateCalls({ network, assets, pollMs }: Chain, url: string): CallsPerDay | undefined {
  if (isEsploraUrl(url)) return esploraCalls({ pollMs: pollMs ?? network.pollMs });
  if (network.family === 'bitcoin') return bitcoinCalls(network);
  if (network.family === 'evm') return evmCalls(network);
  if (network.family === 'solana')
    return solanaCalls(network, assets.filter(({ token }) => token !== undefined).length);
  return undefined;
}
