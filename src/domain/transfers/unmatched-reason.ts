import type { Transfer, UnmatchedReason } from './transfer.ts';

/**
 * Why a transfer is unmatched. A failed transfer, an unknown token and an unexplained balance keep that reason whatever they
 * name, so that they cannot be assigned later.
 */
export function unmatchedReason(
  { failed, asset, isUnexplained }: Transfer,
  otherwise: UnmatchedReason = 'no_reference',
): UnmatchedReason {
  if (isUnexplained) return 'unexplained';
  if (failed) return 'failed';
  return asset === undefined ? 'unknown_token' : otherwise;
}
