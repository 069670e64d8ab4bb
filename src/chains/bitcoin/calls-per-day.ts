import { LIMITS } from '../../domain/limits.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { CallsPerDay } from '../calls-per-day.ts';

const DAY_MS = 86_400_000;
/** The tip, the mempool, and the tip again. */
const CALLS_PER_SCAN = 3;
/** The first block, the tip and its header. */
const CALLS_PER_HEALTH_CHECK = 3;

/** From what a round calls. */
export function callsPerDay({ pollMs }: Pick<Network, 'pollMs'>): CallsPerDay {
  const polls = DAY_MS / pollMs;
  const idle = Math.ceil(polls / LIMITS.healthCheckPolls) * CALLS_PER_HEALTH_CHECK;
  const further = 'three per block and one per transaction in the mempool';
  return { idle, busy: idle + polls * CALLS_PER_SCAN, further };
}
