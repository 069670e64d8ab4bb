import { add, type CryptoAmount, min, subtract, ZERO } from '../money/money.ts';
import { networkOf } from '../networks/network.ts';
import { isInFlight, type Payment } from '../payments/payment.ts';
import { amountsOf, sumPayments } from './amounts.ts';
import type { Intent } from './intent.ts';
import { type IntentStatus, isAwaiting } from './intent-status.ts';
import type { Policy } from './policy.ts';
import type { Decision, Flag, ReviewCause } from './review.ts';

export interface DerivedStatus {
  status: IntentStatus;
  cause: ReviewCause | undefined;
  flags: readonly Flag[];
}

type Verdict = Omit<DerivedStatus, 'flags'>;

const HOUR_MS = 3_600_000;
/** A network that nobody could read for so long after the expiry: people must look. */
const UNSEEN_MS_MAX = 24 * HOUR_MS;

/** The status is a function of payments, time, policy and what the merchant decided; of nothing else. */
export function deriveStatus(intent: Intent, policy: Policy, nowMs: number): DerivedStatus {
  const verdict = verdictOf(intent, policy, nowMs);
  return { ...verdict, flags: flagsOf(intent, verdict) };
}

function verdictOf(intent: Intent, policy: Policy, nowMs: number): Verdict {
  if (intent.decision) return decided(intent, intent.decision);
  if (intent.canceledAtMs !== undefined) {
    return holdsMoney(intent) ? review('canceled_with_money') : is('canceled');
  }
  if (isSettled(intent, policy)) return is('succeeded');
  // What has expired is over, also by the time of somebody who looked at the clock before.
  const isOver = intent.status === 'expired' || (nowMs >= intent.expiresAtMs && isScannedPastExpiry(intent));
  const derived = isOver ? afterExpiry(intent, policy, nowMs) : beforeExpiry(intent, policy, nowMs);
  return wasReversed(intent, derived) ? review('reorged') : derived;
}

/** What was rejected stays so until more money comes. */
function decided({ payments }: Intent, { kind, atMs }: Decision): Verdict {
  if (kind === 'accepted') return is('succeeded');
  const more = payments.some(({ state, firstSeenAtMs }) => state !== 'void' && firstSeenAtMs > atMs);
  return more ? review('canceled_with_money') : is('canceled');
}

const is = (status: IntentStatus): Verdict => ({ status, cause: undefined });
const review = (cause: ReviewCause): Verdict => ({ status: 'needs_review', cause });

/**
 * Enough final money that came in time. What has succeeded once stays so as long as that much final money is there: a
 * merchant who becomes stricter afterwards takes nothing back, only the chain can.
 */
function isSettled(intent: Intent, policy: Policy): boolean {
  const { settledWith } = intent;
  if (settledWith !== undefined && sumPayments(intent, isFinal) >= settledWith) return true;
  return sumPayments(intent, (payment) => isFinal(payment) && isInTime(payment, intent)) >= enoughFor(intent, policy);
}

function beforeExpiry(intent: Intent, policy: Policy, nowMs: number): Verdict {
  if (nowMs >= intent.expiresAtMs + UNSEEN_MS_MAX) return review('unseen');
  const { received, pending } = amountsOf(intent);
  if (add(received, pending) >= enoughFor(intent, policy)) return is('processing');
  return doubtful(intent) ?? is(received > ZERO ? 'partially_paid' : 'requires_payment');
}

function afterExpiry(intent: Intent, policy: Policy, nowMs: number): Verdict {
  const enough = enoughFor(intent, policy);
  const lateUntilMs = intent.expiresAtMs + policy.lateAcceptedMs;
  const accepted = ({ firstSeenAtMs }: Payment) => firstSeenAtMs < lateUntilMs;
  if (sumPayments(intent, (payment) => isFinal(payment) && accepted(payment)) >= enough) return is('succeeded');
  const { received, pending } = amountsOf(intent);
  if (pending > ZERO && sumPayments(intent, accepted) >= enough && waits(intent, enough, nowMs))
    return is('processing');
  const doubt = doubtful(intent);
  if (doubt) return doubt;
  if (received === ZERO) return is('expired');
  const tooLate = sumPayments(intent, (payment) => isFinal(payment) && !accepted(payment)) > ZERO;
  return review(tooLate ? 'late' : 'underpaid');
}

/** In-time money holds its price for as long as its network may take; late money is on its way as long as it is. */
function waits(intent: Intent, enough: CryptoAmount, nowMs: number): boolean {
  if (sumPayments(intent, (payment) => isInTime(payment, intent)) < enough) return true;
  const slowestMs = Math.max(0, ...intent.payments.filter(isInFlight).map(({ network }) => inFlightMsMax(network)));
  return nowMs < intent.expiresAtMs + slowestMs;
}

const inFlightMsMax = (network: string) => networkOf(network).inFlightMsMax;

/** Money that is there, but not as it was asked for, or not for one intent alone. */
function doubtful(intent: Intent): Verdict | undefined {
  if (intent.doubts.length > 0) return review('ambiguous');
  return intent.payments.some((payment) => isForeign(payment, intent) && isFinal(payment))
    ? review('wrong_asset')
    : undefined;
}

const isFinal = ({ state }: Payment) => state === 'final';
const isInTime = ({ firstSeenAtMs }: Payment, { expiresAtMs }: Intent) => firstSeenAtMs < expiresAtMs;
const isForeign = (payment: Payment, { asset }: Intent) => payment.asset !== asset && payment.state !== 'void';
const holdsMoney = ({ payments, doubts }: Intent) =>
  doubts.length > 0 || payments.some(({ state }) => state !== 'void');

/** So much is enough to count as paid. */
export const enoughFor = (intent: Intent, { tolerance }: Policy): CryptoAmount =>
  subtract(intent.cryptoAmount, tolerance);

function flagsOf(intent: Intent, { status }: Verdict): Flag[] {
  const flags: Flag[] = [];
  const { received, overpaidBy } = amountsOf(intent);
  if (status === 'succeeded') {
    const inTime = sumPayments(intent, (payment) => isFinal(payment) && isInTime(payment, intent));
    const settledWith = intent.settledWith ?? min(received, intent.cryptoAmount);
    if (overpaidBy > ZERO) flags.push('overpaid');
    if (received < intent.cryptoAmount && !intent.decision) flags.push('tolerated');
    if (inTime < settledWith && !intent.decision) flags.push('late');
  }
  if (intent.payments.some((payment) => isForeign(payment, intent))) flags.push('wrong_asset');
  if (intent.payments.some(({ reorged }) => reorged)) flags.push('reorged');
  if (intent.decision?.kind === 'accepted') flags.push('manual');
  return flags;
}

/** What was paid and no longer is was undone by the chain. */
const wasReversed = (intent: Intent, { status }: Verdict) =>
  status !== 'succeeded' && (intent.status === 'succeeded' || intent.review?.from === 'succeeded');

function isScannedPastExpiry(intent: Intent): boolean {
  return intent.targets.every(({ scannedUntilMs }) => (scannedUntilMs ?? 0) >= intent.expiresAtMs);
}

/** Whether nobody knows yet what came in before the expiry: unpaid and unseen are different answers. */
export function isDelayed(intent: Intent, nowMs: number): boolean {
  return isAwaiting(intent) && nowMs >= intent.expiresAtMs + SCAN_GRACE_MS && !isScannedPastExpiry(intent);
}

/** A network is read every second; only a longer silence is worth a word. */
const SCAN_GRACE_MS = 10_000;
