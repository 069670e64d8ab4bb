import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../merchants/settings.ts';
import { formatDecimal, fromUnits, parseDecimal, toUnits } from '../money/decimal.ts';
import { add, type ChainUnits, type CryptoAmount, chainUnits, cryptoAmount, subtract, ZERO } from '../money/money.ts';
import type { Payment } from '../payments/payment.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import { amountsOf } from './amounts.ts';
import type { Intent } from './intent.ts';
import { sampleIntent } from './sample-intent.test-fixture.ts';
import { transition } from './transition.ts';

const NOW_MS = 1_000_000;
const STRICT = { ...DEFAULT_SETTINGS, tolerancePercent: '0', toleranceAmount: '0' };
const UINT256_MAX = 2n ** 256n - 1n;
const ONE_UNIT = chainUnits(1n);
const SMALLEST = cryptoAmount(1n);

const target = (network: string, decimals: number): AssignedTarget => ({
  network,
  address: 'a',
  reference: undefined,
  matchedBy: 'address',
  amounts: [],
  requirement: { blocks: 1 },
  decimals,
  assignedAtMs: NOW_MS,
  scannedUntilMs: undefined,
});

const final = (amount: CryptoAmount, network = 'solana'): Payment => ({
  network,
  tx: 't',
  index: 0,
  blockHeight: 1,
  confirmations: 1,
  requirement: { blocks: 1 },
  state: 'final',
  voidReason: undefined,
  asset: 'BIG',
  amount,
  tail: ZERO,
  spends: [],
  firstSeenAtMs: NOW_MS,
  reorged: false,
  missingSinceMs: undefined,
});

/** An intent of somebody who tolerates nothing, with final money on a network that counts so many decimals. */
function paid(due: CryptoAmount, units: ChainUnits, decimals: number): Intent {
  const payments = units === ZERO ? [] : [final(fromUnits(units, decimals))];
  const more = { payments, targets: [target('solana', decimals)] };
  const intent = sampleIntent(`${formatDecimal(due)} BIG`, '1 BIG = $1', NOW_MS, more);
  return transition(intent, STRICT, NOW_MS + 1)?.intent ?? intent;
}

describe.each(Array.from({ length: 19 }, (_, decimals) => ({ decimals })))(
  'of a token with $decimals decimals',
  ({ decimals }) => {
    const dues = fc.bigInt({ min: 1n, max: 10n ** 36n - 1n }).map(cryptoAmount);
    const everyDue = (check: (due: CryptoAmount, asked: ChainUnits) => void) =>
      fc.assert(
        fc.property(dues, (due) => check(due, toUnits(due, decimals))),
        { numRuns: 30, examples: [[SMALLEST], [parseDecimal('1')], [cryptoAmount(10n ** 36n - 1n)]] },
      );

    it('one unit less than what the payer is asked for is not enough', () => {
      everyDue((due, asked) => {
        const less = subtract(asked, ONE_UNIT);
        const short = paid(due, less, decimals);
        expect(short.status).toBe(less === ZERO ? 'requires_payment' : 'partially_paid');
        expect(amountsOf(short).remaining).toBe(subtract(due, fromUnits(less, decimals)));
      });
    });

    it('exactly that is enough, and the rounding is no overpayment', () => {
      everyDue((due, asked) => {
        const exact = paid(due, asked, decimals);
        expect(exact).toMatchObject({ status: 'succeeded', flags: [] });
        expect(amountsOf(exact)).toMatchObject({ remaining: 0n, overpaidBy: 0n });
      });
    });

    it('one unit more is overpaid by one unit', () => {
      everyDue((due, asked) => {
        const over = paid(due, add(asked, ONE_UNIT), decimals);
        expect(over).toMatchObject({ status: 'succeeded', flags: ['overpaid'] });
        expect(amountsOf(over).overpaidBy).toBe(fromUnits(ONE_UNIT, decimals));
      });
    });
  },
);

describe('amounts', () => {
  it.each<[string, [amount: string, tail: string][], string, string]>([
    ['exactly', [['1.003', '0.003']], '1.003', '0'],
    ['with one unit on top', [['1.003001', '0.003']], '1.003001', '0.000001'],
    [
      'twice',
      [
        ['1.003', '0.003'],
        ['1.003', '0.003'],
      ],
      '2.006',
      '1',
    ],
    [
      'in two parts, the first of which was lost before',
      [
        ['0.4002', '0.0002'],
        ['0.59981', '0.00001'],
      ],
      '1.00001',
      '0',
    ],
    ['with less than is due', [['0.99', '0.003']], '0.99', '0'],
  ])('paid with tails %s: a tail is received, and is no overpayment', (_, sent, received, overpaidBy) => {
    const payments = sent.map(([amount, tail]) => ({ ...final(parseDecimal(amount)), tail: parseDecimal(tail) }));
    const intent = sampleIntent('1 BIG', '1 BIG = $1', NOW_MS, { payments, targets: [target('solana', 6)] });
    const amounts = amountsOf(intent);
    expect([amounts.received, amounts.overpaidBy].map(formatDecimal)).toEqual([received, overpaidBy]);
    const { flags = [] } = transition(intent, STRICT, NOW_MS + 1)?.intent ?? {};
    expect(flags.includes('overpaid')).toBe(overpaidBy !== '0');
  });

  it('in flight do not lend their tail to final ones', () => {
    const payments = [
      final(parseDecimal('1.5')),
      { ...final(parseDecimal('1.5')), tail: parseDecimal('0.5'), state: 'seen' as const },
    ];
    const intent = sampleIntent('1 BIG', '1 BIG = $1', NOW_MS, { payments, targets: [target('solana', 6)] });
    expect(amountsOf(intent).overpaidBy).toBe(parseDecimal('0.5'));
  });

  it('paid on two networks are rounded by the coarser of them', () => {
    const half = parseDecimal('0.5');
    const payments = [final(add(half, SMALLEST), 'bnb'), final(half)];
    const targets = [target('bnb', 18), target('solana', 6), target('polygon', 0)];
    const intent = sampleIntent('1 BIG', '1 BIG = $1', NOW_MS, { payments, targets });
    expect(amountsOf(intent).overpaidBy).toBe(0n);
    expect(amountsOf({ ...intent, payments: payments.slice(0, 1), cryptoAmount: SMALLEST }).overpaidBy).toBe(half);
  });

  it('of 2^256 − 1 whole tokens, several times, are counted and written to the last digit', () => {
    const payments = [1, 2, 3].map(() => final(fromUnits(chainUnits(UINT256_MAX), 0)));
    const intent = sampleIntent('1 BIG', '1 BIG = $1', NOW_MS, { payments, targets: [target('solana', 0)] });
    const { received, overpaidBy } = amountsOf(intent);
    expect(formatDecimal(received)).toBe(String(3n * UINT256_MAX));
    expect(formatDecimal(overpaidBy)).toBe(String(3n * UINT256_MAX - 1n));
    const most = cryptoAmount(UINT256_MAX);
    expect(parseDecimal(formatDecimal(most))).toBe(most);
    expect(toUnits(fromUnits(chainUnits(UINT256_MAX), 0), 0)).toBe(UINT256_MAX);
  });
});
