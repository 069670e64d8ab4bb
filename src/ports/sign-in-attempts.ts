/** An attempt to sign in, counted under each of its names. */
export interface SignInAttempt {
  /** A UUID, by which a successful attempt is removed again. */
  id: string;
  names: readonly string[];
  atMs: number;
}

export interface SignInAttempts {
  /** Counts an attempt across all processes; returns how long to wait where one of its names is over the limit. */
  count(attempt: SignInAttempt): Promise<number>;
  /** A successful attempt does not count as a failure. */
  forgive(id: string): Promise<void>;
  deleteOlderThan(timeMs: number): Promise<void>;
}
