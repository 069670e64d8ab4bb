import type { ChainAdapter } from '../ports/chain.ts';
import { callsPerDay as bitcoinCalls } from './bitcoin/calls-per-day.ts';
import type { CallsPerDay } from './calls-per-day.ts';
import { callsPerDay as solanaCalls } from './solana/calls-per-day.ts';

/** How often the nodes of a network are called in a day; undefined if it has none. */
export function estimateCalls({ network, assets }: Pick<ChainAdapter, 'network' | 'assets'>): CallsPerDay | undefined {
  if (network.family === 'bitcoin') return bitcoinCalls(network);
  if (network.family === 'solana')
    return solanaCalls(network, assets.filter(({ token }) => token !== undefined).length);
  return undefined;
}
