import { describe, expect, it } from 'vitest';
import type { Payment } from '../payments/payment.ts';
import { decide } from './decide.ts';
import type { Intent } from './intent.ts';
import { at, CREATED_MS, HALF, ONE, open, payment } from './transition.test-fixture.ts';

const DECIDED_MS = CREATED_MS + 1_000;
const reject = (payments: Payment[]): Intent => {
  const review = { cause: 'underpaid', from: 'partially_paid' } as const;
  const decided = decide(open(payments, { status: 'needs_review', review }), {
    kind: 'rejected',
    reason: 'because',
    atMs: DECIDED_MS,
  });
  return { ...decided, ...at(decided), review: undefined };
};
const later = (intent: Intent, payments: Payment[]) => at({ ...intent, payments }, DECIDED_MS + 1_000);

describe('a rejected intent', () => {
  const known = payment(HALF, 'confirmed');

  it('stays canceled while nothing is known but what the decision was about', () => {
    const rejected = reject([known]);
    expect(rejected.status).toBe('canceled');
    expect(rejected.decision?.payments).toEqual(['simulated:0.5-1000001:0']);
    expect(later(rejected, [{ ...known, state: 'final' }]).status).toBe('canceled');
    expect(later(rejected, [{ ...known, state: 'void' }]).status).toBe('canceled');
  });

  it.each([
    ['older than the decision, and read after it', CREATED_MS + 2],
    ['younger', DECIDED_MS + 1],
  ])('asks people about money that is %s', (_, firstSeenAtMs) => {
    const unread = payment(ONE, 'seen', firstSeenAtMs);
    expect(later(reject([known]), [known, unread])).toMatchObject({
      status: 'needs_review',
      cause: 'canceled_with_money',
    });
    expect(later(reject([known]), [known, { ...unread, state: 'void' }]).status).toBe('canceled');
  });

  it.each([
    ['canceled', 'at the moment of the decision', DECIDED_MS],
    ['needs_review', 'after it', DECIDED_MS + 1],
  ])('of a version that listed no payments is %s with money first seen %s', (status, _, firstSeenAtMs) => {
    const rejected: Intent = { ...reject([]), decision: { kind: 'rejected', reason: 'because', atMs: DECIDED_MS } };
    expect(later(rejected, [payment(HALF, 'confirmed', firstSeenAtMs)]).status).toBe(status);
  });

  it('asks people about money that was lost when they decided, and came back', () => {
    const rejected = reject([{ ...known, state: 'void' }]);
    expect(rejected.decision?.payments).toEqual([]);
    expect(later(rejected, [known]).cause).toBe('canceled_with_money');
  });
});
