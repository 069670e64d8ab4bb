import type { AuditRecord } from '../events/audit-record.ts';
import type { IntentEvent } from '../events/event.ts';
import type { DocumentOrder } from '../invoices/invoice.ts';
import { orderDocument } from '../invoices/order-document.ts';
import type { MerchantSettings } from '../merchants/settings.ts';
import { formatDecimal } from '../money/decimal.ts';
import { followPayments, isSameMoney, type NetworkNews } from '../payments/follow-payments.ts';
import { nameOf, type Payment } from '../payments/payment.ts';
import { type DerivedStatus, deriveStatus, settle } from './derive-status.ts';
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
  /** Set where the change issues an invoice or a credit note. */
  document?: DocumentOrder | undefined;
}

/**
 * Derives the intent's next state and the events that it causes. Undefined if nothing changes. Each event adds one to
 * the sequence.
 */
export function transition(
  intent: Intent,
  settings: MerchantSettings,
  nowMs: number,
  news: readonly IntentEvent[] = [],
): Transition | undefined {
  const policy = policyOf(intent, settings);
  const derived = deriveStatus(intent, policy, nowMs);
  const status = nextStatus(intent.status, derived.status);
  const review = reviewOf(intent, derived);
  const moved = status !== intent.status || review?.cause !== intent.review?.cause;
  const flags = derived.flags;
  const marked = flags.length !== intent.flags.length || flags.some((flag) => !intent.flags.includes(flag));
  if (!moved && !marked && news.length === 0) return undefined;
  const told = [...news];
  if (moved) told.push(eventOfMove(intent, nowMs, { status, review, flags: marked ? flags : undefined }));
  // A merchant that delivers on `succeeded` must get that event only once, so new flags have an event of their own type.
  else if (marked) told.push({ type: 'payment_intent.flagged', changes: { flags } });
  const settled = status === 'succeeded' ? settle(intent, policy) : intent;
  const document = orderDocument(intent.status, status, settings);
  const sequence = intent.sequence + told.length;
  return { intent: { ...settled, status, review, flags, sequence }, events: told, ...(document ? { document } : {}) };
}

/** An earlier decision is no news: the event of the decision has told it. */
function eventOfMove(
  { status: former, decision }: Intent,
  nowMs: number,
  { status, review, flags }: { status: IntentStatus; review: Review | undefined; flags: readonly Flag[] | undefined },
): IntentEvent {
  const changes = {
    status,
    ...(review ? { review } : {}),
    ...(flags ? { flags } : {}),
    ...(decision?.atMs === nowMs ? { decision: { kind: decision.kind, reason: decision.reason } } : {}),
  };
  return { type: former === 'succeeded' ? 'payment_intent.reversed' : `payment_intent.${status}`, changes };
}

/** Applies one scan of a network to an intent. The events of payments come before the event of the intent. */
export function followNetwork(intent: Intent, settings: MerchantSettings, news: NetworkNews): Transition | undefined {
  const payments = followPayments(intent, news);
  if (payments === intent.payments) return transition(intent, settings, news.nowMs);
  const before = new Map(intent.payments.map((payment) => [nameOf(payment), payment]));
  const events = payments.flatMap((payment) => {
    const former = before.get(nameOf(payment));
    return former?.state === payment.state && isSameMoney(former, payment) ? [] : [eventOf(payment)];
  });
  const followed = { ...intent, payments };
  const moved = transition(followed, settings, news.nowMs, events);
  // A new confirmation is written and announced, but is not an event.
  return moved ?? { intent: followed, events: [] };
}

function eventOf({ network, tx, index, state, asset, amount, voidReason }: Payment): IntentEvent {
  const payment = { network, tx, index, state, asset, amount: formatDecimal(amount) };
  return { type: `payment.${state}`, changes: { payment: voidReason ? { ...payment, reason: voidReason } : payment } };
}

/** A transition that the table does not allow goes through `requires_payment`; the next scan continues from there. */
function nextStatus(from: IntentStatus, to: IntentStatus): IntentStatus {
  if (from === to || mayFollow(from, to)) return to;
  if (mayFollow(from, 'requires_payment')) return 'requires_payment';
  throw new RangeError(`a payment intent cannot go from ${from} to ${to}`);
}

/** The table allows a review after every other status, so a cause always leads to one. */
function reviewOf(intent: Intent, { cause }: DerivedStatus): Review | undefined {
  return cause && { cause, from: intent.review?.from ?? intent.status };
}
