import type { Intent, IntentStatus, PaymentState, ReviewCause } from '../api/types.ts';

export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad';

interface StatusWords {
  label: string;
  tone: Tone;
  /** What it means, for somebody who reads it the first time. */
  meaning: string;
  /** What to do now. */
  advice: string;
}

const STATUS_WORDS: Record<IntentStatus, StatusWords> = {
  requires_payment: {
    label: 'Requires payment',
    tone: 'neutral',
    meaning: 'No payment, or not enough, has been seen yet.',
    advice: 'Wait for the customer to pay. Do not deliver yet.',
  },
  processing: {
    label: 'Processing',
    tone: 'info',
    meaning: 'Enough money is on its way and is being confirmed.',
    advice: 'Nothing to do. Do not deliver yet.',
  },
  partially_paid: {
    label: 'Partially paid',
    tone: 'warning',
    meaning: 'Some money has arrived for good, but less than is due.',
    advice: 'The checkout asks the customer for the rest. Do not deliver yet.',
  },
  succeeded: {
    label: 'Succeeded',
    tone: 'good',
    meaning: 'The money has arrived and is final.',
    advice: 'Deliver the order.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    meaning: 'Time ran out, and no money came.',
    advice: 'Nothing to do. The customer can start a new order.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    meaning: 'You canceled this payment, and no money came.',
    advice: 'Nothing to do.',
  },
  needs_review: {
    label: 'Needs review',
    tone: 'bad',
    meaning: 'Money came that your rules do not settle.',
    advice: 'Look at the payments below and decide with the customer.',
  },
};

const CAUSE_WORDS: Record<ReviewCause, string> = {
  underpaid: 'Time ran out with less money than is due. Ask the customer for the rest, or send the money back.',
  late: 'The money came after the time had run out. Deliver at the agreed price, or send the money back.',
  reorged: 'The chain took back a payment that had counted. If you have delivered, contact the customer.',
  wrong_asset: 'The customer sent another asset than was asked for. Agree with the customer what happens with it.',
  canceled_with_money: 'Money came although the payment was canceled. Deliver, or send the money back.',
  unseen: 'A network could not be watched for a day, so nobody knows whether money came. Look at your wallet.',
  ambiguous: 'A transfer could belong to more than one payment. Compare your wallet with the orders.',
};

const PAYMENT_WORDS: Record<PaymentState, { label: string; tone: Tone }> = {
  seen: { label: 'Seen', tone: 'neutral' },
  confirmed: { label: 'Confirming', tone: 'info' },
  final: { label: 'Final', tone: 'good' },
  void: { label: 'Void', tone: 'bad' },
};

export const INTENT_STATUSES = Object.keys(STATUS_WORDS) as IntentStatus[];

export const isIntentStatus = (text: unknown): text is IntentStatus =>
  typeof text === 'string' && Object.hasOwn(STATUS_WORDS, text);

/** A server that is newer than this page may know statuses that the page does not; they are shown as they are. */
export function describeStatus(status: IntentStatus): StatusWords {
  return (
    (STATUS_WORDS as Partial<Record<string, StatusWords>>)[status] ?? {
      label: humanize(status),
      tone: 'neutral',
      meaning: 'This page does not know this status.',
      advice: 'Reload the page.',
    }
  );
}

/** Meaning and advice of an intent, with the cause of a review where there is one. */
export function explainIntent(intent: Pick<Intent, 'status' | 'review'>): { meaning: string; advice: string } {
  const { meaning, advice } = describeStatus(intent.status);
  const cause = intent.review && CAUSE_WORDS[intent.review.cause];
  return { meaning, advice: cause ?? advice };
}

export const describePayment = (state: PaymentState): { label: string; tone: Tone } => PAYMENT_WORDS[state];

/** `canceled_with_money` as `Canceled with money`. */
export function humanize(code: string): string {
  const words = code.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
