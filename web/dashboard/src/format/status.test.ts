import { expect, it } from 'vitest';
import type { IntentStatus } from '../api/types.ts';
import { describeStatus, explainIntent, humanize, INTENT_STATUSES, isIntentStatus } from './status.ts';

it('only "succeeded" says to deliver', () => {
  for (const status of INTENT_STATUSES) {
    expect(describeStatus(status).advice.startsWith('Deliver'), status).toBe(status === 'succeeded');
  }
});

it('every status has words of its own', () => {
  expect(new Set(INTENT_STATUSES.map((status) => describeStatus(status).label)).size).toBe(INTENT_STATUSES.length);
  expect(new Set(INTENT_STATUSES.map((status) => describeStatus(status).meaning)).size).toBe(INTENT_STATUSES.length);
});

it('a review is explained by its cause', () => {
  const { advice } = explainIntent({ status: 'needs_review', review: { cause: 'late', from: 'expired' } });
  expect(advice).toMatch(/came after the time had run out/);
});

it('a status of a newer server is shown as it is', () => {
  expect(describeStatus('on_hold' as IntentStatus).label).toBe('On hold');
  expect(isIntentStatus('on_hold')).toBe(false);
  expect(isIntentStatus('toString')).toBe(false);
});

it('humanize makes words of a code', () => {
  expect(humanize('canceled_with_money')).toBe('Canceled with money');
});
