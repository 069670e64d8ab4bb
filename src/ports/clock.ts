export interface Clock {
  /** Milliseconds since 1970 by the database's clock, so that all processes agree on what is late. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}
