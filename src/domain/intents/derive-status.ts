import { add, type CryptoAmount, cryptoAmount, max, min, subtract, ZERO } from '../money/money.ts';
import { networkOf } from '../networks/network.ts';
import { isInFlight, isVoid, nameOf, type Payment } from '../payments/payment.ts';
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

type StatusAndCause = Omit<DerivedStatus, 'flags'>;

const SMALLEST = cryptoAmount(1n);
const HOUR_MS = 3_600_000;
/** If a network could not be read for this long after the expiry, a person must look at the intent. */
const UNSEEN_MS_MAX = 24 * HOUR_MS;

/** The status depends only on payments, time, policy and the merchant's decision. */
export function deriveStatus(intent: Intent, policy: Policy, nowMs: number): DerivedStatus {
  const derived = statusAndCause(intent, policy, nowMs);
  return { ...derived, flags: flagsOf(intent, derived) };
}

function statusAndCause(intent: Intent, policy: Policy, nowMs: number): StatusAndCause {
  if (intent.decision) return afterDecision(intent, intent.decision);
  if (intent.canceledAtMs !== undefined) {
    return hasPayments(intent) ? review('canceled_with_money') : is('canceled');
  }
  if (isPaid(intent, policy)) return is('succeeded');
  // An expired intent stays expired, even if the caller read the clock before the expiry.
  const isExpired = intent.status === 'expired' || (nowMs >= intent.expiresAtMs && isScannedPastExpiry(intent));
  const derived = isExpired ? afterExpiry(intent, policy, nowMs) : beforeExpiry(intent, policy, nowMs);
  return wasReversed(intent, derived) ? review('reorged') : derived;
}

/** A rejected intent stays canceled until a person hears of another payment, which may be older than the rejection. */
function afterDecision(intent: Intent, { kind, atMs, payments: decided }: Decision): StatusAndCause {
  if (kind === 'accepted') return is('succeeded');
  const isNew = (payment: Payment) => (decided ? !decided.includes(nameOf(payment)) : payment.firstSeenAtMs > atMs);
  return intent.payments.some((payment) => !isVoid(payment) && isNew(payment))
    ? review('canceled_with_money')
    : is('canceled');
}

const is = (status: IntentStatus): StatusAndCause => ({ status, cause: undefined });
const review = (cause: ReviewCause): StatusAndCause => ({ status: 'needs_review', cause });

/** Whether final payments that arrived in time are sufficient, or those with which the intent has succeeded before. */
function isPaid(intent: Intent, policy: Policy): boolean {
  const inTime = sumPayments(intent, (payment) => isFinal(payment) && isInTime(payment, intent));
  return isSettled(intent) || inTime >= amountRequired(intent, policy);
}

/**
 * An intent that has succeeded stays so while the same money is final: a stricter policy does not reverse it, only the
 * chain can. If the chain does, other money is judged like that of any intent.
 */
function isSettled({ settledWith, settledBy, ...intent }: Intent): boolean {
  if (settledWith === undefined) return false;
  const settles = (payment: Payment) => settledBy?.includes(nameOf(payment)) ?? true;
  return sumPayments(intent, (payment) => isFinal(payment) && settles(payment)) >= settledWith;
}

/** Remembers the payments with which an intent succeeds, unless those of an earlier success still suffice. */
export function settle(intent: Intent, policy: Policy): Intent {
  if (intent.decision || isSettled(intent)) return intent;
  const { asset, payments } = intent;
  const settling = payments.filter(
    (payment) => payment.asset === asset && isFinal(payment) && isAccepted(payment, intent, policy),
  );
  return { ...intent, settledWith: amountRequired(intent, policy), settledBy: settling.map(nameOf) };
}

function beforeExpiry(intent: Intent, policy: Policy, nowMs: number): StatusAndCause {
  if (nowMs >= intent.expiresAtMs + UNSEEN_MS_MAX) return review('unseen');
  const { received, pending } = amountsOf(intent);
  if (add(received, pending) >= amountRequired(intent, policy)) return is('processing');
  return findReview(intent) ?? is(received > ZERO ? 'partially_paid' : 'requires_payment');
}

function afterExpiry(intent: Intent, policy: Policy, nowMs: number): StatusAndCause {
  const required = amountRequired(intent, policy);
  const accepted = (payment: Payment) => isAccepted(payment, intent, policy);
  if (sumPayments(intent, (payment) => isFinal(payment) && accepted(payment)) >= required) return is('succeeded');
  const mayCount = (payment: Payment) => accepted(asIfIncluded(payment, nowMs));
  if (sumPayments(intent, mayCount) >= required && mayStillConfirm(intent, required, nowMs)) return is('processing');
  const needed = findReview(intent);
  if (needed) return needed;
  if (amountsOf(intent).received === ZERO) return is('expired');
  const tooLate = sumPayments(intent, (payment) => isFinal(payment) && !accepted(payment)) > ZERO;
  return review(tooLate ? 'late' : 'underpaid');
}

/** A payment in no block is worth waiting for only while the next block would not be too late. */
const asIfIncluded = (payment: Payment, nowMs: number): Payment =>
  payment.blockHeight === undefined ? { ...payment, blockTimeMs: nowMs } : payment;

/** Payments that arrived in time keep the intent processing for a time that depends on the network. */
function mayStillConfirm(intent: Intent, required: CryptoAmount, nowMs: number): boolean {
  if (sumPayments(intent, (payment) => isInTime(payment, intent)) < required) return true;
  const slowestMs = Math.max(0, ...intent.payments.filter(isInFlight).map(({ network }) => inFlightMsMax(network)));
  return nowMs < intent.expiresAtMs + slowestMs;
}

const inFlightMsMax = (network: string) => networkOf(network).inFlightMsMax;

/** A review because of ambiguous transfers or payments in the wrong asset. */
function findReview(intent: Intent): StatusAndCause | undefined {
  if (intent.ambiguousTransfers.length > 0) return review('ambiguous');
  return intent.payments.some((payment) => isWrongAsset(payment, intent) && isFinal(payment))
    ? review('wrong_asset')
    : undefined;
}

const isFinal = ({ state }: Payment) => state === 'final';
const isInTime = (payment: Payment, intent: Intent) => paidAtMs(payment, intent) < intent.expiresAtMs;
/** In time, or not too late. */
const isAccepted = (payment: Payment, intent: Intent, { lateAcceptedMs }: Policy) =>
  paidAtMs(payment, intent) < intent.expiresAtMs + lateAcceptedMs;

/**
 * A payment counts from when it was first seen, unless its block came too long after the expiry. Then it counts from its
 * block: otherwise, a transaction that waits for days would be a free option on the price.
 */
function paidAtMs({ network, firstSeenAtMs, blockTimeMs }: Payment, { expiresAtMs }: Intent): number {
  if (blockTimeMs === undefined || blockTimeMs <= expiresAtMs + inFlightMsMax(network)) return firstSeenAtMs;
  return blockTimeMs;
}

const isWrongAsset = (payment: Payment, { asset }: Intent) => payment.asset !== asset && !isVoid(payment);
const hasPayments = ({ payments, ambiguousTransfers }: Intent) =>
  ambiguousTransfers.length > 0 || payments.some((payment) => !isVoid(payment));

/** The amount that counts as paid: never nothing. */
const amountRequired = ({ cryptoAmount: due }: Intent, { tolerance }: Policy): CryptoAmount =>
  max(subtract(due, tolerance), SMALLEST);

function flagsOf(intent: Intent, { status }: StatusAndCause): Flag[] {
  const flags: Flag[] = [];
  const { received, overpaidBy } = amountsOf(intent);
  if (status === 'succeeded') {
    const inTime = sumPayments(intent, (payment) => isFinal(payment) && isInTime(payment, intent));
    const settledWith = intent.settledWith ?? min(received, intent.cryptoAmount);
    if (overpaidBy > ZERO) flags.push('overpaid');
    if (received < intent.cryptoAmount && !intent.decision) flags.push('tolerated');
    if (inTime < settledWith && !intent.decision) flags.push('late');
  }
  if (intent.payments.some((payment) => isWrongAsset(payment, intent))) flags.push('wrong_asset');
  if (intent.payments.some(({ reorged }) => reorged)) flags.push('reorged');
  if (intent.decision?.kind === 'accepted') flags.push('manual');
  return flags;
}

/** An intent that had succeeded and is no longer paid was reversed by the chain. */
const wasReversed = (intent: Intent, { status }: StatusAndCause) =>
  status !== 'succeeded' && (intent.status === 'succeeded' || intent.review?.from === 'succeeded');

function isScannedPastExpiry(intent: Intent): boolean {
  return intent.targets.every(({ scannedUntilMs }) => (scannedUntilMs ?? 0) >= intent.expiresAtMs);
}

/** Whether payments from before the expiry may still be unread: unpaid and unseen are different answers. */
export function isDelayed(intent: Intent, nowMs: number): boolean {
  return isAwaiting(intent) && nowMs >= intent.expiresAtMs + SCAN_GRACE_MS && !isScannedPastExpiry(intent);
}

/** A network is read every second; only a longer delay is reported. */
const SCAN_GRACE_MS = 10_000;
