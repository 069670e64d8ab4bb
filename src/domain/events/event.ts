import type { IntentStatus } from '../intents/intent-status.ts';
import type { Decision, Flag, Review } from '../intents/review.ts';
import type { PaymentState, VoidReason } from '../payments/payment.ts';

/** The attributes that a change of status set. */
interface StatusChange {
  status: IntentStatus;
  review?: Review;
  flags?: readonly Flag[];
  decision?: Pick<Decision, 'kind' | 'reason'>;
}

interface PaymentChange {
  payment: {
    network: string;
    tx: string;
    index: number;
    state: PaymentState;
    asset: string;
    /** A decimal number, as text. */
    amount: string;
    reason?: VoidReason;
  };
}

/** Every type of event, with the attributes that its `changes` hold. */
export interface EventChanges {
  'payment_intent.created': { status: IntentStatus };
  'payment_intent.requires_payment': StatusChange;
  'payment_intent.processing': StatusChange;
  'payment_intent.partially_paid': StatusChange;
  'payment_intent.succeeded': StatusChange;
  'payment_intent.expired': StatusChange;
  'payment_intent.canceled': StatusChange;
  'payment_intent.needs_review': StatusChange;
  /** A success was undone by the chain; the intent needs a review. */
  'payment_intent.reversed': StatusChange;
  /** Only the flags changed. */
  'payment_intent.flagged': { flags: readonly Flag[] };
  /** Test mode only: a simulated late payment ends the time to pay. */
  'payment_intent.expiry_changed': { expires_at: string };
  'payment.seen': PaymentChange;
  'payment.confirmed': PaymentChange;
  'payment.final': PaymentChange;
  'payment.void': PaymentChange;
}

export type EventType = keyof EventChanges;

/** Something that happened to an intent; `changes` holds the attributes that it set. */
export type IntentEvent = { [Type in EventType]: { type: Type; changes: EventChanges[Type] } }[EventType];

/** The first event of every intent. */
export const createdEvent = ({ status }: { status: IntentStatus }): IntentEvent => ({
  type: 'payment_intent.created',
  changes: { status },
});
