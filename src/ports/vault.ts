import type { DataStoreId, KeyId, WalletId } from '../domain/ids.ts';

/** The column and the row that a sealed value belongs to. */
export type SealedCell =
  | readonly [column: 'api_keys.sealed_private_key', row: KeyId]
  | readonly [column: 'data_stores.sealed_url', row: DataStoreId]
  | readonly [column: 'wallets.sealed_text', row: WalletId];

/**
 * Encrypts data that must be readable again (test keys, database URLs, wallets), so a copy of the database reveals nothing.
 * A value can be opened only in its cell, so nobody who can write to the database can exchange two of them.
 */
export interface Vault {
  seal(plain: string, cell: SealedCell): string;
  open(sealed: string, cell: SealedCell): string;
  /** Seals a value again with the current secret, bound to its cell. Returns the same text if it already is. */
  reseal(sealed: string, cell: SealedCell): string;
}
