import type { IntentId } from '../ids.ts';
import type { Intent } from '../intents/intent.ts';
import { LIMITS } from '../limits.ts';
import type { AssetOnNetwork } from '../money/asset.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import { isListed } from './is-listed.ts';
import { rejectTransfer } from './reject-transfer.ts';
import type { Transfer, UnmatchedReason } from './transfer.ts';
import { unmatchedReason } from './unmatched-reason.ts';

const DAY_MS = 24 * 3_600_000;
/** How far a chain's clock may be behind ours. */
const CLOCK_DRIFT_MS_MAX = 10 * 60_000;

/** A scan that sees forwarded coin at all sees it within this time. */
const FORWARDED_MS_MAX = 2 * LIMITS.scanLagMsMax;

/** The answer to a payer who claims that a transfer to the intent's address is theirs. */
export interface Claim<Claimed extends Transfer = Transfer> {
  transfer: Claimed;
  result: 'already_counted' | 'will_be_counted' | 'under_review' | 'failed' | 'not_found';
  /** The reason to record it as unmatched, if a person has to look at it. */
  unmatchedAs: UnmatchedReason | undefined;
  /** Whether the transfer itself names the intent, and no other. */
  isNamed: boolean;
}

export interface ClaimFacts {
  intent: Intent;
  target: AssignedTarget;
  /** The assets of the network. */
  assets: readonly AssetOnNetwork[];
  nowMs: number;
  /** The intents that a transfer names. */
  named(transfer: Transfer): ReadonlySet<IntentId>;
  /** The intents that a transfer already counts for. */
  counted(transfer: Transfer): ReadonlySet<IntentId>;
  /** Whether a transfer that names nobody belongs to the merchant of the intent. */
  isOurs(transfer: Transfer): boolean;
}

/**
 * A transfer that belongs to another intent is reported as not found: anyone can read the chain, and who paid what is
 * private. A transfer that names no intent may be this payer's if the merchant owns it, because another one may have the
 * wallet by now, and if it came after the intent was created.
 */
export function assessClaim<Claimed extends Transfer>(transfer: Claimed, facts: ClaimFacts): Claim<Claimed> {
  const { intent } = facts;
  const counted = facts.counted(transfer);
  if (counted.has(intent.id)) return answer(transfer, isVoid(transfer, intent) ? 'will_be_counted' : 'already_counted');
  const named = facts.named(transfer);
  const isOwn = named.has(intent.id);
  const isForeign = named.size === 0 ? !facts.isOurs(transfer) : !isOwn;
  if (counted.size > 0 || isForeign) return answer(transfer, 'not_found');
  const rejection = rejectTransfer(transfer, intent);
  if (rejection === 'failed') return answer(transfer, 'failed');
  if (rejection === 'dust') return answer(transfer, 'not_found');
  const claim = isOwn ? assessNamed(transfer, facts, rejection) : assessUnnamed(transfer, facts);
  const isDust = claim.unmatchedAs !== undefined && !isListed(transfer, facts.assets);
  return isDust ? answer(transfer, 'not_found') : claim;
}

/** A scan counts a transfer that names the intent, as long as the network is watched for it, unless it overlooked it. */
function assessNamed<Claimed extends Transfer>(
  transfer: Claimed,
  facts: ClaimFacts,
  rejection: UnmatchedReason | undefined,
): Claim<Claimed> {
  const { intent, target, nowMs } = facts;
  const watchedUntilMs = Math.max(intent.expiresAtMs, target.assignedAtMs) + LIMITS.watchedDaysAfterExpiry * DAY_MS;
  const isNamed = facts.named(transfer).size === 1;
  if (rejection !== undefined || nowMs >= watchedUntilMs) {
    const unmatchedAs = rejection ?? (isNamed ? 'too_late' : 'ambiguous');
    return { ...answer(transfer, 'under_review', unmatchedAs), isNamed };
  }
  if (isOverlooked(transfer, nowMs)) return { ...answer(transfer, 'under_review', 'ambiguous'), isNamed };
  return answer(transfer, isNamed && transfer.asset === intent.asset ? 'will_be_counted' : 'under_review');
}

const isOverlooked = ({ isForwarded, blockTimeMs }: Transfer, nowMs: number): boolean =>
  isForwarded === true && nowMs - (blockTimeMs ?? nowMs) > FORWARDED_MS_MAX;

function assessUnnamed<Claimed extends Transfer>(transfer: Claimed, { intent, target }: ClaimFacts): Claim<Claimed> {
  if (transfer.firstSeenAtMs < intent.createdAtMs - CLOCK_DRIFT_MS_MAX) return answer(transfer, 'not_found');
  const reason = target.matchedBy === 'amount' ? 'other_amount' : 'no_reference';
  return answer(transfer, 'under_review', unmatchedReason(transfer, reason));
}

const isVoid = ({ tx, index }: Transfer, { payments }: Intent): boolean =>
  payments.some((payment) => payment.tx === tx && payment.index === index && payment.state === 'void');

const answer = <Claimed extends Transfer>(
  transfer: Claimed,
  result: Claim['result'],
  unmatchedAs?: UnmatchedReason,
): Claim<Claimed> => ({
  transfer,
  result,
  unmatchedAs,
  isNamed: false,
});
