import type { Transfer, TransferRefusal } from './transfer.ts';

/**
 * Why a transfer that counts for nobody does not: what was no payment at all is refused for that, whomever it names, so
 * that nobody can assign it later.
 */
export function strayRefusal(
  { failed, asset }: Transfer,
  otherwise: TransferRefusal = 'no_reference',
): TransferRefusal {
  if (failed) return 'failed';
  return asset === undefined ? 'unknown_token' : otherwise;
}
