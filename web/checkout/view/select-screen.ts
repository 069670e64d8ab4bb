import { isZero } from './amount.ts';
import { secondsLeft } from './seconds-left.ts';
import type { CheckoutState, PaymentOption } from './state.ts';

/** Every screen of the checkout. Each one has its own messages in every language. */
export const SCREENS = [
  'preparing',
  'awaiting',
  'delayed',
  'time_up',
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
const SCREEN_BY_STATUS: Record<CheckoutState['status'], (state: CheckoutState, now: number) => ScreenName> = {
  requires_payment: (state, now) => {
    // A payment below the amount due does not change the status, but the payer must see that it arrived.
    const hasMoney = !isZero(state.amount_pending) || !isZero(state.amount_received);
    if (!hasMoney && !state.payable) return 'unpayable';
    if (isOver(state, now)) return 'time_up';
    if (hasMoney) return 'partial';
    if (state.options_pending) return 'preparing';
    const { options } = state;
    return options.length > 0 && options.every(isBlind) ? 'delayed' : 'awaiting';
  },
  processing: ({ confirmations }) => ((confirmations?.count ?? 0) === 0 ? 'seen' : 'confirming'),
  partially_paid: (state, now) => (isOver(state, now) ? 'time_up' : 'partial'),
  succeeded: ({ overpaid_by, flags }) => {
    // The payer may want to act on an overpayment, so it takes precedence over being late.
    if (!isZero(overpaid_by)) return 'overpaid';
    return flags.includes('late') ? 'late' : 'paid';
  },
  expired: () => 'expired',
  canceled: () => 'canceled',
  needs_review: () => 'review',
};

/** The page knows the deadline, so it does not wait for the server to report the expiry. */
const isOver = (state: CheckoutState, now: number): boolean => secondsLeft(state, now) === 0;

/** Whether payments on the option's network cannot be seen right now. */
export const isBlind = ({ visible }: PaymentOption): boolean => visible === false;

/** `null` is a link that matches no payment intent. A lost connection is a notice above the last screen, not a screen. */
export function selectScreen(state: CheckoutState | null, now: number): ScreenName {
  return state === null ? 'unknown' : SCREEN_BY_STATUS[state.status](state, now);
}

export type NoticeName = 'lost' | 'delayed';

/** Screens that say nothing about a delay themselves. The others either do, or the payment is over. */
const WAITING = new Set<ScreenName>(['awaiting', 'time_up', 'seen', 'confirming', 'partial']);

/** The notices above a screen. A delay is not repeated here if a payment option says which network it concerns. */
export function selectNotices(state: CheckoutState | null, now: number, lost: boolean): NoticeName[] {
  const screen = selectScreen(state, now);
  const isDelayed = state?.visibility === 'delayed' && WAITING.has(screen);
  const isNamed = screen !== 'time_up' && state?.options.some(isBlind);
  return [...(lost ? (['lost'] as const) : []), ...(isDelayed && !isNamed ? (['delayed'] as const) : [])];
}

/** Whether the payer is waiting for a change, so that the page says it updates automatically. */
export const KEEPS_UPDATING: Record<ScreenName, boolean> = {
  preparing: true,
  awaiting: true,
  delayed: true,
  time_up: true,
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
