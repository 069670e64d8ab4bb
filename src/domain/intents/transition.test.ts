import * as fc from 'fast-check';
import { assert, describe, expect, it } from 'vitest';
import { times } from '../../../test/support/effort.ts';
import { DEFAULT_SETTINGS } from '../merchants/settings.ts';
import { parseDecimal, SCALE } from '../money/decimal.ts';
import { cryptoAmount, subtract, sum, ZERO } from '../money/money.ts';
import type { Payment, PaymentState } from '../payments/payment.ts';
import { amountsOf } from './amounts.ts';
import { deriveStatus } from './derive-status.ts';
import type { Intent } from './intent.ts';
import { INTENT_STATUSES, type IntentStatus, mayFollow } from './intent-status.ts';
import { at, CREATED_MS, EXPIRES_MS, HALF, ONE, open, payment } from './transition.test-fixture.ts';
import { transition } from './transition.ts';

describe('before the expiry', () => {
  it.each<[string, Payment[], IntentStatus, string[]]>([
    ['nothing', [], 'requires_payment', []],
    ['too little in flight', [payment(HALF, 'seen')], 'requires_payment', []],
    ['enough in flight', [payment(ONE, 'seen')], 'processing', []],
    ['half a percent less in flight', [payment(parseDecimal('0.995'), 'seen')], 'processing', []],
    ['a part final, the rest in flight', [payment(HALF, 'final'), payment(HALF, 'confirmed')], 'processing', []],
    ['a part final', [payment(HALF, 'final')], 'partially_paid', []],
    ['all final', [payment(ONE, 'final')], 'succeeded', []],
    ['too much', [payment(parseDecimal('2'), 'final')], 'succeeded', ['overpaid']],
    ['half a percent less', [payment(parseDecimal('0.995'), 'final')], 'succeeded', ['tolerated']],
    ['more than half a percent less', [payment(parseDecimal('0.994'), 'final')], 'partially_paid', []],
    ['void money', [payment(ONE, 'void')], 'requires_payment', []],
    ['void money in another asset', [{ ...payment(ONE, 'void'), asset: 'BTC' }], 'requires_payment', []],
    ['money that a reorganization moved', [{ ...payment(ONE, 'final'), reorged: true }], 'succeeded', ['reorged']],
  ])('%s', (_, payments, status, flags) => expect(at(open(payments))).toEqual({ status, cause: undefined, flags }));
});

describe('what is found out after a success', () => {
  const paid = transition(open([payment(ONE, 'final')]), DEFAULT_SETTINGS, CREATED_MS + 2);

  it('is told as a flag: nobody hears of one success twice', () => {
    expect(paid?.events.map(({ type }) => type)).toEqual(['payment_intent.succeeded']);
    const again = {
      ...(paid?.intent as Intent),
      payments: [payment(ONE, 'final'), payment(parseDecimal('2'), 'final')],
    };
    const later = transition(again, DEFAULT_SETTINGS, CREATED_MS + 3);
    expect(later?.events).toEqual([{ type: 'payment_intent.flagged', changes: { flags: ['overpaid'] } }]);
    expect(later?.intent).toMatchObject({ status: 'succeeded', flags: ['overpaid'], sequence: again.sequence + 1 });
  });

  it('is told when it is no longer so: nobody pays back what never arrived', () => {
    const overpaid = transition(
      open([payment(ONE, 'final'), payment(HALF, 'final')]),
      DEFAULT_SETTINGS,
      CREATED_MS + 2,
    );
    expect(overpaid?.intent.flags).toEqual(['overpaid']);
    const lost = { ...(overpaid?.intent as Intent), payments: [payment(ONE, 'final'), payment(HALF, 'void')] };
    const later = transition(lost, DEFAULT_SETTINGS, CREATED_MS + 3);
    expect(later?.events).toEqual([{ type: 'payment_intent.flagged', changes: { flags: [] } }]);
  });

  it('is told when another flag takes the place of the first', () => {
    const short = payment(parseDecimal('0.995'), 'final');
    const tolerated = transition(open([short]), DEFAULT_SETTINGS, CREATED_MS + 2);
    expect(tolerated?.intent.flags).toEqual(['tolerated']);
    const more = { ...(tolerated?.intent as Intent), payments: [short, payment(HALF, 'final')] };
    const later = transition(more, DEFAULT_SETTINGS, CREATED_MS + 3);
    expect(later?.events).toEqual([{ type: 'payment_intent.flagged', changes: { flags: ['overpaid'] } }]);
  });
});

describe('what was decided', () => {
  it('money on a canceled intent asks people', () => {
    const canceled = { canceledAtMs: CREATED_MS, status: 'canceled' as const };
    expect(at(open([], canceled)).status).toBe('canceled');
    expect(at(open([payment(ONE, 'seen')], canceled))).toMatchObject({
      status: 'needs_review',
      cause: 'canceled_with_money',
    });
    expect(at(open([], { ...canceled, ambiguousTransfers: ['simulated:a:0'] })).cause).toBe('canceled_with_money');
    expect(at(open([payment(ONE, 'void')], canceled)).status, 'void money is none').toBe('canceled');
  });

  it('money that goes away after success asks people, and is told as reversed', () => {
    const moved = transition(open([payment(ONE, 'void')], { status: 'succeeded' }), DEFAULT_SETTINGS, CREATED_MS + 2);
    expect(moved?.intent).toMatchObject({ status: 'needs_review', review: { cause: 'reorged', from: 'succeeded' } });
    expect(moved?.events.map(({ type }) => type)).toEqual(['payment_intent.reversed']);
  });

  it('what has succeeded stays so when the merchant becomes stricter, until the chain takes the money back', () => {
    const strict = {
      ...DEFAULT_SETTINGS,
      tolerancePercent: '0',
      latePolicy: { stablecoinSeconds: 0, otherSeconds: 0 },
    };
    const short = payment(parseDecimal('0.996'), 'final');
    const late = payment(ONE, 'final', EXPIRES_MS + 60_000);
    for (const [paid, nowMs] of [
      [short, CREATED_MS + 2],
      [late, EXPIRES_MS + 60_001],
    ] as const) {
      const succeeded = transition(open([paid]), DEFAULT_SETTINGS, nowMs)?.intent ?? assert.fail('it must succeed');
      expect(succeeded.status).toBe('succeeded');
      expect(transition(succeeded, strict, nowMs + 1)).toBeUndefined();
      const undone = { ...succeeded, payments: [{ ...paid, state: 'seen' as const, blockHeight: undefined }] };
      expect(transition(undone, strict, nowMs + 1)?.intent.review?.cause).toBe('reorged');
    }
  });

  it('what a merchant accepts by hand is paid, what it rejects is canceled until more money comes', () => {
    const decided = { reason: 'because', atMs: CREATED_MS + 5 };
    const accepted = { decision: { ...decided, kind: 'accepted' } } as const;
    const rejected = { decision: { ...decided, kind: 'rejected' } } as const;
    const review = {
      status: 'needs_review' as const,
      review: { cause: 'underpaid', from: 'requires_payment' } as const,
    };
    const half = payment(HALF, 'final');
    expect(at(open([half], { ...review, ...accepted }))).toMatchObject({
      status: 'succeeded',
      flags: ['manual'],
    });
    expect(at(open([half], { ...review, ...rejected })).status).toBe('canceled');
    const more = payment(HALF, 'seen', CREATED_MS + 6);
    expect(at(open([half, more], { ...rejected, status: 'canceled' })).cause).toBe('canceled_with_money');
    const lost = payment(HALF, 'void', CREATED_MS + 6);
    expect(at(open([half, lost], { ...rejected, status: 'canceled' })).status).toBe('canceled');
  });

  it.each(['accepted', 'rejected'] as const)('the event says that a person %s it, and why', (kind) => {
    const review = { cause: 'underpaid', from: 'partially_paid' } as const;
    const decision = { kind, reason: 'The rest came in cash.', atMs: CREATED_MS + 5 };
    const decided = open([payment(HALF, 'final')], { status: 'needs_review', review, decision });
    expect(transition(decided, DEFAULT_SETTINGS, CREATED_MS + 5)?.events).toMatchObject([
      { changes: { decision: { kind, reason: 'The rest came in cash.' } } },
    ]);
  });

  it('a success is never turned into a cancellation', () => {
    const decision = { kind: 'rejected', reason: 'because', atMs: CREATED_MS + 5 } as const;
    const succeeded = open([payment(ONE, 'final')], { status: 'succeeded', decision });
    expect(() => transition(succeeded, DEFAULT_SETTINGS, CREATED_MS + 6)).toThrow(RangeError);
  });

  it('money in another asset asks people, and does not matter beside enough of the right one', () => {
    const foreign = { ...payment(ONE, 'final'), asset: 'BTC' };
    expect(at(open([foreign]))).toEqual({ status: 'needs_review', cause: 'wrong_asset', flags: ['wrong_asset'] });
    expect(at(open([foreign, payment(ONE, 'final')]))).toMatchObject({ status: 'succeeded', flags: ['wrong_asset'] });
  });

  it('the event of a review says why, from which status, and what is special about the intent', () => {
    const foreign = { ...payment(ONE, 'final'), asset: 'BTC' };
    const review = { cause: 'wrong_asset', from: 'requires_payment' };
    expect(transition(open([foreign]), DEFAULT_SETTINGS, CREATED_MS + 2)?.events).toEqual([
      { type: 'payment_intent.needs_review', changes: { status: 'needs_review', review, flags: ['wrong_asset'] } },
    ]);
  });

  it('a transfer that names two intents asks people', () => {
    expect(at(open([], { ambiguousTransfers: ['simulated:a:0'] }))).toMatchObject({
      status: 'needs_review',
      cause: 'ambiguous',
    });
    expect(at(open([payment(ONE, 'final')], { ambiguousTransfers: ['simulated:a:0'] })).status).toBe('succeeded');
  });

  it('the review ends when its cause goes away', () => {
    const review = { cause: 'reorged', from: 'succeeded' } as const;
    expect(at(open([payment(ONE, 'final')], { status: 'needs_review', review })).status).toBe('succeeded');
  });
});

describe('what is not enough for anybody', () => {
  const generous = { tolerance: parseDecimal('1'), lateAcceptedMs: 0 };

  it('is nothing, whatever is tolerated', () => {
    expect(deriveStatus(open([]), generous, CREATED_MS + 1).status).toBe('requires_payment');
    expect(deriveStatus(open([]), generous, EXPIRES_MS + 1).status).toBe('expired');
    const lost = payment(ONE, 'void');
    expect(deriveStatus(open([lost]), { ...generous, tolerance: parseDecimal('2') }, CREATED_MS + 1).status).toBe(
      'requires_payment',
    );
    const least = payment(cryptoAmount(1n), 'final');
    expect(deriveStatus(open([least]), generous, CREATED_MS + 1).status).toBe('succeeded');
  });

  it('is less than 95 percent, whatever the merchant stored', () => {
    const everything = { ...DEFAULT_SETTINGS, tolerancePercent: '100', toleranceAmount: '1000000' };
    const status = (amount: string) =>
      transition(open([payment(parseDecimal(amount), 'final')]), everything, CREATED_MS + 2)?.intent.status;
    expect([status('0.95'), status('0.949999')]).toEqual(['succeeded', 'partially_paid']);
    expect(transition(open([]), everything, CREATED_MS + 2)).toBeUndefined();
  });
});

it('forgives a rest that is not worth a payment', () => {
  const nothing = { ...DEFAULT_SETTINGS, tolerancePercent: '0', toleranceAmount: '0' };
  const after = (amount: string) => {
    const { status, flags } =
      transition(open([payment(parseDecimal(amount), 'final')]), nothing, CREATED_MS + 2)?.intent ?? assert.fail();
    return { status, flags };
  };
  expect(after('0.999901')).toEqual({ status: 'succeeded', flags: ['tolerated'] });
  expect(after('0.9999')).toEqual({ status: 'partially_paid', flags: [] });
});

it('keeps the policy with which an intent was created', () => {
  const { tolerancePercent, toleranceAmount, latePolicy } = DEFAULT_SETTINGS;
  const kept = { policy: { tolerancePercent, toleranceAmount, latePolicy } };
  const generous = { ...DEFAULT_SETTINGS, tolerancePercent: '5', toleranceAmount: '100' };
  const short = [payment(parseDecimal('0.96'), 'final')];
  expect(transition(open(short, kept), generous, CREATED_MS + 2)?.intent.status).toBe('partially_paid');
  expect(transition(open(short), generous, CREATED_MS + 2)?.intent.status).toBe('succeeded');
});

it('follows the merchant: no tolerance, and no late money', () => {
  const strict = {
    ...DEFAULT_SETTINGS,
    tolerancePercent: '0',
    latePolicy: { stablecoinSeconds: 0, otherSeconds: 0 },
  };
  const short = open([payment(parseDecimal('0.999'), 'final')]);
  expect(transition(short, strict, CREATED_MS + 2)?.intent.status).toBe('partially_paid');
  const late = open([payment(ONE, 'final', EXPIRES_MS + 1)]);
  expect(transition(late, strict, EXPIRES_MS + 2)?.intent.review?.cause).toBe('late');
});

const states = fc.constantFrom<PaymentState>('seen', 'confirmed', 'final', 'void');
const anyPayment = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 2n * SCALE }).map(cryptoAmount),
    state: states,
    firstSeenAtMs: fc.integer({ min: CREATED_MS, max: EXPIRES_MS + 86_400_000 }),
    tx: fc.uuid(),
  })
  .map(({ amount, state, firstSeenAtMs, tx }) => Object.assign(payment(amount, state, firstSeenAtMs), { tx }));

describe('for any payments at any time, one after the other', () => {
  it('every step stands in the table, counts its events, and ends where nothing moves anymore', () => {
    const step = fc.record({
      payments: fc.array(anyPayment, { maxLength: 4 }),
      afterMs: fc.integer({ min: 0, max: 7_200_000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), (steps, canceled) => {
        let nowMs = CREATED_MS;
        let intent = open([], canceled ? { canceledAtMs: CREATED_MS, status: 'canceled' } : {});
        for (const { payments, afterMs } of steps) {
          nowMs += afterMs;
          intent = open(payments, { ...intent, payments });
          for (let look = 0; look < 4; look += 1) {
            const moved = transition(intent, DEFAULT_SETTINGS, nowMs);
            if (!moved) break;
            expect(look, 'it comes to rest').toBeLessThan(3);
            expect(moved.intent.status === intent.status || mayFollow(intent.status, moved.intent.status)).toBe(true);
            expect(moved.intent.sequence).toBe(intent.sequence + moved.events.length);
            expect(moved.intent.review === undefined).toBe(moved.intent.status !== 'needs_review');
            intent = moved.intent;
          }
        }
        const { received } = amountsOf(intent);
        if (intent.status === 'expired' || intent.status === 'canceled') expect(received).toBe(0n);
        if (intent.status === 'succeeded') expect(received >= parseDecimal('0.995')).toBe(true);
      }),
      { numRuns: times(300, 1_000) },
    );
  });

  it('the sums are those of the payments', () => {
    fc.assert(
      fc.property(fc.array(anyPayment, { maxLength: 8 }), (payments) => {
        const { received, pending, remaining, overpaidBy } = amountsOf(open(payments));
        expect(overpaidBy).toBe(received > ONE ? subtract(received, ONE) : ZERO);
        expect(sum([received, pending, remaining]) >= ONE).toBe(true);
        expect(remaining === ZERO || overpaidBy === ZERO).toBe(true);
      }),
    );
  });
});

it('the table names every status on both sides', () => {
  const all = Object.keys(INTENT_STATUSES);
  for (const targets of Object.values(INTENT_STATUSES)) for (const target of targets) expect(all).toContain(target);
});

it('the table allows a review after every other status', () => {
  const { needs_review: _, ...others } = INTENT_STATUSES;
  for (const targets of Object.values(others)) expect(targets).toContain('needs_review');
});

it('leaves what has expired so, also for somebody who looked at the clock before', () => {
  const expired = open([payment(HALF, 'final')], { status: 'expired' });
  expect(at(expired, EXPIRES_MS - 1)).toMatchObject({ status: 'needs_review', cause: 'underpaid' });
  expect(at(open([], { status: 'expired' }), EXPIRES_MS - 1).status).toBe('expired');
});
