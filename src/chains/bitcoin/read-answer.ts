import { ChainError } from '../../domain/networks/chain-error.ts';

/** What a node answered cannot be true. */
export const distrust = (sentence: string): ChainError => new ChainError('distrusted', sentence);

export function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw distrust(`The node’s ${what} is no object.`);
  return value as Record<string, unknown>;
}

export function asList(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw distrust(`The node’s ${what} is no list.`);
  return value;
}

/** The hash of a block or the id of a transaction. */
export function asHash(value: unknown, what: string): string {
  if (!isHash(value)) throw distrust(`The node’s ${what} is no hash of 64 hexadecimal digits.`);
  return value;
}

export const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** A height, an output number or a time in seconds. */
export function asCount(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw distrust(`The node’s ${what} is no whole number.`);
  return value as number;
}
