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
  const { advice } = explainIntent({ status: 'needs_review', review: { cause: 'late', from: 'expired' } });
  expect(advice).toMatch(/arrived after it expired/);
});

it('a review of an ambiguous transfer leaves its reason to the transfer', () => {
  const { advice } = explainIntent({
    status: 'needs_review',
    review: { cause: 'ambiguous', from: 'requires_payment' },
  });
  expect(advice).toMatch(/^A transfer may belong to this payment\./);
  expect(advice).not.toMatch(/reference|more than one/);
});

it('an unknown status is shown as is', () => {
  expect(describeStatus('on_hold' as IntentStatus).label).toBe('On hold');
  expect(isIntentStatus('on_hold')).toBe(false);
  expect(isIntentStatus('toString')).toBe(false);
});

it('humanize turns a code into words', () => {
  expect(humanize('canceled_with_money')).toBe('Canceled with money');
});
