import { describe, expect, it } from 'vitest';
import { paidAtMs } from './paid-at.ts';
import { EXPIRES_MS, HALF, open, payment } from './transition.test-fixture.ts';

const BLOCK_MS = EXPIRES_MS + 5;
const accepted = { kind: 'accepted', reason: 'paid in cash', atMs: 7 } as const;

describe('paidAtMs', () => {
  it('is the time of the payment that made up the amount due: that of its block, or when it was seen', () => {
    const [one, other] = [payment(HALF, 'final', 3), payment(HALF, 'final', 9)];
    expect(paidAtMs(open([one, other], { status: 'succeeded' }))).toBe(9);
    const included = { ...one, blockTimeMs: BLOCK_MS };
    expect(paidAtMs(open([included, other], { status: 'succeeded' }))).toBe(BLOCK_MS);
  });

  it.each([
    ['is void', payment(HALF, 'void', 9)],
    ['is not final', payment(HALF, 'seen', 9)],
    ['is in another asset', { ...payment(HALF, 'final', 9), asset: 'DOGE' }],
  ])('leaves out a payment that %s', (_, other) => {
    expect(paidAtMs(open([payment(HALF, 'final', 3), other], { status: 'succeeded' }))).toBe(3);
  });

  it('is not moved by what anyone sends later', () => {
    const payments = [payment(HALF, 'final', 3), payment(HALF, 'final', 5), payment(HALF, 'final', 9)];
    expect(paidAtMs(open(payments, { status: 'succeeded' }))).toBe(5);
  });

  it('is the time of the decision where nothing was paid on a network', () => {
    expect(paidAtMs(open([], { status: 'succeeded', decision: accepted }))).toBe(7);
    const payments = [payment(HALF, 'final', 3)];
    expect(paidAtMs(open(payments, { status: 'succeeded', decision: accepted }))).toBe(3);
    expect(paidAtMs(open([], { status: 'succeeded' }))).toBeUndefined();
  });

  it.each(['requires_payment', 'processing', 'partially_paid', 'needs_review', 'canceled'] as const)(
    'is undefined for %s: nothing has succeeded, or the success was reversed',
    (status) => {
      expect(paidAtMs(open([payment(HALF, 'final', 3)], { status }))).toBeUndefined();
    },
  );
});
