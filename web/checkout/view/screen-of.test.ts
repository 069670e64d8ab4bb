import { describe, expect, it } from 'vitest';
import { FIXTURES } from '../fixtures.ts';
import { noticesOf, SCREENS, screenOf } from './screen-of.ts';
import type { CheckoutState } from './state.ts';

const base = FIXTURES.awaiting;

describe('the screen of a state', () => {
  const cases: [string, Partial<CheckoutState>, string][] = [
    ['money is awaited', {}, 'awaiting'],
    ['no address was given yet', { options: [], options_pending: true }, 'preparing'],
    ['no address was given yet, but money is there', { options_pending: true, amount_received: '0.1' }, 'partial'],
    ['the network cannot be read', { visibility: 'delayed' }, 'delayed'],
    ['too little is on its way', { amount_pending: '0.1' }, 'partial'],
    [
      'too little is on its way and the network cannot be read',
      { amount_pending: '0.1', visibility: 'delayed' },
      'partial',
    ],
    ['it cannot be paid', { payable: false, unpayable_reason: 'no_wallet' }, 'unpayable'],
    ['it cannot be paid, for no reason that is known', { payable: false }, 'unpayable'],
    ['money is seen', { status: 'processing', confirmations: { count: 0, required: 2 } }, 'seen'],
    ['money is seen and nothing is counted', { status: 'processing', confirmations: null }, 'seen'],
    ['confirmations are counted', { status: 'processing', confirmations: { count: 1, required: 2 } }, 'confirming'],
    ['a part is final', { status: 'partially_paid', amount_received: '0.1' }, 'partial'],
    ['paid', { status: 'succeeded', overpaid_by: '0.00' }, 'paid'],
    ['paid too much', { status: 'succeeded', overpaid_by: '0.000000000000000001' }, 'overpaid'],
    ['paid late', { status: 'succeeded', flags: ['late'] }, 'late'],
    ['paid late and too much', { status: 'succeeded', flags: ['late'], overpaid_by: '1' }, 'overpaid'],
    ['time is over', { status: 'expired' }, 'expired'],
    ['cancelled', { status: 'canceled' }, 'canceled'],
    ['looked at', { status: 'needs_review', review_cause: 'late' }, 'review'],
  ];

  it.each(cases)('%s', (_, change, screen) => {
    expect(screenOf({ ...base, ...change })).toBe(screen);
  });

  it('is the unknown link where there is no intent', () => {
    expect(screenOf(null)).toBe('unknown');
  });

  it('each of them has a fixture', () => {
    expect(new Set(Object.values(FIXTURES).map(screenOf))).toEqual(new Set(SCREENS));
  });
});

describe('the notices over a screen', () => {
  it('a lost connection is said over every screen, and is none by itself', () => {
    for (const state of Object.values(FIXTURES)) expect(noticesOf(state, true)).toContain('lost');
  });

  it('a delay is said where somebody waits, and not twice', () => {
    expect(noticesOf(FIXTURES.confirming_delayed, false)).toEqual(['delayed']);
    expect(noticesOf(FIXTURES.delayed, false)).toEqual([]);
    expect(noticesOf(FIXTURES.confirming, false)).toEqual([]);
    expect(noticesOf({ ...FIXTURES.paid, visibility: 'delayed' }, false)).toEqual([]);
  });
});
