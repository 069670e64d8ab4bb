import { bytesOf, type EventId, type IntentId, makeId } from '../ids.ts';

const RANDOM_AT = 6;

/**
 * The ID of an intent's event. It follows from the event, so nothing stores it, every process computes the same one, and
 * events of versions without IDs have one too. The random bits are those of the intent, with the sequence added.
 */
export function eventIdOf(intentId: IntentId, sequence: number, atMs: number): EventId {
  const random = bytesOf(intentId).slice(RANDOM_AT);
  const tail = new DataView(random.buffer, random.byteOffset + random.byteLength - 4);
  tail.setUint32(0, (tail.getUint32(0) + sequence) % 2 ** 32);
  return makeId('evt', atMs, random);
}
