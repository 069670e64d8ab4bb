import type { IntentId } from '../ids.ts';
import type { Intent } from '../intents/intent.ts';
import { LIMITS } from '../limits.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import { rejectTransfer } from './reject-transfer.ts';
import type { Transfer, UnmatchedReason } from './transfer.ts';
import { unmatchedReason } from './unmatched-reason.ts';

const DAY_MS = 24 * 3_600_000;
/** A chain's clock may go so much behind ours. */
const CLOCK_SLACK_MS = 10 * 60_000;

/** What can be said to a payer of one transfer that came to the address of the intent. */
export interface Claim {
  transfer: Transfer;
  result: 'already_counted' | 'will_be_counted' | 'under_review' | 'failed' | 'not_found';
  /** Why it counts for nobody by itself, where a person has to look at it. */
  keep: UnmatchedReason | undefined;
}

export interface ClaimFacts {
  intent: Intent;
  target: AssignedTarget;
  nowMs: number;
  /** The intents that a transfer names. */
  named(transfer: Transfer): ReadonlySet<IntentId>;
  /** The intents that a transfer counts for already. */
  counted(transfer: Transfer): ReadonlySet<IntentId>;
}

/**
 * Money that is another intent's is nothing to this payer: who has paid what is nobody else's business, and everybody
 * can read the chain. What names no intent may be this payer's, if it came after the intent was made.
 */
export function assessClaim(transfer: Transfer, facts: ClaimFacts): Claim {
  const { intent } = facts;
  const counted = facts.counted(transfer);
  if (counted.has(intent.id)) return say(transfer, isVoid(transfer, intent) ? 'will_be_counted' : 'already_counted');
  const named = facts.named(transfer);
  const isOwn = named.has(intent.id);
  if (counted.size > 0 || (named.size > 0 && !isOwn)) return say(transfer, 'not_found');
  const refusal = rejectTransfer(transfer, intent);
  if (refusal === 'failed') return say(transfer, 'failed');
  if (refusal === 'dust') return say(transfer, 'not_found');
  return isOwn ? judgeNamed(transfer, facts, refusal) : judgeStray(transfer, intent);
}

/** The watcher takes what names the intent, as long as it looks. */
function judgeNamed(transfer: Transfer, facts: ClaimFacts, refusal: UnmatchedReason | undefined): Claim {
  const { intent, target, nowMs } = facts;
  const watchedUntilMs = Math.max(intent.expiresAtMs, target.assignedAtMs) + LIMITS.watchedDaysAfterExpiry * DAY_MS;
  if (refusal !== undefined || nowMs >= watchedUntilMs) return say(transfer, 'under_review', refusal ?? 'ambiguous');
  const counts = facts.named(transfer).size === 1 && transfer.asset === intent.asset;
  return say(transfer, counts ? 'will_be_counted' : 'under_review');
}

const judgeStray = (transfer: Transfer, { createdAtMs }: Intent): Claim =>
  transfer.firstSeenAtMs < createdAtMs - CLOCK_SLACK_MS
    ? say(transfer, 'not_found')
    : say(transfer, 'under_review', unmatchedReason(transfer));

const isVoid = ({ tx, index }: Transfer, { payments }: Intent): boolean =>
  payments.some((payment) => payment.tx === tx && payment.index === index && payment.state === 'void');

const say = (transfer: Transfer, result: Claim['result'], keep?: UnmatchedReason): Claim => ({
  transfer,
  result,
  keep,
});
