import { describe, expect, it } from 'vitest';
import { FIXTURES } from '../fixtures.ts';
import { SCREENS, selectNotices, selectScreen } from './select-screen.ts';
import type { CheckoutState } from './state.ts';

const base = FIXTURES.awaiting;

describe('selectScreen', () => {
  const cases: [string, Partial<CheckoutState>, string][] = [
    ['unpaid', {}, 'awaiting'],
    ['no payment target yet', { options: [], options_pending: true }, 'preparing'],
    ['no payment target yet, but money received', { options_pending: true, amount_received: '0.1' }, 'partial'],
    ['network delayed', { visibility: 'delayed' }, 'delayed'],
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
    expect(selectScreen({ ...base, ...change })).toBe(screen);
  });

  it('shows the unknown screen without a payment intent', () => {
    expect(selectScreen(null)).toBe('unknown');
  });

  it('every screen has a fixture', () => {
    expect(new Set(Object.values(FIXTURES).map(selectScreen))).toEqual(new Set(SCREENS));
  });
});

describe('selectNotices', () => {
  it('a lost connection is shown above every screen', () => {
    for (const state of Object.values(FIXTURES)) expect(selectNotices(state, true)).toContain('lost');
  });

  it('a delay is shown while a payment is in progress, and not twice', () => {
    expect(selectNotices(FIXTURES.confirming_delayed, false)).toEqual(['delayed']);
    expect(selectNotices(FIXTURES.delayed, false)).toEqual([]);
    expect(selectNotices(FIXTURES.confirming, false)).toEqual([]);
    expect(selectNotices({ ...FIXTURES.paid, visibility: 'delayed' }, false)).toEqual([]);
  });
});
