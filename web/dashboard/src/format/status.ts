import type { Intent, IntentStatus, PaymentState, ReviewCause } from '../api/types.ts';

export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad';

interface StatusText {
  label: string;
  tone: Tone;
  /** What the status means. */
  meaning: string;
  /** What to do next. */
  advice: string;
}

const STATUS_TEXT: Record<IntentStatus, StatusText> = {
  requires_payment: {
    label: 'Requires payment',
    tone: 'neutral',
    meaning: 'Waiting for the full amount.',
    advice: 'Wait for the customer to pay. Do not fulfill the order yet.',
  },
  processing: {
    label: 'Processing',
    tone: 'info',
    meaning: 'The full amount is pending and waiting for confirmation.',
    advice: 'No action needed. Do not fulfill the order yet.',
  },
  partially_paid: {
    label: 'Partially paid',
    tone: 'warning',
    meaning: 'Less than the amount due has arrived.',
    advice: 'The checkout asks the customer for the remaining amount. Do not fulfill the order yet.',
  },
  succeeded: {
    label: 'Succeeded',
    tone: 'good',
    meaning: 'Payment received.',
    advice: 'Fulfill the order.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    meaning: 'The payment expired without receiving money.',
    advice: 'No action needed. The customer can place a new order.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    meaning: 'This payment was canceled.',
    advice: 'No action needed, unless you owe the customer a refund.',
  },
  needs_review: {
    label: 'Needs review',
    tone: 'bad',
    meaning: 'This payment needs your decision.',
    advice: 'Check the payments below, then resolve it.',
  },
};

const REVIEW_CAUSE_TEXT: Record<ReviewCause, string> = {
  underpaid:
    'The full amount did not arrive before the payment expired. Agree on a solution with the customer, or refund them.',
  late: 'The payment arrived after it expired. Fulfill the order at the agreed price, or refund the customer.',
  reorged: 'The chain reversed a payment that had counted. If you already fulfilled the order, contact the customer.',
  wrong_asset: 'The customer sent a different asset than requested. Agree on a solution with the customer.',
  canceled_with_money: 'Money arrived for a canceled payment. Fulfill the order, or refund the customer.',
  unseen: 'A network was unavailable for a day, so a payment may have been missed. Check your wallet.',
  ambiguous:
    'A transfer may belong to this payment. See below why it was not matched, then assign it or resolve the payment.',
};

const PAYMENT_STATE_TEXT: Record<PaymentState, { label: string; tone: Tone }> = {
  seen: { label: 'Seen', tone: 'neutral' },
  confirmed: { label: 'Confirming', tone: 'info' },
  final: { label: 'Final', tone: 'good' },
  void: { label: 'Void', tone: 'bad' },
};

export const INTENT_STATUSES = Object.keys(STATUS_TEXT) as IntentStatus[];

export const isIntentStatus = (text: unknown): text is IntentStatus =>
  typeof text === 'string' && Object.hasOwn(STATUS_TEXT, text);

/** A newer server may send a status that this page does not know; it is shown as is. */
export function describeStatus(status: IntentStatus): StatusText {
  return (
    (STATUS_TEXT as Partial<Record<string, StatusText>>)[status] ?? {
      label: humanize(status),
      tone: 'neutral',
      meaning: 'This page does not recognize this status.',
      advice: 'Reload the page.',
    }
  );
}

const UNPAYABLE_TEXT = {
  meaning: 'Customers cannot pay this payment.',
  advice: 'See below what is missing. Do not fulfill the order.',
};

/** The meaning and advice for a payment intent. A review is explained by its cause. */
export function explainIntent(
  intent: Pick<Intent, 'status' | 'review'>,
  isPayable: boolean,
): { meaning: string; advice: string } {
  if (intent.status === 'requires_payment' && !isPayable) return UNPAYABLE_TEXT;
  const { meaning, advice } = describeStatus(intent.status);
  const cause = intent.review && REVIEW_CAUSE_TEXT[intent.review.cause];
  return { meaning, advice: cause ?? advice };
}

export const describePayment = (state: PaymentState): { label: string; tone: Tone } => PAYMENT_STATE_TEXT[state];

/** `canceled_with_money` as `Canceled with money`. */
export function humanize(code: string): string {
  const words = code.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
