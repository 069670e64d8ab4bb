import { isZero } from './amount.ts';
import type { CheckoutState } from './state.ts';

/** Everything that a payer can be shown. Each of them has words of its own in every language. */
export const SCREENS = [
  'preparing',
  'awaiting',
  'delayed',
  'seen',
  'confirming',
  'partial',
  'paid',
  'overpaid',
  'late',
  'expired',
  'review',
  'unpayable',
  'canceled',
  'unknown',
] as const;

export type ScreenName = (typeof SCREENS)[number];

/** A row for each status and no row for any other, so that a new status breaks the compilation here. */
const SCREEN_OF: Record<CheckoutState['status'], (state: CheckoutState) => ScreenName> = {
  requires_payment: (state) => {
    // Money that was seen but is too little leaves the status as it is; the payer must read that it has arrived.
    if (!isZero(state.amount_pending) || !isZero(state.amount_received)) return 'partial';
    if (!state.payable) return 'unpayable';
    if (state.options_pending) return 'preparing';
    return state.visibility === 'delayed' ? 'delayed' : 'awaiting';
  },
  processing: ({ confirmations }) => ((confirmations?.count ?? 0) === 0 ? 'seen' : 'confirming'),
  partially_paid: () => 'partial',
  succeeded: ({ overpaid_by, flags }) => {
    // Too much money is what the payer has to act on, so it goes before the word about the time.
    if (!isZero(overpaid_by)) return 'overpaid';
    return flags.includes('late') ? 'late' : 'paid';
  },
  expired: () => 'expired',
  canceled: () => 'canceled',
  needs_review: () => 'review',
};

/** `null` is a link that leads to no intent. A lost connection is no screen: it is a notice over the last known one. */
export function screenOf(state: CheckoutState | null): ScreenName {
  return state === null ? 'unknown' : SCREEN_OF[state.status](state);
}

export type NoticeName = 'lost' | 'delayed';

/** What is said above a screen. A screen that is itself about the delay does not say it twice. */
export function noticesOf(state: CheckoutState | null, lost: boolean): NoticeName[] {
  const screen = screenOf(state);
  const waits = screen === 'seen' || screen === 'confirming' || screen === 'partial';
  return [
    ...(lost ? (['lost'] as const) : []),
    ...(waits && state?.visibility === 'delayed' ? (['delayed'] as const) : []),
  ];
}

/** Whether a payer has reason to keep looking. What is paid or over may still change, but nobody waits for it. */
export const IS_OPEN: Record<ScreenName, boolean> = {
  preparing: true,
  awaiting: true,
  delayed: true,
  seen: true,
  confirming: true,
  partial: true,
  review: true,
  unpayable: true,
  paid: false,
  overpaid: false,
  late: false,
  expired: false,
  canceled: false,
  unknown: false,
};
