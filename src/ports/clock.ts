export interface Clock {
  /** Milliseconds since 1970 by the database's clock, so all processes agree. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}
