import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { parseCryptoAmount } from './crypto-amount.ts';
import { CURRENCIES } from './currency.ts';
import { formatDecimal, fromUnits, parseDecimal, SCALE, toUnits } from './decimal.ts';
import { amountWorth, isOffByMoreThan, parseExchangeRate, parseFiatValue, worthOf } from './exchange-rate.ts';
import {
  add,
  chainUnits,
  cryptoAmount,
  difference,
  fiatAmount,
  fiatValue,
  max,
  min,
  multiply,
  multiplyRoundingDown,
  roundDownTo,
  subtract,
  sum,
  toJsonInteger,
  ZERO,
} from './money.ts';

const crypto = fc.bigInt({ min: 0n, max: 10n ** 36n }).map(cryptoAmount);
const units = fc.bigInt({ min: 0n, max: 2n ** 256n }).map(chainUnits);
const decimals = fc.integer({ min: 0, max: 18 });
const rates = fc
  .bigInt({ min: 1n, max: 10n ** 30n })
  .map((price) => ({ asset: 'SOL', price: fiatValue(price), currencies: ['USD'] }));

describe('amounts of one kind', () => {
  it('add up in any order, and a sum is undone by a subtraction', () => {
    fc.assert(
      fc.property(fc.array(crypto, { maxLength: 8 }), crypto, (amounts, other) => {
        expect(sum([...amounts, other])).toBe(add(sum(amounts), other));
        expect(sum(amounts.toReversed())).toBe(sum(amounts));
        expect(subtract(add(other, sum(amounts)), sum(amounts))).toBe(other);
      }),
    );
  });

  it('have a smaller and a larger, and the difference between them', () => {
    fc.assert(
      fc.property(crypto, crypto, (a, b) => {
        expect(add(min(a, b), difference(a, b))).toBe(max(a, b));
        expect(difference(a, b)).toBe(difference(b, a));
        expect(difference(a, b) >= ZERO).toBe(true);
      }),
    );
  });

  it('are multiplied exactly, and rounded down by a ratio', () => {
    fc.assert(
      fc.property(crypto, fc.bigInt({ min: 1n, max: 10n ** 6n }), (amount, factor) => {
        expect(multiplyRoundingDown(multiply(amount, factor), 1n, factor)).toBe(amount);
        const part = multiplyRoundingDown(amount, 1n, factor);
        const rest = subtract(amount, multiply(part, factor));
        expect(rest >= ZERO && rest < cryptoAmount(factor)).toBe(true);
      }),
    );
  });

  it('are rounded down to a whole number of steps', () => {
    fc.assert(
      fc.property(crypto, decimals, (amount, digits) => {
        const step = fromUnits(chainUnits(1n), digits);
        const rounded = roundDownTo(amount, step);
        expect(roundDownTo(rounded, step)).toBe(rounded);
        expect(rounded <= amount && subtract(amount, rounded) < step).toBe(true);
      }),
    );
  });
});

describe('fiat amounts', () => {
  it('are JSON integers up to the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LIMITS.amountMax }), (integer) => {
        expect(toJsonInteger(fiatAmount(integer))).toBe(integer);
        expect(toJsonInteger(fiatAmount(String(integer)))).toBe(integer);
      }),
      { examples: [[0], [LIMITS.amountMax]] },
    );
  });

  it.each([-1, LIMITS.amountMax + 1, 2n ** 64n])('are none of %s', (integer) => {
    expect(() => toJsonInteger(fiatAmount(integer))).toThrow(RangeError);
  });

  it.each([0.5, Number.NaN, '1.5'])('are not made of %s', (integer) => {
    expect(() => fiatAmount(integer)).toThrow();
  });
});

describe('chain units', () => {
  it('come back from the internal scale as they went in', () => {
    fc.assert(
      fc.property(units, decimals, (amount, digits) => {
        expect(toUnits(fromUnits(amount, digits), digits)).toBe(amount);
      }),
    );
  });

  it('are rounded up, by less than one of them', () => {
    fc.assert(
      fc.property(crypto, decimals, (amount, digits) => {
        const asked = fromUnits(toUnits(amount, digits), digits);
        expect(asked >= amount && subtract(asked, amount) < fromUnits(chainUnits(1n), digits)).toBe(true);
      }),
    );
  });
});

describe('decimals', () => {
  it('come back as they went in, for any amount', () => {
    fc.assert(
      fc.property(crypto, (amount) => {
        expect(parseDecimal(formatDecimal(amount))).toBe(amount);
      }),
    );
  });

  it('lose nothing where a float would', () => {
    expect(add(parseDecimal('0.1'), parseDecimal('0.2'))).toBe(parseDecimal('0.3'));
    expect(parseDecimal('123456789012345678.000000000000000001')).toBe(123456789012345678n * SCALE + 1n);
    expect(formatDecimal(cryptoAmount(-1n))).toBe('-0.000000000000000001');
    expect(formatDecimal(cryptoAmount(100n * SCALE))).toBe('100');
    expect(formatDecimal(cryptoAmount(0n))).toBe('0');
  });

  it('are refused where they are finer than any asset, rather than read as ten times as much', () => {
    expect(() => parseDecimal('1.0000000000000000001')).toThrow(RangeError);
    expect(() => fromUnits(chainUnits(1n), 19)).toThrow(RangeError);
    expect(() => toUnits(cryptoAmount(1n), 19)).toThrow(RangeError);
  });
});

describe('crypto amounts', () => {
  it.each([
    ['0.00025 SOL', 250_000_000_000_000n, 'SOL'],
    ['1 btc', SCALE, 'BTC'],
    ['12.50 USDC', 12_500_000_000_000_000_000n, 'USDC'],
    ['0.000000000000000001 ETH', 1n, 'ETH'],
  ])('reads %s', (text, amount, asset) => expect(parseCryptoAmount(text)).toEqual({ amount, asset }));

  it.each([
    '0 SOL',
    '0.000 SOL',
    '1SOL',
    '1  SOL',
    '-1 SOL',
    '1e3 SOL',
    '.5 SOL',
    '5. SOL',
    '1,5 SOL',
    '0.0000000000000000001 ETH',
    '1234567890123456789 SOL',
    '1 ',
    ' 1 SOL',
    '1 SOL\n',
    '١ SOL',
  ])('refuses %j', (text) => expect(() => parseCryptoAmount(text)).toThrow(RangeError));
});

describe('exchange rates', () => {
  it.each([
    ['1 SOL = $261.10', 'SOL', '261.1', 'USD'],
    ['1 SOL = €261.10', 'SOL', '261.1', 'EUR'],
    ['1 BTC = 98,114.20 USD', 'BTC', '98114.2', 'USD'],
    ['1 btc = usd 98,114.20', 'BTC', '98114.2', 'USD'],
    ['1 ETH = CA$4,000', 'ETH', '4000', 'CAD'],
    ['1 ETH = 600000¥', 'ETH', '600000', 'JPY'],
    ['1 POL = £0.000000000000000001', 'POL', '0.000000000000000001', 'GBP'],
  ])('reads %s', (text, asset, price, currency) => {
    const rate = parseExchangeRate(text);
    expect(rate.asset).toBe(asset);
    expect(rate.price).toBe(parseFiatValue(price));
    expect(rate.currencies).toContain(currency);
  });

  it.each([
    '2 SOL = $1',
    '1 SOL = 1',
    '1 SOL=$1',
    '1 SOL = $',
    '1 SOL = $1,00',
    '1 SOL = $1.2.3',
    '1 SOL = $-1',
    '1 = $1',
    '1 SOL = $1 = $2',
  ])('refuses %j', (text) => expect(() => parseExchangeRate(text)).toThrow(RangeError));

  it('convert an amount to its worth and back, rounded down', () => {
    fc.assert(
      fc.property(crypto, rates, (amount, rate) => {
        const worth = worthOf(amount, rate);
        expect(amountWorth(worth, rate) <= amount).toBe(true);
        expect(worthOf(amountWorth(worth, rate), rate) <= worth).toBe(true);
      }),
    );
    const rate = parseExchangeRate('1 SOL = $261.10');
    expect(worthOf(parseDecimal('2'), rate)).toBe(parseFiatValue('522.2'));
    expect(amountWorth(parseFiatValue('522.2'), rate)).toBe(parseDecimal('2'));
  });

  it.each([
    ['0.99', false],
    ['1.01', false],
    ['0.989999999999999999', true],
    ['1.010000000000000001', true],
  ])('find an amount of %s that should be 1 to be off by more than one percent: %s', (amount, isOff) => {
    const rate = parseExchangeRate('1 KWD1 = 2.5 KWD');
    expect(isOffByMoreThan(1n, parseDecimal(amount), rate, fiatAmount(2_500), 3)).toBe(isOff);
  });

  it('find it within another percentage', () => {
    const rate = parseExchangeRate('1 SOL = $1');
    const isOff = (amount: string) => isOffByMoreThan(10n, parseDecimal(amount), rate, fiatAmount(100), 2);
    expect(['0.9', '1.1', '0.899', '1.101'].map(isOff)).toEqual([false, false, true, true]);
  });

  it('knows a symbol that it cannot place', () => {
    expect(parseExchangeRate('1 SOL = 500₭').currencies).toEqual([]);
  });
});

describe('currencies', () => {
  it.each([
    ['JPY', 0],
    ['USD', 2],
    ['KWD', 3],
    ['CLF', 4],
  ])('%s has %i decimals', (code, exponent) => expect(CURRENCIES.get(code)?.exponent).toBe(exponent));

  it('are well-formed', () => {
    for (const [code, currency] of CURRENCIES) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect([0, 2, 3, 4]).toContain(currency.exponent);
      expect(currency.name).not.toBe('');
    }
  });
});
