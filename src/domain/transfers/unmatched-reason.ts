import type { Transfer, UnmatchedReason } from './transfer.ts';

/**
 * Why a transfer that counts for nobody does not: what was no payment at all is refused for that, whomever it names, so
 * that nobody can assign it later.
 */
export function unmatchedReason(
  { failed, asset }: Transfer,
  otherwise: UnmatchedReason = 'no_reference',
): UnmatchedReason {
  if (failed) return 'failed';
  return asset === undefined ? 'unknown_token' : otherwise;
}
