import { amountsOf } from '../intents/amounts.ts';
import type { Intent } from '../intents/intent.ts';
import { LIMITS } from '../limits.ts';
import { dustFloor } from '../money/dust-floor.ts';
import { multiply, ZERO } from '../money/money.ts';
import type { Transfer, UnmatchedReason } from './transfer.ts';

/** Less than one part in this many of the amount due is dust: anyone can send it, and it must not change an intent. */
const DUST_PARTS = 1_000n;

/** How far the timestamp of a block may be behind the real time. */
const BLOCK_TIME_OFF_MS_MAX = 2 * 3_600_000;

/**
 * Why a transfer to a payment target of the intent does not count; undefined if it does. `added` is how many payments the
 * intent gets besides.
 */
export function rejectTransfer(transfer: Transfer, intent: Intent, added = 0): UnmatchedReason | undefined {
  if (transfer.failed) return 'failed';
  if (transfer.asset === undefined) return 'unknown_token';
  if (isKnown(transfer, intent) && transfer.amount > ZERO) return undefined;
  if (isDust(transfer, intent)) return 'dust';
  if (isTooOld(transfer, intent)) return 'too_old';
  return intent.payments.length + added >= LIMITS.paymentsPerIntentMax ? 'too_many' : undefined;
}

/** Whether the transfer is a payment of the intent already. */
export const isKnown = (transfer: Pick<Transfer, 'tx' | 'index'>, { payments }: Pick<Intent, 'payments'>): boolean =>
  payments.some(({ tx, index }) => tx === transfer.tx && index === transfer.index);

/** The address may have received transfers before it was assigned, if the wallet was used elsewhere. */
function isTooOld({ firstSeenAtMs, address }: Transfer, { targets }: Intent): boolean {
  const target = targets.find((candidate) => candidate.address === address);
  return target !== undefined && firstSeenAtMs < target.assignedAtMs - BLOCK_TIME_OFF_MS_MAX;
}

/** A small transfer that completes the amount due is not dust. */
function isDust({ amount, asset }: Transfer, intent: Intent): boolean {
  if (amount <= ZERO) return true;
  if (asset !== intent.asset) return amount < dustFloor(asset ?? '');
  if (multiply(amount, DUST_PARTS) >= intent.cryptoAmount) return false;
  const { remaining } = amountsOf(intent);
  return remaining === ZERO || amount < remaining;
}
