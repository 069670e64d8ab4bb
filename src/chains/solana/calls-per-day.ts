import { LIMITS } from '../../domain/limits.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { CallsPerDay } from '../calls-per-day.ts';
import { REFRESH_MS } from './follow-wallet.ts';

const DAY_MS = 86_400_000;

/** From what a round calls. A wallet has an account for each token, besides its own. */
export function callsPerDay({ pollMs }: Pick<Network, 'pollMs'>, tokens: number): CallsPerDay {
  const polls = DAY_MS / pollMs;
  // The genesis hash, each token, and the clock.
  const idle = Math.ceil(polls / LIMITS.healthCheckPolls) * (2 + tokens);
  // The list of each account, and now and then the accounts of each token and of wrapped SOL.
  const perWallet = polls * (1 + tokens) + (DAY_MS / REFRESH_MS) * (1 + tokens);
  const further = `${perWallet.toLocaleString('en-US')} per further wallet and one per transaction`;
  return { idle, busy: idle + polls + perWallet, further };
}
