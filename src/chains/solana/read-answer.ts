import { type ChainUnits, chainUnits } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';

/** Readers of what a node answers. An answer of another form than the documented one is a reason to distrust the node. */
export function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(what);
  return value as Record<string, unknown>;
}

export function asList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable(what);
  return value as unknown[];
}

export function asText(value: unknown, what: string): string {
  if (typeof value !== 'string') throw unreadable(what);
  return value;
}

/** A whole number that a float holds exactly: a slot, a position, a number of seconds. */
export function asCount(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw unreadable(what);
  return value as number;
}

/** An amount of lamports or of a token's units. */
export const asUnits = (value: unknown, what: string): ChainUnits => chainUnits(asU64(value, what));

/** JSON has no u64, so a number that a float may have rounded is rejected. */
export function asU64(value: unknown, what: string): bigint {
  if (typeof value === 'bigint' && value >= 0n) return value;
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  return BigInt(asCount(value, what));
}

export function asMs(seconds: unknown, what: string): number | undefined {
  return seconds === null || seconds === undefined ? undefined : asCount(seconds, what) * 1_000;
}

/** The bytes of an account, asked for in base64. */
export function asBytes(value: unknown, what: string): Uint8Array {
  const [text, encoding] = asList(value, what);
  if (encoding !== 'base64') throw unreadable(what);
  return Buffer.from(asText(text, what), 'base64');
}

function unreadable(what: string): ChainError {
  return new ChainError('distrusted', `A Solana node gave ${what} in a form that cannot be read.`);
}
