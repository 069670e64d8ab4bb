/** How often the nodes of a network are called in a day, so that an operator can choose a plan. */
export interface CallsPerDay {
  /** While no payment is expected: only health checks. */
  idle: number;
  /** While payments to one wallet are expected all day and none arrives. */
  busy: number;
  /** The same, if none of them is in the network's coin; undefined where that makes no difference. */
  tokensOnly?: number;
  /** What comes on top, such as `one per transaction`; undefined if nothing does. */
  further: string | undefined;
}
