import { assert, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../merchants/settings.ts';
import { parseDecimal } from '../money/decimal.ts';
import type { Payment } from '../payments/payment.ts';
import type { Intent } from './intent.ts';
import type { IntentStatus } from './intent-status.ts';
import {
  at,
  CREATED_MS,
  DAY_MS,
  EXPIRES_MS,
  HALF,
  intentOf,
  ONE,
  open,
  payment,
  targetReadUntil,
} from './transition.test-fixture.ts';
import { transition } from './transition.ts';

function paidAfter(asset: string, ms: number): IntentStatus {
  const late = { ...payment(ONE, 'final', EXPIRES_MS + ms), asset };
  return at(intentOf(`1 ${asset}`, `1 ${asset} = $1`, { payments: [late] }), EXPIRES_MS + ms + 1).status;
}

const flagsOfPaidAt = (firstSeenAtMs: number) => at(open([payment(ONE, 'final', firstSeenAtMs)]), EXPIRES_MS + 1).flags;

/** In review, because a network could not be read. */
const unseen = (payments: Payment[], scannedUntilMs = EXPIRES_MS, more: Partial<Intent> = {}) =>
  open(payments, {
    status: 'needs_review',
    review: { cause: 'unseen', from: 'requires_payment' },
    sequence: 2,
    targets: [targetReadUntil(EXPIRES_MS), targetReadUntil(scannedUntilMs)],
    ...more,
  });

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
    expect([flagsOfPaidAt(EXPIRES_MS - 1), flagsOfPaidAt(EXPIRES_MS)]).toEqual([[], ['late']]);
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
