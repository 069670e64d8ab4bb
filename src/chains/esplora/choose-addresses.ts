/** How many addresses one scan asks for. */
export const POLLED_ADDRESSES_MAX = 25;
/** Of these, how many are the ones that have waited longest, however many are more urgent. */
const TURNS = 5;
/** A payer usually pays soon after the address was assigned. */
const RECENT_MS = 30 * 60_000;

/** What is known of an address that an intent waits at. */
export interface Poll {
  /** When the address was listed for the first time. */
  listedAtMs: number;
  /** When the server was asked for it, with or without success. */
  askedAtMs: number | undefined;
  /** Everything sent to it before this time was seen. */
  readAtMs: number | undefined;
  /** Whether it had transactions that are in no block. */
  hasMoney: boolean;
}

/**
 * The addresses to ask for in one scan: first those that were never asked for, then those with money on the way or assigned
 * recently, then all others in turn. A few turns go to those that have waited longest in any case, so that a flood of new
 * addresses starves nobody.
 */
export function chooseAddresses(
  listed: readonly string[],
  polls: ReadonlyMap<string, Poll>,
  nowMs: number,
): readonly string[] {
  const queue = listed.map((address) => {
    const { listedAtMs = nowMs, askedAtMs, hasMoney = false } = polls.get(address) ?? {};
    const isUrgent = hasMoney || nowMs - listedAtMs < RECENT_MS;
    return { address, isNew: askedAtMs === undefined, isUrgent, sinceMs: askedAtMs ?? listedAtMs };
  });
  const byWait = queue.toSorted((one, other) => one.sinceMs - other.sinceMs || Number(other.isNew) - Number(one.isNew));
  const urgent = [...queue.filter(({ isNew }) => isNew), ...byWait.filter(({ isUrgent }) => isUrgent)];
  const chosen = new Set<string>();
  for (const { address } of urgent) {
    if (chosen.size >= POLLED_ADDRESSES_MAX - TURNS) break;
    chosen.add(address);
  }
  for (const { address } of byWait) {
    if (chosen.size >= POLLED_ADDRESSES_MAX) break;
    chosen.add(address);
  }
  return [...chosen];
}
