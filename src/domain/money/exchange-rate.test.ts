import { describe, expect, it } from 'vitest';
import { CURRENCY_SYMBOLS } from './currency-symbols.ts';
import { EXCHANGE_RATE_PATTERN, parseExchangeRate } from './exchange-rate.ts';

const everyCodePoint = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));

it('knows every currency symbol of Unicode', () => {
  expect(CURRENCY_SYMBOLS).toEqual(everyCodePoint.filter((character) => /^\p{Sc}$/u.test(character)));
});

describe.each(['', 'u'])('the pattern with the flags "%s"', (flags) => {
  const pattern = new RegExp(EXCHANGE_RATE_PATTERN, flags);

  it('takes every currency symbol, before and after the number', () => {
    const rejected = CURRENCY_SYMBOLS.filter(
      (symbol) => !pattern.test(`1 SOL = ${symbol}261.10`) || !pattern.test(`1 SOL = 261.10 ${symbol}`),
    );
    expect(rejected).toEqual([]);
  });

  it('takes no other character', () => {
    const taken = everyCodePoint.filter((character) => pattern.test(`1 SOL = ${character}5`));
    expect(taken.filter((character) => !/^[0-9]$/.test(character))).toEqual(CURRENCY_SYMBOLS);
  });

  it.each(['1 SOL = CA$99', '1 BTC = 98,114.20 USD', '1 BTC = USD 98,114.20', '1 SOL = € 5'])('takes %s', (text) => {
    expect(pattern.test(text)).toBe(true);
    expect(parseExchangeRate(text).currencies).toHaveLength(1);
  });

  it.each(['1 SOL = €€5', '1 SOL = €', '1 SOL = 5', '2 SOL = €5', '1 SOL = \ud800', '1 SOL = 5 \ud807'])(
    'does not take %j',
    (text) => expect(pattern.test(text)).toBe(false),
  );
});
