import { describe, expect, it } from 'vitest';
import {
  exponentOf,
  formatMoney,
  isZero,
  parseAmount,
  percentOf,
  printAmount,
  subtractDecimals,
  sumDecimals,
} from './money.ts';

/** Intl uses non-breaking spaces; plain ones are easier to read here. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('formatMoney', () => {
  it.each([
    [12_100, 'USD', '$121.00'],
    [5, 'USD', '$0.05'],
    [15_800, 'JPY', '¥15,800'],
    [12_345, 'KWD', 'KWD 12.345'],
    [1_299_000, 'HUF', 'HUF 12,990.00'],
    [0, 'EUR', '€0.00'],
    [-250, 'EUR', '-€2.50'],
    [999_999_999_999, 'USD', '$9,999,999,999.99'],
    [1_250, 'POINTS', '12.50 POINTS'],
  ])('%i %s is %s', (amount, currency, text) => {
    expect(plain(formatMoney(amount, currency, 'en-US'))).toBe(text);
  });

  it('keeps every digit of amounts that a float cannot hold', () => {
    expect(plain(formatMoney(90_071_992_547_409_931n, 'USD', 'en-US'))).toBe('$900,719,925,474,099.31');
  });

  it('follows the locale', () => {
    expect(plain(formatMoney(123_456, 'EUR', 'de-DE'))).toBe('1.234,56 €');
  });
});

describe('parseAmount', () => {
  it.each([
    ['60.50', 'USD', 6_050],
    ['60,5', 'EUR', 6_050],
    ['60', 'USD', 6_000],
    [' 1210 ', 'JPY', 1_210],
    ['1.234', 'KWD', 1_234],
    ['0.29', 'USD', 29],
    ['1.5', 'JPY', null],
    ['1.234', 'USD', null],
    ['-1', 'USD', null],
    ['1e3', 'USD', null],
    ['', 'USD', null],
    ['12 000', 'USD', null],
  ])('%s %s is %s', (text, currency, amount) => {
    expect(parseAmount(text, currency)).toBe(amount);
  });

  it('parses what printAmount writes', () => {
    for (const currency of ['JPY', 'USD', 'KWD', 'CLF']) {
      for (const amount of [0, 7, 10, 12_345, 999_999_999_999]) {
        expect(parseAmount(printAmount(amount, currency), currency)).toBe(amount);
      }
    }
  });
});

describe('decimal strings', () => {
  it('isZero recognizes every form of zero', () => {
    expect(['0', '0.0', '0.000', '00'].map(isZero)).toEqual([true, true, true, true]);
    expect(['0.000000000000000001', '1', '10'].map(isZero)).toEqual([false, false, false]);
  });

  it('percentOf gives whole percent, at most 100', () => {
    expect(percentOf('0.2', '0.46342')).toBe(43);
    expect(percentOf('1', '0.46342')).toBe(100);
    expect(percentOf('0.46341999', '0.46342')).toBe(99);
    expect(percentOf('0', '0')).toBe(0);
  });

  it('are added and subtracted exactly', () => {
    expect(sumDecimals([])).toBe('0');
    expect(sumDecimals(['0.1', '0.2', '10'])).toBe('10.3');
    expect(subtractDecimals('0.199', '0.2')).toBe('-0.001');
    expect(subtractDecimals('9', '0.000000000000000001')).toBe('8.999999999999999999');
    expect(subtractDecimals('100', '100.0')).toBe('0');
  });

  it('exponentOf assumes two decimals for unknown currencies', () => {
    expect(exponentOf('POINTS')).toBe(2);
  });
});
