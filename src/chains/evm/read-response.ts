import type { Hex } from 'viem';
import { isHex } from 'viem/utils';
import { ChainError } from '../../domain/networks/chain-error.ts';

/** For data that cannot be true. */
export const distrustedError = (sentence: string): ChainError => new ChainError('distrusted', sentence);

export function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(what, 'an object');
  return value as Record<string, unknown>;
}

export function asList(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(what, 'a list');
  return value;
}

/** Bytes in hex, with lower-case digits. */
export function asBytes(value: unknown, what: string): Hex {
  if (!isHex(value) || value.length % 2 !== 0) throw invalid(what, 'bytes in hex');
  return value.toLowerCase() as Hex;
}

/** A block hash, a transaction hash or a topic of a log. */
export function asHash(value: unknown, what: string): Hex {
  const bytes = asBytes(value, what);
  if (!isHash(bytes)) throw invalid(what, 'a hash of 32 bytes');
  return bytes;
}

export const isHash = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value);

/** An address in lower case. Its checksum costs a hash, so it is added only to what leaves the adapter. */
export function asAddress(value: unknown, what: string): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw invalid(what, 'an address');
  return value.toLowerCase() as Hex;
}

/** A number of up to 256 bits. */
export function asQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw invalid(what, 'a number in hex');
  return BigInt(value);
}

/** A height, a position or a number of seconds. */
export function asCount(value: unknown, what: string): number {
  const count = Number(asQuantity(value, what));
  if (!Number.isSafeInteger(count)) throw invalid(what, 'a number that can be counted to');
  return count;
}

const invalid = (what: string, form: string): ChainError => distrustedError(`The node’s ${what} is not ${form}.`);
