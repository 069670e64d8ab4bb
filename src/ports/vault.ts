/** Encrypts what must be readable again (test keys, database URLs, wallets), so that a copy of the database reveals nothing. */
export interface Vault {
  seal(plain: string): string;
  open(sealed: string): string;
}
