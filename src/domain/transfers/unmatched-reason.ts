import type { Transfer, UnmatchedReason } from './transfer.ts';

/**
 * Why a transfer is unmatched. A failed transfer and an unknown token keep that reason whatever they name, so that they
 * cannot be assigned later.
 */
export function unmatchedReason(
  { failed, asset }: Transfer,
  otherwise: UnmatchedReason = 'no_reference',
): UnmatchedReason {
  if (failed) return 'failed';
  return asset === undefined ? 'unknown_token' : otherwise;
}
