import { describe, expect, it } from 'vitest';
import type { IntentRequest } from '../intents/intent-request.ts';
import { LIMITS } from '../limits.ts';
import { parseDecimal } from '../money/decimal.ts';
import { worthOfPayment } from './worth-of-payment.ts';

const worth = (paid: string, exchange_rate: string, currency = 'USD') => {
  const [amount = '', asset = ''] = paid.split(' ');
  const request = { exchange_rate } as IntentRequest;
  return worthOfPayment({ asset, amount: parseDecimal(amount) }, { currency, request });
};

describe('the worth of a payment', () => {
  it.each([
    ['0.46342 SOL', '1 SOL = $261.10', 'USD', 12_100n],
    ['0.46342 SOL', '1 SOL = €261.10', 'EUR', 12_100n],
    ['2 BTC', '1 BTC = 15,000,000 JPY', 'JPY', 30_000_000n],
    ['1.0005 USDC', '1 USDC = KWD 0.3', 'KWD', 300n],
    ['0.000001 SOL', '1 SOL = $261.10', 'USD', 0n],
    ['0.5 USDC', '1 USDC = $0.01', 'USD', 1n],
    ['0.499999999999999999 USDC', '1 USDC = $0.01', 'USD', 0n],
    ['9999999999.99 SOL', '1 SOL = $1', 'USD', BigInt(LIMITS.amountMax)],
  ])('of %s at %s is in the smallest unit of %s, rounded to the nearest', (paid, rate, currency, expected) => {
    expect(worth(paid, rate, currency)).toBe(expected);
  });

  it.each([
    ['the rate is for another asset', '0.46342 USDC', '1 SOL = $261.10', 'USD'],
    ['the rate is in another currency', '0.46342 SOL', '1 SOL = €261.10', 'USD'],
    ['the rate is zero', '0.46342 SOL', '1 SOL = $0', 'USD'],
    ['it is more than any price', '18446744073709551615 SOL', '1 SOL = $261.10', 'USD'],
  ])('is unknown if %s', (_, paid, rate, currency) => {
    expect(worth(paid, rate, currency)).toBeUndefined();
  });
});
