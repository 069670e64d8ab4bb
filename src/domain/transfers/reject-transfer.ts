import { amountsOf } from '../intents/amounts.ts';
import type { Intent } from '../intents/intent.ts';
import { multiply, ZERO } from '../money/money.ts';
import type { Transfer, UnmatchedReason } from './transfer.ts';

/** Less than so small a part of what is due is dust: anybody can send it, and it must not move an intent. */
const DUST_PARTS = 1_000n;

/** So far a block's own time may lie before the true one. */
const BLOCK_TIME_OFF_MS_MAX = 2 * 3_600_000;

/** Why a transfer to the place of an intent does not count for it; undefined where it does. */
export function rejectTransfer(transfer: Transfer, intent: Intent): UnmatchedReason | undefined {
  if (transfer.failed) return 'failed';
  if (transfer.asset === undefined) return 'unknown_token';
  if (intent.payments.some(({ tx, index }) => tx === transfer.tx && index === transfer.index)) return undefined;
  if (isDust(transfer, intent)) return 'dust';
  return isTooOld(transfer, intent) ? 'too_old' : undefined;
}

/** An address of a key that was used elsewhere may have had money before it was given out here. */
function isTooOld({ firstSeenAtMs, address }: Transfer, { targets }: Intent): boolean {
  const target = targets.find((candidate) => candidate.address === address);
  return target !== undefined && firstSeenAtMs < target.assignedAtMs - BLOCK_TIME_OFF_MS_MAX;
}

/** The last small part of a payment is none: it is what was asked for. */
function isDust({ amount, asset }: Transfer, intent: Intent): boolean {
  if (amount <= ZERO) return true;
  if (asset !== intent.asset || multiply(amount, DUST_PARTS) >= intent.cryptoAmount) return false;
  const { remaining } = amountsOf(intent);
  return remaining === ZERO || amount < remaining;
}
