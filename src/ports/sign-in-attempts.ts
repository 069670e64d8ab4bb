/** A sign-in attempt, counted under each of its names. */
export interface SignInAttempt {
  /** A UUID, used to remove the attempt if it succeeds. */
  id: string;
  names: readonly string[];
  atMs: number;
}

export interface SignInAttempts {
  /** Counts an attempt across all processes. Returns how long to wait if one of its names is over the limit, else 0. */
  count(attempt: SignInAttempt): Promise<number>;
  /** A successful attempt does not count as a failure. */
  forgive(id: string): Promise<void>;
  deleteOlderThan(timeMs: number): Promise<void>;
}
