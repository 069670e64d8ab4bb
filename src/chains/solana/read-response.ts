import { type ChainUnits, chainUnits } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';

/** A response that differs from the documented format means that the node cannot be trusted. */
export function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(what);
  return value as Record<string, unknown>;
}

export function asList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(what);
  return value as unknown[];
}

export function asText(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalid(what);
  return value;
}

/** A whole number that a double represents exactly, such as a slot, an index or a number of seconds. */
export function asCount(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw invalid(what);
  return value as number;
}

/** An amount of lamports or token units. */
export const asUnits = (value: unknown, what: string): ChainUnits => chainUnits(asU64(value, what));

/** JSON has no u64, so a number that may have been rounded is rejected. */
export function asU64(value: unknown, what: string): bigint {
  if (typeof value === 'bigint' && value >= 0n) return value;
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  return BigInt(asCount(value, what));
}

export function asMs(seconds: unknown, what: string): number | undefined {
  return seconds === null || seconds === undefined ? undefined : asCount(seconds, what) * 1_000;
}

/** Account data in base64. */
export function asBytes(value: unknown, what: string): Uint8Array {
  const [text, encoding] = asList(value, what);
  if (encoding !== 'base64') throw invalid(what);
  return Buffer.from(asText(text, what), 'base64');
}

function invalid(what: string): ChainError {
  return new ChainError('distrusted', `A Solana node returned ${what} in an invalid format.`);
}
