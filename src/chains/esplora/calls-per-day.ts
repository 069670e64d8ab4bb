import { LIMITS } from '../../domain/limits.ts';
import type { CallsPerDay } from '../calls-per-day.ts';
import { POLLED_ADDRESSES_MAX } from './choose-addresses.ts';

const DAY_MS = 86_400_000;
/** The tip, before and after the addresses. */
const CALLS_PER_SCAN = 2;
/** The first block and the tip. */
const CALLS_PER_HEALTH_CHECK = 2;

/** From what a round calls. Blocks are read once, and addresses in turn. */
export function callsPerDay({ pollMs }: { pollMs: number }): CallsPerDay {
  const polls = DAY_MS / pollMs;
  const idle = Math.ceil(polls / LIMITS.healthCheckPolls) * CALLS_PER_HEALTH_CHECK;
  const further =
    `three per block, and ${polls.toLocaleString('en-US')} for each further open payment, ` +
    `up to ${POLLED_ADDRESSES_MAX} at a time`;
  return { idle, busy: idle + polls * (CALLS_PER_SCAN + 1), further };
}
