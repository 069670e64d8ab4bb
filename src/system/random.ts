import { randomFillSync } from 'node:crypto';
import type { Random } from '../ports/random.ts';

const POOL_BYTES = 8_192;

let pool = new Uint8Array(0);
let used = 0;

/** Takes bytes from a pool that the system's generator fills, many requests at a time. No byte is given out twice. */
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
