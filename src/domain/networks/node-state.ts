/**
 * `slowed`: it limits the rate of calls. `failing`: it does not respond. `disagrees`: it has another block than other nodes.
 * `lagging`: it lacks blocks that other nodes have.
 */
export const NODE_STATES = ['ok', 'slowed', 'failing', 'disagrees', 'lagging'] as const;

/** One node of a network as the process that reads from it sees it. */
export interface NodeState {
  /** The host. The rest of the URL may contain secrets. */
  name: string;
  state: (typeof NODE_STATES)[number];
  /** Undefined if it is ok. */
  reason: string | undefined;
  /** How often it is called at most, while it is slowed. */
  callsPerSecond?: number | undefined;
}
