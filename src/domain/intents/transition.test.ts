import * as fc from 'fast-check';
import { assert, describe, expect, it } from 'vitest';
import { times } from '../../../test/support/effort.ts';
import { DEFAULT_SETTINGS } from '../merchants/settings.ts';
import { formatDecimal, parseDecimal, SCALE } from '../money/decimal.ts';
import { type CryptoAmount, cryptoAmount, subtract, sum, ZERO } from '../money/money.ts';
import type { Payment, PaymentState } from '../payments/payment.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import { amountsOf } from './amounts.ts';
import { deriveStatus } from './derive-status.ts';
import type { Intent } from './intent.ts';
import { INTENT_STATUSES, type IntentStatus, mayFollow } from './intent-status.ts';
import { sampleIntent } from './sample-intent.test-fixture.ts';
import { transition } from './transition.ts';

const CREATED_MS = 1_000_000;
const EXPIRES_MS = CREATED_MS + 3_600_000;
const DAY_MS = 86_400_000;

const intentOf = (amount: string, rate: string, more: Partial<Intent> = {}): Intent =>
  sampleIntent(amount, rate, CREATED_MS, more);

const payment = (amount: CryptoAmount, state: PaymentState, firstSeenAtMs = CREATED_MS + 1): Payment => ({
  network: 'simulated',
  tx: `${formatDecimal(amount)}-${firstSeenAtMs}`,
  index: 0,
  blockHeight: 1,
  confirmations: 1,
  requirement: { blocks: 2 },
  state,
  voidReason: undefined,
  asset: 'SOL',
  amount,
  tail: ZERO,
  spends: [],
  reorged: false,
  firstSeenAtMs,
  missingSinceMs: undefined,
});

const targetReadUntil = (scannedUntilMs: number): AssignedTarget => ({
  network: 'simulated',
  address: 'a',
  reference: undefined,
  matchedBy: 'address',
  amounts: [],
  requirement: { blocks: 2 },
  decimals: 18,
  assignedAtMs: CREATED_MS,
  scannedUntilMs,
});

const ONE = parseDecimal('1');
const HALF = parseDecimal('0.5');
const open = (payments: Payment[], more: Partial<Intent> = {}) =>
  intentOf('1 SOL', '1 SOL = $100', { payments, ...more });
const at = (intent: Intent, nowMs = CREATED_MS + 2) => {
  const { status, review, flags } = transition(intent, DEFAULT_SETTINGS, nowMs)?.intent ?? intent;
  return { status, cause: review?.cause, flags };
};

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

function paidAfter(asset: string, ms: number): IntentStatus {
  const late = { ...payment(ONE, 'final', EXPIRES_MS + ms), asset };
  return at(intentOf(`1 ${asset}`, `1 ${asset} = $1`, { payments: [late] }), EXPIRES_MS + ms + 1).status;
}

describe('after the expiry', () => {
  const lateMs = EXPIRES_MS + 60_000;
  const muchLaterMs = EXPIRES_MS + 16 * 60_000;
  it.each<[string, Payment[], IntentStatus, string | undefined]>([
    ['nothing', [], 'expired', undefined],
    ['a part that came in time', [payment(HALF, 'final')], 'needs_review', 'underpaid'],
    ['a part in flight', [payment(HALF, 'seen')], 'expired', undefined],
    ['all of it late, in flight', [payment(ONE, 'seen', lateMs)], 'processing', undefined],
    ['all of it late', [payment(ONE, 'final', lateMs)], 'succeeded', undefined],
    ['just enough late, in flight', [payment(parseDecimal('0.995'), 'seen', lateMs)], 'processing', undefined],
    ['just enough late', [payment(parseDecimal('0.995'), 'final', lateMs)], 'succeeded', undefined],
    ['money in another asset', [{ ...payment(ONE, 'final'), asset: 'BTC' }], 'needs_review', 'wrong_asset'],
    ['a part in time, the rest late', [payment(HALF, 'final'), payment(HALF, 'final', lateMs)], 'succeeded', undefined],
    ['all of it too late', [payment(ONE, 'final', muchLaterMs)], 'needs_review', 'late'],
    ['late money that is void', [payment(ONE, 'void', lateMs)], 'expired', undefined],
    ['too late and in flight', [payment(ONE, 'seen', muchLaterMs)], 'expired', undefined],
  ])('%s', (_, payments, status, cause) => {
    expect(at(open(payments), muchLaterMs + 1)).toMatchObject({ status, cause });
  });

  it.each(['1', '0.995'])(
    'in-time money that is enough (%s) may be in flight for five minutes, not longer',
    (amount) => {
      const intent = open([payment(parseDecimal(amount), 'confirmed')], { status: 'processing' });
      expect(at(intent, EXPIRES_MS + 299_999).status).toBe('processing');
      expect(at(intent, EXPIRES_MS + 300_000).status).toBe('expired');
    },
  );

  it('only the networks of payments in flight are waited for, not a slower one that is done', () => {
    const onEthereum = { ...payment(HALF, 'final'), network: 'ethereum', asset: 'USDC' };
    const onSolana = { ...payment(HALF, 'confirmed'), network: 'solana', asset: 'USDC' };
    const intent = intentOf('1 USDC', '1 USDC = $1', { payments: [onEthereum, onSolana], status: 'processing' });
    expect(at(intent, EXPIRES_MS + 299_999).status).toBe('processing');
    expect(at(intent, EXPIRES_MS + 300_000)).toMatchObject({ status: 'needs_review', cause: 'underpaid' });
  });

  it('a transfer that may be the payment asks people instead of expiring', () => {
    expect(at(open([], { ambiguousTransfers: ['simulated:a:0'] }), EXPIRES_MS + 1)).toMatchObject({
      status: 'needs_review',
      cause: 'ambiguous',
    });
  });

  it('it waits until every network has been read up to it, and asks people after a day', () => {
    const unread = open([], { targets: [targetReadUntil(EXPIRES_MS - 1)] });
    expect(at(unread, EXPIRES_MS + 1_000).status).toBe('requires_payment');
    expect(at(open([], { targets: [targetReadUntil(EXPIRES_MS)] }), EXPIRES_MS).status).toBe('expired');
    expect(at(unread, EXPIRES_MS + 86_400_000)).toMatchObject({
      status: 'needs_review',
      cause: 'unseen',
    });
  });

  describe('what nobody could see for a day', () => {
    const unseen = (payments: Payment[], scannedUntilMs = EXPIRES_MS, more: Partial<Intent> = {}) =>
      open(payments, {
        status: 'needs_review',
        review: { cause: 'unseen', from: 'requires_payment' },
        sequence: 2,
        targets: [targetReadUntil(EXPIRES_MS), targetReadUntil(scannedUntilMs)],
        ...more,
      });
    const nowMs = EXPIRES_MS + 30 * 3_600_000;

    it('stays with people until every network has been read past the expiry', () => {
      expect(transition(unseen([], EXPIRES_MS - 1), DEFAULT_SETTINGS, nowMs)).toBeUndefined();
    });

    it('is derived again then, and told as one event', () => {
      const moved = transition(unseen([]), DEFAULT_SETTINGS, nowMs);
      expect(moved?.intent).toMatchObject({ status: 'expired', review: undefined, sequence: 3 });
      expect(moved?.events).toEqual([{ type: 'payment_intent.expired', changes: { status: 'expired' } }]);
    });

    it.each<[string, Payment[], IntentStatus, string | undefined]>([
      ['all of it, in time', [payment(ONE, 'final')], 'succeeded', undefined],
      ['all of it, late', [payment(ONE, 'final', lateMs)], 'succeeded', undefined],
      ['all of it, too late', [payment(ONE, 'final', muchLaterMs)], 'needs_review', 'late'],
      ['a part', [payment(HALF, 'final')], 'needs_review', 'underpaid'],
    ])('is whatever its money says: %s', (_, payments, status, cause) => {
      expect(at(unseen(payments), nowMs)).toMatchObject({ status, cause });
    });

    it('is paid by money that came in time, however far the reading is', () => {
      expect(at(unseen([payment(ONE, 'final')], CREATED_MS), nowMs).status).toBe('succeeded');
    });

    it.each(['accepted', 'rejected'] as const)('stays as the merchant has %s it', (kind) => {
      const decision = { kind, reason: 'because', atMs: nowMs };
      const decided = transition(unseen([], CREATED_MS, { decision }), DEFAULT_SETTINGS, nowMs)?.intent;
      assert(decided !== undefined);
      expect(decided.status).toBe(kind === 'accepted' ? 'succeeded' : 'canceled');
      const read = { ...decided, targets: [targetReadUntil(EXPIRES_MS)] };
      expect(transition(read, DEFAULT_SETTINGS, nowMs + 1)).toBeUndefined();
    });
  });

  it('the last millisecond before the expiry is in time', () => {
    const flags = (firstSeenAtMs: number) => at(open([payment(ONE, 'final', firstSeenAtMs)]), EXPIRES_MS + 1).flags;
    expect([flags(EXPIRES_MS - 1), flags(EXPIRES_MS)]).toEqual([[], ['late']]);
  });

  it('a stablecoin may be a day late, another asset a quarter of an hour', () => {
    expect([paidAfter('USDC', 86_399_999), paidAfter('USDC', 86_400_000)]).toEqual(['succeeded', 'needs_review']);
    expect([paidAfter('SOL', 899_999), paidAfter('SOL', 900_000)]).toEqual(['succeeded', 'needs_review']);
  });
});

const included = (network: string, afterMs: number | undefined, more: Partial<Payment> = {}): Payment => ({
  ...payment(ONE, 'final', EXPIRES_MS - 1_000),
  network,
  blockTimeMs: afterMs === undefined ? undefined : EXPIRES_MS + afterMs,
  ...more,
});
const paidBy = (one: Payment, asset = 'SOL', nowMs = EXPIRES_MS + 11 * DAY_MS) =>
  at(intentOf(`1 ${asset}`, `1 ${asset} = $100`, { payments: [{ ...one, asset }] }), nowMs);
/** The status while the payment is in no block. */
const unmined = (network: string, asset: string, nowMs: number, firstSeenAtMs = EXPIRES_MS - 1) =>
  paidBy(
    included(network, undefined, { state: 'seen', blockHeight: undefined, firstSeenAtMs }),
    asset,
    EXPIRES_MS + nowMs,
  ).status;
const unminedLate = (network: string, asset: string, nowMs: number) =>
  unmined(network, asset, nowMs, EXPIRES_MS + 60_000);

describe('a payment that was seen in time', () => {
  it.each<[string, string, string, number | undefined, IntentStatus, string[], string | undefined]>([
    ['a block at the limit of Bitcoin', 'bitcoin', 'BTC', DAY_MS, 'succeeded', [], undefined],
    ['a block after it', 'bitcoin', 'BTC', DAY_MS + 1, 'needs_review', [], 'late'],
    ['a block ten days later', 'litecoin', 'LTC', 10 * DAY_MS, 'needs_review', [], 'late'],
    ['a block at the limit of Ethereum', 'ethereum', 'ETH', 3_600_000, 'succeeded', [], undefined],
    ['a block after it', 'ethereum', 'ETH', 3_600_001, 'needs_review', [], 'late'],
    ['a block at the limit of Solana', 'solana', 'SOL', 300_000, 'succeeded', [], undefined],
    ['a block after it, inside the late window', 'solana', 'SOL', 300_001, 'succeeded', ['late'], undefined],
    ['a block at the end of the late window', 'solana', 'SOL', 899_999, 'succeeded', ['late'], undefined],
    ['a block after the late window', 'solana', 'SOL', 900_000, 'needs_review', [], 'late'],
    ['a block inside the window of a stablecoin', 'solana', 'USDC', DAY_MS - 1, 'succeeded', ['late'], undefined],
    ['a block after it', 'solana', 'USDC', DAY_MS, 'needs_review', [], 'late'],
    ['a block whose time nobody recorded', 'bitcoin', 'BTC', undefined, 'succeeded', [], undefined],
  ])('%s on %s (%s)', (_, network, asset, afterMs, status, flags, cause) => {
    expect(paidBy(included(network, afterMs), asset)).toEqual({ status, cause, flags });
  });

  it('keeps the intent processing while a block of now would count, and not longer', () => {
    expect([unmined('bitcoin', 'BTC', DAY_MS - 1), unmined('bitcoin', 'BTC', DAY_MS)]).toEqual([
      'processing',
      'expired',
    ]);
    expect([unmined('solana', 'USDC', 299_999), unmined('solana', 'USDC', 300_000)]).toEqual(['processing', 'expired']);
    expect([unminedLate('solana', 'SOL', 899_999), unminedLate('solana', 'SOL', 900_000)]).toEqual([
      'processing',
      'expired',
    ]);
    expect([unminedLate('bitcoin', 'BTC', DAY_MS), unminedLate('bitcoin', 'BTC', DAY_MS + 1)]).toEqual([
      'processing',
      'expired',
    ]);
  });

  it('is waited for in its block, whenever that becomes final', () => {
    const inBlock = { state: 'confirmed', blockHeight: 1, firstSeenAtMs: EXPIRES_MS + 60_000 } as const;
    const waits = included('solana', 800_000, inBlock);
    expect(paidBy(waits, 'SOL', EXPIRES_MS + DAY_MS).status).toBe('processing');
    expect(paidBy({ ...waits, blockTimeMs: EXPIRES_MS + 900_000 }, 'SOL', EXPIRES_MS + DAY_MS).status).toBe('expired');
  });
});

describe('a success that the chain takes back', () => {
  const first = payment(ONE, 'final');
  const succeeded = transition(open([first]), DEFAULT_SETTINGS, CREATED_MS + 2)?.intent ?? assert.fail();
  const gone = { ...first, state: 'void' as const, blockHeight: undefined };
  const tooLate = payment(parseDecimal('3'), 'final', EXPIRES_MS + DAY_MS);
  const after = (intent: Intent, payments: Payment[], nowMs = EXPIRES_MS + 2 * DAY_MS) =>
    transition({ ...intent, payments }, DEFAULT_SETTINGS, nowMs)?.intent ?? { ...intent, payments };

  it('remembers which payments settled it, and how much was enough', () => {
    expect(succeeded).toMatchObject({ settledWith: parseDecimal('0.995'), settledBy: [`simulated:${first.tx}:0`] });
    const others = [
      payment(ONE, 'seen'),
      { ...payment(ONE, 'final', CREATED_MS + 2), asset: 'BTC' },
      payment(ONE, 'final', EXPIRES_MS + 3_600_000),
    ];
    expect(after(open([]), [...others, first]).settledBy).toEqual([`simulated:${first.tx}:0`]);
  });

  it('remembers nothing before it succeeds', () => {
    const half = after(open([]), [payment(HALF, 'final')], CREATED_MS + 4);
    expect(half).toMatchObject({ status: 'partially_paid', settledWith: undefined, settledBy: undefined });
  });

  it('lasts with exactly what was enough', () => {
    const exact = [payment(parseDecimal('0.995'), 'final')];
    const enough = after(open([]), exact, CREATED_MS + 4);
    const strict = { ...DEFAULT_SETTINGS, tolerancePercent: '0', toleranceAmount: '0' };
    expect(transition(enough, strict, CREATED_MS + 5)).toBeUndefined();
  });

  it('is not settled by other money that came too late: people decide', () => {
    expect(after(succeeded, [gone, tooLate])).toMatchObject({
      status: 'needs_review',
      review: { cause: 'reorged', from: 'succeeded' },
    });
    const reversed = after(succeeded, [gone]);
    expect(reversed.review?.cause).toBe('reorged');
    expect(after(reversed, [gone, tooLate])).toMatchObject({ status: 'needs_review', review: { cause: 'reorged' } });
  });

  it('comes back with the same transaction, however late it is included again', () => {
    const reversed = after(succeeded, [gone]);
    const again = after(reversed, [{ ...first, blockHeight: 900, reorged: true }], EXPIRES_MS + 20 * DAY_MS);
    expect(again).toMatchObject({ status: 'succeeded', review: undefined, settledBy: succeeded.settledBy });
  });

  it('succeeds with other money that counts for any intent, and then lasts by that', () => {
    const second = payment(ONE, 'final', CREATED_MS + 3);
    const other = after(after(succeeded, [gone]), [gone, second]);
    expect(other).toMatchObject({ status: 'succeeded', settledBy: [`simulated:${second.tx}:0`] });
    const lost = { ...second, state: 'void' as const };
    expect(after(other, [gone, lost, tooLate]).review?.cause).toBe('reorged');
  });

  it('succeeds with other money that is late, as far as that is accepted', () => {
    const late = payment(ONE, 'final', EXPIRES_MS + 60_000);
    expect(after(after(succeeded, [gone]), [gone, late])).toMatchObject({ status: 'succeeded', flags: ['late'] });
  });

  it('lasts while a part of its money is enough', () => {
    const both = after(open([]), [first, payment(ONE, 'final', CREATED_MS + 3)], CREATED_MS + 4);
    expect(both.settledBy).toHaveLength(2);
    const kept = after(both, [gone, payment(ONE, 'final', CREATED_MS + 3)]);
    expect(kept).toMatchObject({ status: 'succeeded', settledBy: both.settledBy });
  });

  it('of the version before, which kept no payments, lasts with any final money', () => {
    const old = { ...succeeded, settledBy: undefined };
    expect(after(old, [gone, tooLate])).toMatchObject({ status: 'succeeded', settledBy: undefined });
    expect(after(old, [gone]).review?.cause).toBe('reorged');
  });

  it('is not remembered where a person accepted it', () => {
    const decision = { kind: 'accepted', reason: 'because', atMs: CREATED_MS } as const;
    const accepted = after(open([], { decision }), [first]);
    expect(accepted).toMatchObject({ status: 'succeeded', settledWith: undefined, settledBy: undefined });
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
    const decision = (kind: 'accepted' | 'rejected') => ({
      decision: { kind, reason: 'because', atMs: CREATED_MS + 5 },
    });
    const review = {
      status: 'needs_review' as const,
      review: { cause: 'underpaid', from: 'requires_payment' } as const,
    };
    const half = payment(HALF, 'final');
    expect(at(open([half], { ...review, ...decision('accepted') }))).toMatchObject({
      status: 'succeeded',
      flags: ['manual'],
    });
    expect(at(open([half], { ...review, ...decision('rejected') })).status).toBe('canceled');
    const more = payment(HALF, 'seen', CREATED_MS + 6);
    expect(at(open([half, more], { ...decision('rejected'), status: 'canceled' })).cause).toBe('canceled_with_money');
    const lost = payment(HALF, 'void', CREATED_MS + 6);
    expect(at(open([half, lost], { ...decision('rejected'), status: 'canceled' })).status).toBe('canceled');
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
  it('every step stands in the table, counts its events, and ends where nothing moves any more', () => {
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
