import { bytesOf, type EventId, type Id, makeId } from '../ids.ts';

const RANDOM_AT = 6;

/**
 * The ID of an event of an intent or another object. It follows from the event, so nothing has to store it, every process
 * computes the same one, and events of versions without IDs have one too. The random bits are those of the object, with the
 * sequence added, which tells its events at the same time apart.
 */
export function eventIdOf(objectId: Id<string>, sequence: number, atMs: number): EventId {
  const random = bytesOf(objectId).slice(RANDOM_AT);
  let carry = sequence;
  for (let i = random.length - 1; i >= random.length - 4; i -= 1) {
    carry += random[i] ?? 0;
    random[i] = carry % 256;
    carry = Math.floor(carry / 256);
  }
  return makeId('evt', atMs, random);
}
