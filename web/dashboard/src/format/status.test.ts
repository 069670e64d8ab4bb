import { expect, it } from 'vitest';
import type { IntentStatus } from '../api/types.ts';
import { describeStatus, explainIntent, humanize, INTENT_STATUSES, isIntentStatus } from './status.ts';

it('only "succeeded" says to fulfill the order', () => {
  for (const status of INTENT_STATUSES) {
    expect(describeStatus(status).advice.startsWith('Fulfill'), status).toBe(status === 'succeeded');
  }
});

it('every status has its own text', () => {
  expect(new Set(INTENT_STATUSES.map((status) => describeStatus(status).label)).size).toBe(INTENT_STATUSES.length);
  expect(new Set(INTENT_STATUSES.map((status) => describeStatus(status).meaning)).size).toBe(INTENT_STATUSES.length);
});

it('a review is explained by its cause', () => {
  const { advice } = explainIntent({ status: 'needs_review', review: { cause: 'late', from: 'expired' } }, true);
  expect(advice).toMatch(/arrived after it expired/);
});

it('a review of an ambiguous transfer leaves its reason to the transfer', () => {
  const review = { cause: 'ambiguous', from: 'requires_payment' } as const;
  const { advice } = explainIntent({ status: 'needs_review', review }, true);
  expect(advice).toMatch(/^A transfer may belong to this payment\./);
  expect(advice).not.toMatch(/reference|more than one/);
});

it('a payment that cannot be paid does not wait for the customer', () => {
  const open = { status: 'requires_payment', review: null } as const;
  expect(explainIntent(open, true).advice).toMatch(/^Wait for the customer to pay/);
  expect(explainIntent(open, false)).toEqual({
    meaning: 'Customers cannot pay this payment.',
    advice: 'See below what is missing. Do not fulfill the order.',
  });
  expect(explainIntent({ ...open, status: 'expired' }, false).meaning).toMatch(/expired without receiving money/);
});

it('an unknown status is shown as is', () => {
  expect(describeStatus('on_hold' as IntentStatus).label).toBe('On hold');
  expect(isIntentStatus('on_hold')).toBe(false);
  expect(isIntentStatus('toString')).toBe(false);
});

it('humanize turns a code into words', () => {
  expect(humanize('canceled_with_money')).toBe('Canceled with money');
});
