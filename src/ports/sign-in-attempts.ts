import type { AttemptLimit } from '../domain/sessions/attempt-limit.ts';

/** What an attempt is counted under. */
export interface AttemptCounter {
  name: string;
  limit: AttemptLimit;
}

/** An attempt with a password or a second factor, counted before it is checked. */
export interface SignInAttempt {
  /** A UUID, used to remove the attempt if it succeeds. */
  id: string;
  counters: readonly AttemptCounter[];
  atMs: number;
}

export interface SignInAttempts {
  /** Counts an attempt across all processes. Returns how long to wait if one of its counters says so, else 0. */
  count(attempt: SignInAttempt): Promise<number>;
  /** A successful attempt does not count as a failure. */
  forgive(id: string): Promise<void>;
  /** Whether this client was remembered for the account after a time. */
  isFamiliar(account: string, client: string, sinceMs: number): Promise<boolean>;
  /** Keeps the last clients of the account, up to a limit. */
  remember(account: string, client: string, atMs: number): Promise<void>;
  /** Deletes attempts and familiar clients up to a time each, and the oldest attempts above a number. */
  deleteOld(before: { attemptsMs: number; attemptsMax: number; familiarMs: number }): Promise<void>;
}
