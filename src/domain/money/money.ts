import { LIMITS } from '../limits.ts';

declare const fiat: unique symbol;
declare const value: unique symbol;
declare const crypto: unique symbol;
declare const units: unique symbol;

/*
 * Every amount of money is a bigint at run time, and an opaque type of its kind to the compiler. `<`, `>` and `===`
 * compile between two amounts of one kind; `+`, `-`, `*` and any mix of kinds do not. ADR 0013 says why.
 */

/** Fiat in the smallest unit of its currency: 1250 is 12.50 USD. */
export interface FiatAmount {
  readonly [fiat]: true;
}

/** Fiat in whole units of its currency, at scale 10⁻¹⁸: a price, or what a crypto amount is worth. */
export interface FiatValue {
  readonly [value]: true;
}

/** An amount of an asset at scale 10⁻¹⁸, the same on every network. */
export interface CryptoAmount {
  readonly [crypto]: true;
}

/** An amount of an asset in its smallest unit on one network: lamports, satoshis. */
export interface ChainUnits {
  readonly [units]: true;
}

export type Money = FiatAmount | FiatValue | CryptoAmount | ChainUnits;

/** Zero is the only amount that belongs to every kind. */
export const ZERO = 0n as unknown as FiatAmount & FiatValue & CryptoAmount & ChainUnits;

/** Throws for a number that is not an integer, and for text that is not one. */
export const fiatAmount = (minorUnits: bigint | number | string): FiatAmount =>
  BigInt(minorUnits) as unknown as FiatAmount;
export const fiatValue = (scaled: bigint): FiatValue => scaled as unknown as FiatValue;
export const cryptoAmount = (scaled: bigint): CryptoAmount => scaled as unknown as CryptoAmount;
export const chainUnits = (smallestUnits: bigint): ChainUnits => smallestUnits as unknown as ChainUnits;

/** For databases, chains and text. Rules of the domain use the functions below. */
export const toBigInt = (amount: Money): bigint => amount as unknown as bigint;

export const add = <M extends Money>(a: M, b: NoInfer<M>): M => (toBigInt(a) + toBigInt(b)) as unknown as M;

export const subtract = <M extends Money>(a: M, b: NoInfer<M>): M => (toBigInt(a) - toBigInt(b)) as unknown as M;

/** How far apart two amounts are, never negative. */
export const difference = <M extends Money>(a: M, b: NoInfer<M>): M => (a < b ? subtract(b, a) : subtract(a, b));

export const min = <M extends Money>(a: M, b: NoInfer<M>): M => (a < b ? a : b);

export const max = <M extends Money>(a: M, b: NoInfer<M>): M => (a < b ? b : a);

export const multiply = <M extends Money>(amount: M, factor: bigint): M => (toBigInt(amount) * factor) as unknown as M;

/** `amount × numerator ÷ denominator`, rounded toward zero. */
export const multiplyRoundingDown = <M extends Money>(amount: M, numerator: bigint, denominator: bigint): M =>
  ((toBigInt(amount) * numerator) / denominator) as unknown as M;

/** The largest multiple of `step` that is not above the amount. The amount must not be negative. */
export const roundDownTo = <M extends Money>(amount: M, step: NoInfer<M>): M =>
  (toBigInt(amount) - (toBigInt(amount) % toBigInt(step))) as unknown as M;

export function sum<M extends Money>(amounts: Iterable<M>): M {
  let total = 0n;
  for (const amount of amounts) total += toBigInt(amount);
  return total as unknown as M;
}

/** Fiat amounts are JSON integers, in the API and in stored documents: every one that is accepted fits in a double. */
export function toJsonInteger(amount: FiatAmount): number {
  const integer = Number(toBigInt(amount));
  if (integer < 0 || integer > LIMITS.amountMax) throw new RangeError(`not an amount of fiat: ${integer}`);
  return integer;
}
