import { ChainError } from '../../domain/networks/chain-error.ts';

/** For data that cannot be true. */
export const distrustedError = (sentence: string): ChainError => new ChainError('distrusted', sentence);

export function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw distrustedError(`The node’s ${what} is not an object.`);
  return value as Record<string, unknown>;
}

export function asList(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw distrustedError(`The node’s ${what} is not a list.`);
  return value;
}

/** A block hash or a transaction ID. */
export function asHash(value: unknown, what: string): string {
  if (!isHash(value)) throw distrustedError(`The node’s ${what} is not a hash of 64 hexadecimal digits.`);
  return value;
}

export const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** A height, an output index or a time in seconds. */
export function asCount(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw distrustedError(`The node’s ${what} is not a whole number.`);
  return value as number;
}
