import { describe, expect, it } from 'vitest';
import { FIXTURES } from '../fixtures.ts';
import { SCREENS, selectNotices, selectScreen } from './select-screen.ts';
import type { CheckoutState } from './state.ts';

const base = FIXTURES.awaiting;
const now = Date.parse(base.server_time);
const deadline = Date.parse(base.expires_at);
const timeOf = (state: CheckoutState | null) => (state === null ? now : Date.parse(state.server_time));

describe('selectScreen', () => {
  const cases: [string, Partial<CheckoutState>, string][] = [
    ['unpaid', {}, 'awaiting'],
    ['no payment target yet', { options: [], options_pending: true }, 'preparing'],
    ['no payment target yet, but money received', { options_pending: true, amount_received: '0.1' }, 'partial'],
    ['no network visible', { visibility: 'delayed', options: FIXTURES.delayed.options }, 'delayed'],
    ['one of two networks visible', { visibility: 'delayed', options: FIXTURES.blind_network.options }, 'awaiting'],
    ['delayed without a network named', { visibility: 'delayed' }, 'awaiting'],
    ['pending below the amount due', { amount_pending: '0.1' }, 'partial'],
    ['pending below the amount due, network delayed', { amount_pending: '0.1', visibility: 'delayed' }, 'partial'],
    ['not payable', { payable: false, unpayable_reason: 'no_wallet' }, 'unpayable'],
    ['not payable, unknown reason', { payable: false }, 'unpayable'],
    ['seen', { status: 'processing', confirmations: { count: 0, required: 2 } }, 'seen'],
    ['seen, no confirmations known', { status: 'processing', confirmations: null }, 'seen'],
    ['some confirmations', { status: 'processing', confirmations: { count: 1, required: 2 } }, 'confirming'],
    ['part of the amount is final', { status: 'partially_paid', amount_received: '0.1' }, 'partial'],
    ['paid', { status: 'succeeded', overpaid_by: '0.00' }, 'paid'],
    ['overpaid', { status: 'succeeded', overpaid_by: '0.000000000000000001' }, 'overpaid'],
    ['late', { status: 'succeeded', flags: ['late'] }, 'late'],
    ['late and overpaid', { status: 'succeeded', flags: ['late'], overpaid_by: '1' }, 'overpaid'],
    ['expired', { status: 'expired' }, 'expired'],
    ['canceled', { status: 'canceled' }, 'canceled'],
    ['in review', { status: 'needs_review', review_cause: 'late' }, 'review'],
  ];

  it.each(cases)('%s', (_, change, screen) => {
    expect(selectScreen({ ...base, ...change }, now)).toBe(screen);
  });

  it.each([
    ['unpaid', {}, 'awaiting', 'time_up'],
    ['no network visible', FIXTURES.delayed, 'delayed', 'time_up'],
    ['partially paid', FIXTURES.partial, 'partial', 'time_up'],
    ['pending below the amount due', { amount_pending: '0.1' }, 'partial', 'time_up'],
    ['not payable', { payable: false }, 'unpayable', 'unpayable'],
    ['seen', FIXTURES.seen, 'seen', 'seen'],
  ])('%s, one millisecond before the deadline and at it', (_, change, before, after) => {
    const state: CheckoutState = { ...base, ...change };
    expect([selectScreen(state, deadline - 1), selectScreen(state, deadline)]).toEqual([before, after]);
  });

  it('shows the unknown screen without a payment intent', () => {
    expect(selectScreen(null, now)).toBe('unknown');
  });

  it('every screen has a fixture', () => {
    const screens = Object.values(FIXTURES).map((state) => selectScreen(state, timeOf(state)));
    expect(new Set(screens)).toEqual(new Set(SCREENS));
  });
});

const noticesOf = (state: CheckoutState | null, lost = false) => selectNotices(state, timeOf(state), lost);

describe('selectNotices', () => {
  it('a lost connection is shown above every screen', () => {
    for (const state of Object.values(FIXTURES)) expect(noticesOf(state, true)).toContain('lost');
  });

  it.each([
    ['payment in progress', FIXTURES.confirming_delayed, ['delayed']],
    ['payment in progress, nothing delayed', FIXTURES.confirming, []],
    ['time is up', { ...FIXTURES.time_up, visibility: 'delayed' }, ['delayed']],
    [
      'time is up, and the network was named before',
      { ...FIXTURES.delayed, server_time: base.expires_at },
      ['delayed'],
    ],
    ['the screen says it', FIXTURES.delayed, []],
    ['an option says it', FIXTURES.blind_network, []],
    [
      'an option of a partial payment says it',
      { ...FIXTURES.partial, options: FIXTURES.delayed.options, visibility: 'delayed' },
      [],
    ],
    ['no option says it', { ...FIXTURES.partial, visibility: 'delayed' }, ['delayed']],
    ['paid', { ...FIXTURES.paid, visibility: 'delayed' }, []],
  ] as [string, CheckoutState, string[]][])('a delay is shown once: %s', (_, state, notices) => {
    expect(noticesOf(state)).toEqual(notices);
  });
});
