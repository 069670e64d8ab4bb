/** Makes sure that one process at a time does a piece of work. */
export interface Leases {
  /**
   * The fencing token of the lease, which grows with every new holder; undefined while another process holds the lease.
   * A holder that asks again renews its lease and keeps its token.
   */
  take(name: string, holder: string, nowMs: number, untilMs: number): Promise<number | undefined>;
}
