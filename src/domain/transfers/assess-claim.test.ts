import { describe, expect, it } from 'vitest';
import { type IntentId, makeId } from '../ids.ts';
import { type Intent, openIntent } from '../intents/intent.ts';
import type { IntentRequest } from '../intents/intent-request.ts';
import { parseDecimal } from '../money/decimal.ts';
import { cryptoAmount, ZERO } from '../money/money.ts';
import type { Payment } from '../payments/payment.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import { assessClaim, type ClaimFacts } from './assess-claim.ts';
import type { Transfer } from './transfer.ts';

const DAY_MS = 24 * 3_600_000;
const CREATED_MS = 1_000 * DAY_MS;
const [id, other] = [1, 2].map((byte) => makeId('pi', CREATED_MS, new Uint8Array(10).fill(byte))) as [
  IntentId,
  IntentId,
];

const target: AssignedTarget = {
  network: 'solana-local',
  address: 'wallet',
  reference: 'reference',
  matchedBy: 'reference',
  amounts: [],
  requirement: { blocks: 1 },
  decimals: 9,
  assignedAtMs: CREATED_MS,
  scannedUntilMs: undefined,
};

function intentOf(more: Partial<Intent> = {}): Intent {
  const request = {
    crypto_amount_requested: '1 SOL',
    exchange_rate: '1 SOL = $100',
    total_amount: 10_000,
    tax_amount: 0,
    tax_percent: 0,
    currency_displayed: 'USD',
    customer: { email: 'ada@example.com' },
    items: [],
    billing_address: {},
    shipping_address: {},
  } as unknown as IntentRequest;
  const requestBody = JSON.stringify(request);
  return {
    ...openIntent({ id, livemode: false, nowMs: CREATED_MS, request, requestBody }),
    targets: [target],
    ...more,
  };
}

const transferOf = (more: Partial<Transfer> = {}): Transfer => ({
  tx: 'tx',
  index: 1,
  keys: [],
  address: 'wallet',
  asset: 'SOL',
  token: undefined,
  amount: parseDecimal('1'),
  blockHeight: 5,
  failed: false,
  spends: [],
  firstSeenAtMs: CREATED_MS + 1,
  ...more,
});

interface Given {
  transfer?: Partial<Transfer>;
  intent?: Partial<Intent>;
  named?: IntentId[];
  counted?: IntentId[];
  isOurs?: boolean;
  nowMs?: number;
  matchedBy?: AssignedTarget['matchedBy'];
}

function assess({
  transfer,
  intent,
  named = [],
  counted = [],
  isOurs = true,
  nowMs = CREATED_MS + 2,
  matchedBy = 'reference',
}: Given) {
  const facts: ClaimFacts = {
    intent: intentOf(intent),
    target: { ...target, matchedBy },
    assets: [],
    nowMs,
    named: () => new Set(named),
    counted: () => new Set(counted),
    isOurs: () => isOurs,
  };
  return assessClaim(transferOf(transfer), facts);
}

function judge(given: Given) {
  const { result, unmatchedAs } = assess(given);
  return unmatchedAs === undefined ? result : `${result}, unmatched as ${unmatchedAs}`;
}

/** An intent that asks for less than the dust floor of its asset. */
const TINY: Given = { intent: { cryptoAmount: parseDecimal('0.00009') } };
const FLOOR_LESS_ONE = parseDecimal('0.000099999999999999');

const gone = { tx: 'tx', index: 1, state: 'void' } as Payment;
/** The payment itself is there; another of its transaction was lost, and one of another transaction. */
const besideLost: Payment[] = [
  { ...gone, state: 'final' },
  { ...gone, index: 2 },
  { ...gone, tx: 'other' },
];

describe('what is said of a claim', () => {
  it.each<[string, Given, string]>([
    ['that counts already', { named: [id], counted: [id] }, 'already_counted'],
    ['that was assigned by hand', { counted: [id] }, 'already_counted'],
    ['that was thought lost and is back', { counted: [id], intent: { payments: [gone] } }, 'will_be_counted'],
    ['that counts beside one that was lost', { counted: [id], intent: { payments: besideLost } }, 'already_counted'],
    ['that names the intent', { named: [id] }, 'will_be_counted'],
    ['that names it in another asset', { named: [id], transfer: { asset: 'USDC' } }, 'under_review'],
    ['that names it and another', { named: [id, other] }, 'under_review'],
    [
      'that names it in a token that nobody knows',
      { named: [id], transfer: { asset: undefined, token: 'mint' } },
      'under_review, unmatched as unknown_token',
    ],
    [
      'that names it when nobody looks anymore',
      { named: [id], nowMs: CREATED_MS + 32 * DAY_MS },
      'under_review, unmatched as too_late',
    ],
    [
      'that names it and another when nobody looks anymore',
      { named: [id, other], nowMs: CREATED_MS + 32 * DAY_MS },
      'under_review, unmatched as ambiguous',
    ],
    [
      'of forwarded coin that a scan may still see',
      { named: [id], transfer: { isForwarded: true, blockTimeMs: CREATED_MS }, nowMs: CREATED_MS + 120_000 },
      'will_be_counted',
    ],
    [
      'of forwarded coin that no scan has seen',
      { named: [id], transfer: { isForwarded: true, blockTimeMs: CREATED_MS }, nowMs: CREATED_MS + 120_001 },
      'under_review, unmatched as ambiguous',
    ],
    [
      'of other coin in a block of that age',
      { named: [id], transfer: { blockTimeMs: CREATED_MS }, nowMs: CREATED_MS + 120_001 },
      'will_be_counted',
    ],
    ['that names nobody', {}, 'under_review, unmatched as no_reference'],
    [
      'that names nobody, where the exact amount would have',
      { matchedBy: 'amount' },
      'under_review, unmatched as other_amount',
    ],
    ['that names nobody, in another asset', { transfer: { asset: 'USDC' } }, 'under_review, unmatched as no_reference'],
    ['that names nobody, at a wallet that another merchant has now', { isOurs: false }, 'not_found'],
    ['that failed there', { isOurs: false, transfer: { failed: true } }, 'not_found'],
    ['that names it at such a wallet', { isOurs: false, named: [id] }, 'will_be_counted'],
    ['that is another intent’s', { named: [other] }, 'not_found'],
    ['that counts for another intent', { counted: [other] }, 'not_found'],
    ['that is dust', { transfer: { amount: cryptoAmount(1n) } }, 'not_found'],
    ['of so little that it is only counted', { ...TINY, transfer: { amount: FLOOR_LESS_ONE } }, 'not_found'],
    [
      'of as little as is listed',
      { ...TINY, transfer: { amount: parseDecimal('0.0001') } },
      'under_review, unmatched as no_reference',
    ],
    ['of so little that names it', { ...TINY, named: [id], transfer: { amount: FLOOR_LESS_ONE } }, 'will_be_counted'],
    [
      'of so little that names it when nobody looks anymore',
      { ...TINY, named: [id], nowMs: CREATED_MS + 32 * DAY_MS, transfer: { amount: FLOOR_LESS_ONE } },
      'not_found',
    ],
    ['that is nothing', { transfer: { amount: ZERO } }, 'not_found'],
    ['older than the intent', { transfer: { firstSeenAtMs: CREATED_MS - 11 * 60_000 } }, 'not_found'],
    [
      'as old as clocks may be wrong',
      { transfer: { firstSeenAtMs: CREATED_MS - 9 * 60_000 } },
      'under_review, unmatched as no_reference',
    ],
    ['that failed', { transfer: { failed: true, amount: ZERO } }, 'failed'],
    ['of another intent that failed', { named: [other], transfer: { failed: true, amount: ZERO } }, 'not_found'],
  ])('a transfer %s', (_what, given, said) => {
    expect(judge(given)).toBe(said);
  });

  it('says whether the transfer itself names the intent', () => {
    const late = CREATED_MS + 32 * DAY_MS;
    expect(assess({ named: [id], nowMs: late }).isNamed).toBe(true);
    expect(assess({ named: [id, other], nowMs: late }).isNamed).toBe(false);
    expect(assess({}).isNamed).toBe(false);
  });
});
