import { amountsOf, sum } from './amounts.ts';
import type { Intent } from './intent.ts';
import type { IntentStatus } from './intent-status.ts';
import type { Payment } from './payment.ts';
import type { Policy } from './policy.ts';

export const REVIEW_CAUSES = [
  'underpaid',
  'late',
  'reorged',
  'wrong_asset',
  'canceled_with_money',
  'unseen',
  'ambiguous',
] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

/** Why people must look at an intent, and what it was before. */
export interface Review {
  cause: ReviewCause;
  from: IntentStatus;
}

export const FLAGS = ['late', 'reorged', 'wrong_asset', 'manual', 'tolerated', 'overpaid'] as const;
export type Flag = (typeof FLAGS)[number];

export interface Standing {
  status: IntentStatus;
  cause: ReviewCause | undefined;
  flags: readonly Flag[];
}

const HOUR_MS = 3_600_000;
/** A network that nobody could read for so long after the expiry: people must look. */
const UNSEEN_MS_MAX = 24 * HOUR_MS;
/** So long after the expiry in-time money that is enough may still be on its way. */
const IN_FLIGHT_MS_MAX = 5 * 60_000;

/** The status is a function of payments, time, policy and what the merchant decided; of nothing else. */
export function standingOf(intent: Intent, policy: Policy, nowMs: number): Standing {
  if (intent.canceledAtMs !== undefined) return canceledStanding(intent);
  const enough = intent.cryptoAmount - policy.tolerance;
  const inTime = ({ firstSeenAtMs }: Payment) => firstSeenAtMs < intent.expiresAtMs;
  const settled = sum(intent, (payment) => payment.state === 'final' && inTime(payment));
  if (settled >= enough) return { status: 'succeeded', cause: undefined, flags: paidFlags(intent) };
  const standing =
    nowMs >= intent.expiresAtMs && isScannedPastExpiry(intent)
      ? afterExpiry(intent, policy, nowMs)
      : beforeExpiry(intent, enough, nowMs);
  return wasReversed(intent, standing) ? { ...standing, status: 'needs_review', cause: 'reorged' } : standing;
}

function beforeExpiry(intent: Intent, enough: bigint, nowMs: number): Standing {
  if (nowMs >= intent.expiresAtMs + UNSEEN_MS_MAX) return { status: 'needs_review', cause: 'unseen', flags: [] };
  const { received, pending } = amountsOf(intent);
  if (received + pending >= enough) return { status: 'processing', cause: undefined, flags: [] };
  return { status: received > 0n ? 'partially_paid' : 'requires_payment', cause: undefined, flags: [] };
}

function afterExpiry(intent: Intent, policy: Policy, nowMs: number): Standing {
  const enough = intent.cryptoAmount - policy.tolerance;
  const lateUntilMs = intent.expiresAtMs + policy.lateAcceptedMs;
  const accepted = ({ firstSeenAtMs }: Payment) => firstSeenAtMs < lateUntilMs;
  if (sum(intent, (payment) => isFinal(payment) && accepted(payment)) >= enough) {
    return { status: 'succeeded', cause: undefined, flags: [...paidFlags(intent), 'late'] };
  }
  const { received, pending } = amountsOf(intent);
  const inTime = sum(intent, ({ firstSeenAtMs }) => firstSeenAtMs < intent.expiresAtMs);
  const waits = inTime < enough || nowMs < intent.expiresAtMs + IN_FLIGHT_MS_MAX;
  if (pending > 0n && sum(intent, accepted) >= enough && waits) {
    return { status: 'processing', cause: undefined, flags: [] };
  }
  if (received === 0n) return { status: 'expired', cause: undefined, flags: [] };
  const tooLate = sum(intent, (payment) => isFinal(payment) && !accepted(payment)) > 0n;
  return { status: 'needs_review', cause: tooLate ? 'late' : 'underpaid', flags: [] };
}

const isFinal = ({ state }: Payment) => state === 'final';

function canceledStanding(intent: Intent): Standing {
  const { received, pending } = amountsOf(intent);
  return received + pending > 0n
    ? { status: 'needs_review', cause: 'canceled_with_money', flags: [] }
    : { status: 'canceled', cause: undefined, flags: [] };
}

function paidFlags(intent: Intent): Flag[] {
  const { received, overpaidBy } = amountsOf(intent);
  if (overpaidBy > 0n) return ['overpaid'];
  return received < intent.cryptoAmount ? ['tolerated'] : [];
}

/** What was paid and no longer is was undone by the chain. */
const wasReversed = (intent: Intent, { status }: Standing) =>
  status !== 'succeeded' && (intent.status === 'succeeded' || intent.review?.from === 'succeeded');

function isScannedPastExpiry(intent: Intent): boolean {
  return intent.targets.every(({ scannedUntilMs }) => (scannedUntilMs ?? 0) >= intent.expiresAtMs);
}

/** Whether nobody knows yet what came in before the expiry: unpaid and unseen are different answers. */
export function isDelayed(intent: Intent, nowMs: number): boolean {
  const open = intent.status === 'requires_payment' || intent.status === 'partially_paid';
  return open && nowMs >= intent.expiresAtMs + SCAN_GRACE_MS && !isScannedPastExpiry(intent);
}

/** A network is read every second; only a longer silence is worth a word. */
const SCAN_GRACE_MS = 10_000;
