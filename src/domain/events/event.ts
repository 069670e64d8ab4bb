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
  'payment_intent.expiry_changed': { expires_at: string; previous_expires_at: string };
  'payment.seen': PaymentChange;
  'payment.confirmed': PaymentChange;
  'payment.final': PaymentChange;
  'payment.void': PaymentChange;
}

export type EventType = keyof EventChanges;

/** Events that belong to a merchant and to none of its intents. */
export type MerchantEventType =
  | 'transfer.unmatched'
  | 'wallet.changed'
  | 'api_key.expiring'
  | 'webhook_endpoint.disabled';

interface EventDescription {
  /** What `data.object` is. */
  object: 'payment_intent' | 'transfer' | 'wallet' | 'api_key' | 'webhook_endpoint';
  meaning: string;
}

const ofIntent = (meaning: string): EventDescription => ({ object: 'payment_intent', meaning });

/** Every type of event that a merchant can receive, and what it means. */
export const EVENTS: Readonly<Record<EventType | MerchantEventType, EventDescription>> = {
  'payment_intent.created': ofIntent('A payment intent was created.'),
  'payment_intent.requires_payment': ofIntent('It waits for money again, because a payment was lost.'),
  'payment_intent.processing': ofIntent('Enough money is on its way and is not final yet.'),
  'payment_intent.partially_paid': ofIntent('Some money arrived, but not enough.'),
  'payment_intent.succeeded': ofIntent('It is paid. Ship the goods.'),
  'payment_intent.expired': ofIntent('The time to pay is over.'),
  'payment_intent.canceled': ofIntent('It was canceled.'),
  'payment_intent.needs_review': ofIntent('You need to decide. See `review`.'),
  'payment_intent.reversed': ofIntent('The chain undid a payment after the success. Stop the delivery.'),
  'payment_intent.flagged': ofIntent('Only its flags changed.'),
  'payment_intent.expiry_changed': ofIntent('Test mode only: a simulated late payment ended the time to pay.'),
  'payment.seen': ofIntent('A payment was found, and is not in a block yet.'),
  'payment.confirmed': ofIntent('A payment is in a block, and is not final yet.'),
  'payment.final': ofIntent('A payment is final.'),
  'payment.void': ofIntent('A payment no longer counts.'),
  'transfer.unmatched': { object: 'transfer', meaning: 'Money arrived that matches no payment intent. Assign it.' },
  'wallet.changed': { object: 'wallet', meaning: 'A wallet was added, removed or released. See `change`.' },
  'api_key.expiring': { object: 'api_key', meaning: 'An API key expires within 7 days. Roll it.' },
  'webhook_endpoint.disabled': {
    object: 'webhook_endpoint',
    meaning: 'A webhook endpoint was disabled, because nothing but failures came from it.',
  },
};

export const EVENT_TYPES = Object.keys(EVENTS) as (EventType | MerchantEventType)[];

/** Something that happened to an intent; `changes` holds the attributes that it set. */
export type IntentEvent = { [Type in EventType]: { type: Type; changes: EventChanges[Type] } }[EventType];

/** The first event of every intent. */
export const createdEvent = ({ status }: { status: IntentStatus }): IntentEvent => ({
  type: 'payment_intent.created',
  changes: { status },
});
