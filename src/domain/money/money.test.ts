import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCryptoAmount } from './crypto-amount.ts';
import { CURRENCIES } from './currency.ts';
import { formatDecimal, parseDecimal, SCALE } from './decimal.ts';
import { parseExchangeRate } from './exchange-rate.ts';

describe('decimals', () => {
  it('come back as they went in, for any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 36n }), (units) => {
        expect(parseDecimal(formatDecimal(units))).toBe(units);
      }),
    );
  });

  it('lose nothing where a float would', () => {
    expect(parseDecimal('0.1') + parseDecimal('0.2')).toBe(parseDecimal('0.3'));
    expect(parseDecimal('123456789012345678.000000000000000001')).toBe(123456789012345678n * SCALE + 1n);
    expect(formatDecimal(-1n)).toBe('-0.000000000000000001');
  });
});

describe('crypto amounts', () => {
  it.each([
    ['0.00025 SOL', 250_000_000_000_000n, 'SOL'],
    ['1 btc', SCALE, 'BTC'],
    ['12.50 USDC', 12_500_000_000_000_000_000n, 'USDC'],
    ['0.000000000000000001 ETH', 1n, 'ETH'],
  ])('reads %s', (text, units, asset) => expect(parseCryptoAmount(text)).toEqual({ units, asset }));

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
  ])('reads %s', (text, asset, fiat, currency) => {
    const rate = parseExchangeRate(text);
    expect(rate.asset).toBe(asset);
    expect(formatDecimal(rate.fiat)).toBe(fiat);
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
