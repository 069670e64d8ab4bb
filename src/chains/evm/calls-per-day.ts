import { LIMITS } from '../../domain/limits.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { CallsPerDay } from '../calls-per-day.ts';
import { parametersOf } from './network-parameters.ts';

const DAY_MS = 86_400_000;
/** The newest block, the block that was read last, and the logs since then. */
const CALLS_PER_READ = 3;
/** The chain ID and the newest block. */
const CALLS_PER_HEALTH_CHECK = 2;

/** From what a round calls. While the coin is expected, blocks are read whole; traces and balances are not counted. */
export function callsPerDay({ name, pollMs }: Pick<Network, 'name' | 'pollMs'>): CallsPerDay {
  const { blockMs } = parametersOf(name);
  const polls = DAY_MS / pollMs;
  const idle = Math.round((polls / LIMITS.healthCheckPolls) * CALLS_PER_HEALTH_CHECK);
  const reads = DAY_MS / Math.max(pollMs, blockMs);
  const tokensOnly = Math.round(idle + (polls - reads) + reads * CALLS_PER_READ);
  const busy = tokensOnly + Math.round(DAY_MS / blockMs);
  return { idle, busy, tokensOnly, further: 'about ten per payment' };
}
