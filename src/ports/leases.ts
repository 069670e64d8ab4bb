/** Ensures that only one process at a time does a piece of work. */
export interface Leases {
  /**
   * Returns the fencing token of the lease, which grows with every new holder; undefined while another process holds the
   * lease. A holder that calls this again renews its lease and keeps its token. A lease that ends more than twice as far
   * ahead as this one would was taken while the clock was ahead, so it is not waited for.
   */
  take(name: string, holder: string, nowMs: number, untilMs: number): Promise<number | undefined>;
  /** Those of these leases that somebody holds. */
  listHeld(names: readonly string[], nowMs: number): Promise<string[]>;
}
