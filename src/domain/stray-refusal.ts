import type { Transfer, TransferRefusal } from './transfer.ts';

/** Why a transfer that names no intent counts for none. */
export function strayRefusal({ failed, asset }: Transfer): TransferRefusal {
  if (failed) return 'failed';
  return asset === undefined ? 'unknown_token' : 'no_reference';
}
