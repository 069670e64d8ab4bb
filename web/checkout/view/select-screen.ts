import { isZero } from './amount.ts';
import type { CheckoutState } from './state.ts';

/** Every screen of the checkout. Each one has its own messages in every language. */
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

/** One row per status, so that a new status fails to compile here. */
const SCREEN_BY_STATUS: Record<CheckoutState['status'], (state: CheckoutState) => ScreenName> = {
  requires_payment: (state) => {
    // A payment below the amount due does not change the status, but the payer must see that it arrived.
    if (!isZero(state.amount_pending) || !isZero(state.amount_received)) return 'partial';
    if (!state.payable) return 'unpayable';
    if (state.options_pending) return 'preparing';
    return state.visibility === 'delayed' ? 'delayed' : 'awaiting';
  },
  processing: ({ confirmations }) => ((confirmations?.count ?? 0) === 0 ? 'seen' : 'confirming'),
  partially_paid: () => 'partial',
  succeeded: ({ overpaid_by, flags }) => {
    // The payer may want to act on an overpayment, so it takes precedence over being late.
    if (!isZero(overpaid_by)) return 'overpaid';
    return flags.includes('late') ? 'late' : 'paid';
  },
  expired: () => 'expired',
  canceled: () => 'canceled',
  needs_review: () => 'review',
};

/** `null` is a link that matches no payment intent. A lost connection is a notice above the last screen, not a screen. */
export function selectScreen(state: CheckoutState | null): ScreenName {
  return state === null ? 'unknown' : SCREEN_BY_STATUS[state.status](state);
}

export type NoticeName = 'lost' | 'delayed';

/** The notices above a screen. The delayed screen itself does not repeat the delay. */
export function selectNotices(state: CheckoutState | null, lost: boolean): NoticeName[] {
  const screen = selectScreen(state);
  const isWaiting = screen === 'seen' || screen === 'confirming' || screen === 'partial';
  return [
    ...(lost ? (['lost'] as const) : []),
    ...(isWaiting && state?.visibility === 'delayed' ? (['delayed'] as const) : []),
  ];
}

/** Whether the payer is waiting for a change, so that the page says it updates automatically. */
export const KEEPS_UPDATING: Record<ScreenName, boolean> = {
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
