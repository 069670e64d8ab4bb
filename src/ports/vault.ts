import type { SealedCell } from '../domain/secrets/sealed-cell.ts';

/**
 * Encrypts data that must be readable again (test keys, database URLs, wallets), so a copy of the database reveals nothing.
 * A value can be opened only in its cell, so nobody who can write to the database can exchange two of them
 * or give a row to another merchant.
 */
export interface Vault {
  seal(plain: string, cell: SealedCell): string;
  open(sealed: string, cell: SealedCell): string;
  /** Seals a value again with the current secret, bound to its cell. Returns the same text if it already is. */
  reseal(sealed: string, cell: SealedCell): string;
}
