import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { DEFAULT_POLICY, type PolicySettings } from '../merchants/settings.ts';
import { formatDecimal, parseDecimal } from '../money/decimal.ts';
import { add, type CryptoAmount, cryptoAmount } from '../money/money.ts';
import type { Payment } from '../payments/payment.ts';
import type { Intent } from './intent.ts';
import { lateAcceptedMsMax, policyOf } from './policy.ts';
import { sampleIntent } from './sample-intent.test-fixture.ts';

const SMALLEST = cryptoAmount(1n);

/** An asset whose worth nobody knows, so that no rest of it is dust. */
const intentOf = (due = '100 BIG', rate = '1 BIG = $1', more: Partial<Intent> = {}) => sampleIntent(due, rate, 0, more);

const settingsOf = (percent: string, amount: string): PolicySettings => ({
  ...DEFAULT_POLICY,
  tolerancePercent: percent,
  toleranceAmount: amount,
});

const tolerance = (intent: Intent, settings = DEFAULT_POLICY) => policyOf(intent, settings).tolerance;
const NOTHING = settingsOf('0', '0');

/** A final payment of half a coin in the asset that is due. */
const paid = (network: string, more: Partial<Payment> = {}): Payment =>
  ({ network, state: 'final', amount: parseDecimal('0.5'), ...more }) as Payment;

/** The smallest rest that is asked for. */
const asked = (due: string, ...payments: Payment[]): CryptoAmount => {
  const asset = due.split(' ')[1] ?? '';
  const own = payments.map((payment) => Object.assign({ asset }, payment));
  return add(tolerance(intentOf(due, `1 ${asset} = $1`, { payments: own }), NOTHING), SMALLEST);
};

describe('the tolerance that a merchant chose', () => {
  it.each<[string, string, string, string]>([
    ['half a percent, where that is less', '100 BIG', '1 BIG = $1', '0.5'],
    ['one dollar, where that is less', '1000 BIG', '1 BIG = $1', '1'],
    ['one dollar by the rate', '1000 BIG', '1 BIG = $4', '0.25'],
    ['none, where the rate is in another currency', '100 BIG', '1 BIG = €1', '0'],
    ['none, where the rate is for another asset', '100 BIG', '1 BTC = $1', '0'],
    ['none, where the rate is zero', '100 BIG', '1 BIG = $0', '0'],
  ])('is %s', (_, due, rate, expected) => {
    expect(formatDecimal(tolerance(intentOf(due, rate)))).toBe(expected);
  });

  it('is none where the currency is unknown', () => {
    expect(tolerance(intentOf('100 BIG', '1 BIG = 1 XYZ', { currency: 'XYZ' }))).toBe(0n);
  });

  it.each<[string, string, string]>([
    ['5', '1000', '5'],
    ['4.9999', '1000', '4.9999'],
    ['5.0001', '1000', '5'],
    ['100', '1000', '5'],
    ['100', '3', '3'],
    ['0', '1000', '0'],
    ['5', '0', '0'],
  ])('of %s percent and %s dollars of 100 is %s', (percent, amount, expected) => {
    expect(formatDecimal(tolerance(intentOf(), settingsOf(percent, amount)))).toBe(expected);
  });
});

describe('the policy of an intent', () => {
  const kept: PolicySettings = {
    tolerancePercent: '2',
    toleranceAmount: '1000',
    latePolicy: { stablecoinSeconds: 7, otherSeconds: 8 },
  };

  it('is the one with which it was created', () => {
    expect(policyOf(intentOf('100 BIG', '1 BIG = $1', { policy: kept }), DEFAULT_POLICY)).toEqual({
      tolerance: parseDecimal('2'),
      lateAcceptedMs: 8_000,
    });
  });

  it('is today’s, with the same limit, for an intent that kept none', () => {
    expect(policyOf(intentOf(), { ...kept, tolerancePercent: '100' })).toEqual({
      tolerance: parseDecimal('5'),
      lateAcceptedMs: 8_000,
    });
  });

  it.each([
    ['USDC', 7_000],
    ['USDT', 7_000],
    ['DAI', 7_000],
    ['EURC', 7_000],
    ['SOL', 8_000],
  ])('accepts late %s for %i ms', (asset, lateAcceptedMs) => {
    const intent = intentOf(`1 ${asset}`, `1 ${asset} = $1`);
    expect(policyOf(intent, kept).lateAcceptedMs).toBe(lateAcceptedMs);
    expect(lateAcceptedMsMax({ ...intent, policy: kept })).toBe(lateAcceptedMs);
  });

  it('may accept late payments for as long as any settings allow if the intent kept none', () => {
    expect(lateAcceptedMsMax(intentOf())).toBe(LIMITS.lateSecondsMax * 1_000);
  });
});

describe('a rest that is not worth a payment', () => {
  it.each([
    ['BTC', '0.00000546'],
    ['LTC', '0.0000546'],
    ['SOL', '0.0001'],
    ['ETH', '0.00001'],
    ['POL', '0.05'],
    ['BNB', '0.00002'],
    ['USDC', '0.01'],
    ['USDT', '0.01'],
    ['DAI', '0.01'],
    ['EURC', '0.01'],
  ])('of %s is less than %s', (asset, floor) => expect(formatDecimal(asked(`100 ${asset}`))).toBe(floor));

  it('is nothing for an asset whose worth nobody knows', () => {
    expect(tolerance(intentOf(), NOTHING)).toBe(0n);
    expect(formatDecimal(asked('1 BIG', paid('bitcoin')))).toBe('0.000000000000000001');
  });

  it.each([
    ['1 BTC', 'bitcoin', '0.00001'],
    ['1 ETH', 'ethereum', '0.0001'],
    ['1 ETH', 'base', '0.00001'],
    ['1 SOL', 'solana', '0.0001'],
    ['1 LTC', 'litecoin', '0.0000546'],
  ])('of %s is less than the fee of %s, if the money came there and that is more', (due, network, rest) => {
    expect(formatDecimal(asked(due, paid(network)))).toBe(rest);
    expect(formatDecimal(asked(due, paid(network, { state: 'seen' })))).toBe(rest);
  });

  const tiny = parseDecimal('0.0000001');

  it.each([
    ['the most money came', [paid('base'), paid('ethereum', { amount: tiny })], '0.00001'],
    ['the most money came in several payments', [paid('base'), paid('ethereum'), paid('ethereum')], '0.0001'],
    ['the fee is lower, of two with the same money', [paid('ethereum'), paid('base')], '0.00001'],
    ['money is final', [paid('base', { amount: tiny }), paid('ethereum', { state: 'confirmed' })], '0.00001'],
    ['money did not come back', [paid('ethereum', { state: 'void' })], '0.00001'],
    ['money came in the asset', [paid('ethereum', { asset: 'USDC' }), paid('base', { amount: tiny })], '0.00001'],
  ])('is less than the fee of the network where %s', (_, payments, rest) => {
    expect(formatDecimal(asked('1 ETH', ...payments))).toBe(rest);
  });

  it('is not the fee of a network whose coin is another asset', () => {
    expect(formatDecimal(asked('1 USDC', paid('ethereum')))).toBe('0.01');
  });

  it('is at most five percent of the amount due', () => {
    expect(formatDecimal(tolerance(intentOf('0.1 USDC', '1 USDC = $1'), NOTHING))).toBe('0.005');
    expect(formatDecimal(tolerance(intentOf('0.000001 USDC', '1 USDC = $1'), NOTHING))).toBe('0.00000005');
  });

  it('does not lower what the merchant tolerates', () => {
    expect(formatDecimal(tolerance(intentOf('100 USDC', '1 USDC = $1')))).toBe('0.5');
  });
});
