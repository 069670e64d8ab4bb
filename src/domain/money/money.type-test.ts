import type { Intent } from '../intents/intent.ts';
import { formatDecimal } from './decimal.ts';
import type { ExchangeRate } from './exchange-rate.ts';
import { worthOf } from './exchange-rate.ts';
import {
  add,
  type ChainUnits,
  type CryptoAmount,
  type FiatAmount,
  fiatAmount,
  max,
  toJsonInteger,
  ZERO,
} from './money.ts';

/**
 * The compiler is the test: `npm run check` fails where a line below `@ts-expect-error` compiles, and where one of the
 * others does not. Nothing here runs.
 */
export function compilesWithinOneKind(price: FiatAmount, tax: FiatAmount, paid: CryptoAmount, due: CryptoAmount): void {
  add(price, tax);
  add(paid, ZERO);
  max(due, ZERO);
  const isLess: boolean = paid < due;
  const isEqual: boolean = price === tax;
  const isPositive: boolean = paid > ZERO;
  toJsonInteger(isLess || isEqual || isPositive ? price : tax);
}

export function doesNotCompileAcrossKinds(
  intent: Intent,
  fiat: FiatAmount,
  crypto: CryptoAmount,
  units: ChainUnits,
  rate: ExchangeRate,
): unknown[] {
  return [
    // @ts-expect-error: a sum of fiat and crypto.
    add(fiat, crypto),
    // @ts-expect-error: a sum of an amount and a plain bigint.
    add(fiat, 1n),
    // @ts-expect-error: a bare sum of two fiat amounts.
    fiat + fiat,
    // @ts-expect-error: a bare sum of fiat and crypto.
    fiat + crypto,
    // @ts-expect-error: a bare sum of an amount and a bigint.
    crypto + 1n,
    // @ts-expect-error: a bare product.
    crypto * 2n,
    // @ts-expect-error: chain units where the internal scale is wanted.
    formatDecimal(units),
    // @ts-expect-error: chain units at an exchange rate.
    worthOf(units, rate),
    // @ts-expect-error: a price added to a crypto amount.
    add(crypto, rate.price),
    // @ts-expect-error: a plain bigint as the amount of an intent.
    { ...intent, cryptoAmount: 1n } satisfies Intent,
    // @ts-expect-error: fiat as what is due in crypto.
    { ...intent, cryptoAmount: fiatAmount(1) } satisfies Intent,
    // @ts-expect-error: a comparison across kinds.
    fiat < crypto,
    // @ts-expect-error: an equation across kinds.
    intent.totalAmount === intent.cryptoAmount,
    // @ts-expect-error: a comparison with a plain bigint.
    crypto > 0n,
    // @ts-expect-error: crypto as a JSON integer.
    toJsonInteger(crypto),
    // @ts-expect-error: a bigint by a plain conversion.
    BigInt(crypto),
  ];
}
