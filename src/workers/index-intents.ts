import type { DataStoreId } from '../domain/ids.ts';
import type { Ports } from '../ports/ports.ts';

export const INDEX_INTENTS_PAUSE_MS = 5_000;
const INTENTS_PER_ROUND = 200;
/** What comes in during a rest is written together. */
const REST_MS_MIN = 200;
/** Of the time that a round took, so that requests get most of the database however much waits. */
const REST_FACTOR = 4;

interface Indexed {
  ms: number;
  /** Whether more may wait. */
  isFull: boolean;
}

export const restMsAfterIndexing = (indexed: Indexed | false): number =>
  indexed !== false && indexed.isFull ? Math.min(INDEX_INTENTS_PAUSE_MS, REST_FACTOR * indexed.ms) : REST_MS_MIN;

/** Writes the search terms of some intents. Returns false if another process does it. */
export async function indexIntents(
  { stores }: Pick<Ports, 'stores'>,
  dataStoreId: DataStoreId | undefined,
): Promise<Indexed | false> {
  const startMs = performance.now();
  const intents = await (await stores.searchIndexOf(dataStoreId)).index(INTENTS_PER_ROUND);
  return intents !== undefined && { ms: performance.now() - startMs, isFull: intents >= INTENTS_PER_ROUND };
}
