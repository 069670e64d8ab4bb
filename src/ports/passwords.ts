export interface Passwords {
  hash(password: string): Promise<string>;
  /** Does the same work without a hash, so that timing does not reveal whether the user exists. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}
