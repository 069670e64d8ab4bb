import type { Intent } from '../intents/intent.ts';
import { isOfCreation } from '../intents/warnings.ts';
import { parseDecimal } from '../money/decimal.ts';
import { nameOf, type Payment } from '../payments/payment.ts';
import type { EventChanges, IntentEvent } from './event.ts';

type PastEvent = IntentEvent & { sequence: number; atMs: number };
type PastPayment = EventChanges['payment.seen']['payment'];

/**
 * The intent right after one of its events, whenever it is asked for: its status, review, flags, decision, expiry, payments
 * and targets were such then. How deep a payment was in the chain is not part of the history.
 */
export function intentAt(intent: Intent, timeline: readonly PastEvent[], sequence: number): Intent {
  const past = timeline.filter((event) => event.sequence <= sequence);
  const atMs = past.at(-1)?.atMs ?? intent.createdAtMs;
  const states = new Map<string, PastPayment>();
  let then: Pick<Intent, 'status' | 'review' | 'flags' | 'decision'> = {
    status: 'requires_payment',
    review: undefined,
    flags: [],
    decision: undefined,
  };
  for (const { changes, atMs: changedAtMs } of past) {
    if ('payment' in changes) states.set(nameOf(changes.payment), changes.payment);
    if ('status' in changes) then = { ...then, status: changes.status, review: undefined };
    if ('review' in changes) then = { ...then, review: changes.review };
    if ('flags' in changes && changes.flags) then = { ...then, flags: changes.flags };
    if ('decision' in changes && changes.decision)
      then = { ...then, decision: { ...changes.decision, atMs: changedAtMs } };
  }
  return {
    ...intent,
    ...then,
    sequence,
    expiresAtMs: expiryAt(intent, timeline, sequence),
    warnings: intent.warnings.filter(isOfCreation),
    payments: intent.payments.flatMap((payment) => {
      const known = states.get(nameOf(payment));
      return known ? [paymentAt(payment, known)] : [];
    }),
    targets: intent.targets.filter(({ assignedAtMs }) => assignedAtMs <= atMs),
  };
}

/** What the next change of the expiry replaced; without one, the expiry has stayed since. */
function expiryAt({ expiresAtMs }: Intent, timeline: readonly PastEvent[], sequence: number): number {
  const next = timeline.find((event) => event.sequence > sequence && 'previous_expires_at' in event.changes);
  return next && 'previous_expires_at' in next.changes ? Date.parse(next.changes.previous_expires_at) : expiresAtMs;
}

function paymentAt(payment: Payment, { state, asset, amount, reason }: PastPayment): Payment {
  return { ...payment, state, asset, amount: parseDecimal(amount), voidReason: reason };
}
