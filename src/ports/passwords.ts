/**
 * Both throw `unavailable` at once if too many passwords wait, and later if it takes too long. A user ID in `knownAs` goes before
 * strangers: it says that the request has a session of this user, or comes from a client that signed in as this user before.
 */
export interface Passwords {
  hash(password: string, knownAs?: string): Promise<string>;
  /** Does the same work without a hash, so that timing does not reveal whether the user exists. */
  verify(passwordHash: string | undefined, password: string, knownAs?: string): Promise<boolean>;
}
