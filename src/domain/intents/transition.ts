import type { AuditRecord } from '../events/audit-record.ts';
import type { IntentEvent } from '../events/event.ts';
import type { MerchantSettings } from '../merchants/settings.ts';
import { formatDecimal } from '../money/decimal.ts';
import { followPayments, type NetworkNews } from '../payments/follow-payments.ts';
import type { Payment } from '../payments/payment.ts';
import { type DerivedStatus, deriveStatus, enoughFor } from './derive-status.ts';
import type { Intent } from './intent.ts';
import { type IntentStatus, mayFollow } from './intent-status.ts';
import { policyOf } from './policy.ts';
import type { Flag, Review } from './review.ts';

/** The intent after a change, and the events that the change causes. */
export interface Transition {
  intent: Intent;
  events: readonly IntentEvent[];
  /** Set where a person made the change: it is recorded in the same transaction. */
  audit?: AuditRecord;
}

/**
 * Where the facts take an intent: undefined where they leave it as it is and there is nothing else to tell. Each event
 * counts one in its sequence.
 */
export function transition(
  intent: Intent,
  settings: MerchantSettings,
  nowMs: number,
  news: readonly IntentEvent[] = [],
): Transition | undefined {
  const policy = policyOf(intent, settings);
  const standing = deriveStatus(intent, policy, nowMs);
  const status = nextStatus(intent.status, standing.status);
  const review = reviewOf(intent, status, standing);
  const moved = status !== intent.status || review?.cause !== intent.review?.cause;
  const flags = standing.flags;
  const marked = flags.length !== intent.flags.length || flags.some((flag) => !intent.flags.includes(flag));
  if (!moved && !marked && news.length === 0) return undefined;
  const told = [...news];
  if (moved) told.push(eventOfMove(intent, status, review, marked ? flags : undefined));
  // Whoever delivers on `succeeded` must hear it once, whatever else is found out later.
  else if (marked) told.push({ type: 'payment_intent.flagged', changes: { flags } });
  const succeeds = status === 'succeeded' && intent.status !== 'succeeded' && !intent.decision;
  const settledWith = succeeds ? enoughFor(intent, policy) : intent.settledWith;
  return {
    intent: { ...intent, status, review, flags, settledWith, sequence: intent.sequence + told.length },
    events: told,
  };
}

function eventOfMove(
  { status: former, decision }: Intent,
  status: IntentStatus,
  review: Review | undefined,
  flags: readonly Flag[] | undefined,
): IntentEvent {
  const wasReversed = former === 'succeeded' && status === 'needs_review';
  const changes = {
    status,
    ...(review ? { review } : {}),
    ...(flags ? { flags } : {}),
    ...(decision ? { decision: { kind: decision.kind, reason: decision.reason } } : {}),
  };
  return { type: wasReversed ? 'payment_intent.reversed' : `payment_intent.${status}`, changes };
}

/** What one look at a network makes of an intent. The events of payments come first, then what they made of it. */
export function followNetwork(intent: Intent, settings: MerchantSettings, news: NetworkNews): Transition | undefined {
  const payments = followPayments(intent, news);
  if (payments === intent.payments) return transition(intent, settings, news.nowMs);
  const before = new Map(intent.payments.map((payment) => [nameOf(payment), payment]));
  const events = payments.flatMap((payment) => {
    const former = before.get(nameOf(payment));
    return former?.state === payment.state ? [] : [eventOf(payment)];
  });
  const followed = { ...intent, payments };
  const moved = transition(followed, settings, news.nowMs, events);
  // A count of confirmations is worth a write and a notice, but no event.
  return moved ?? { intent: followed, events: [] };
}

const nameOf = ({ network, tx, index }: Pick<Payment, 'network' | 'tx' | 'index'>) => `${network}:${tx}:${index}`;

function eventOf({ network, tx, index, state, asset, amount, voidReason }: Payment): IntentEvent {
  const payment = { network, tx, index, state, asset, amount: formatDecimal(amount) };
  return { type: `payment.${state}`, changes: { payment: voidReason ? { ...payment, reason: voidReason } : payment } };
}

/** A step that the table does not know is taken by way of the open status, on which the next look goes on. */
function nextStatus(from: IntentStatus, to: IntentStatus): IntentStatus {
  if (from === to || mayFollow(from, to)) return to;
  if (mayFollow(from, 'requires_payment')) return 'requires_payment';
  throw new RangeError(`a payment intent cannot go from ${from} to ${to}`);
}

function reviewOf(intent: Intent, status: IntentStatus, { cause }: DerivedStatus): Review | undefined {
  if (status !== 'needs_review' || cause === undefined) return undefined;
  return { cause, from: intent.review?.from ?? intent.status };
}
