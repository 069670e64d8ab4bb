import { LIMITS } from '../../domain/limits.ts';
import type { Network } from '../../domain/networks/network.ts';
import { parametersOf } from './network-parameters.ts';

const DAY_MS = 86_400_000;
/** The newest block, the block that was read last, and the logs since then. */
const CALLS_PER_READ = 3;
const CALLS_PER_PROBE = 2;

export interface CallsPerDay {
  /** While no payment is expected: only the newest block is checked. */
  idle: number;
  /** While payments in tokens are expected. */
  tokens: number;
  /** While payments in the coin are expected too, whose blocks are read whole; not counting traces and balances. */
  coin: number;
}

/** About how many calls a day it takes to follow a network. A payment costs about ten more. */
export function callsPerDay({ name, pollMs }: Pick<Network, 'name' | 'pollMs'>): CallsPerDay {
  const { blockMs } = parametersOf(name);
  const polls = DAY_MS / pollMs;
  const idle = Math.round((polls / LIMITS.healthCheckPolls) * CALLS_PER_PROBE);
  const reads = DAY_MS / Math.max(pollMs, blockMs);
  const tokens = Math.round(idle + (polls - reads) + reads * CALLS_PER_READ);
  return { idle, tokens, coin: tokens + Math.round(DAY_MS / blockMs) };
}
