/** Encrypts data that must be readable again (test keys, database URLs, wallets), so a copy of the database reveals nothing. */
export interface Vault {
  seal(plain: string): string;
  open(sealed: string): string;
}
