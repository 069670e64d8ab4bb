import { randomFillSync } from 'node:crypto';
import type { Random } from '../ports/random.ts';

const POOL_BYTES = 8_192;

let pool = new Uint8Array(0);
let used = 0;

/** Reads from a pool that the system’s generator fills for many calls at once. No byte is returned twice. */
export const random: Random = {
  bytes(count) {
    if (used + count > pool.length) {
      pool = randomFillSync(new Uint8Array(Math.max(POOL_BYTES, count)));
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  },
};
