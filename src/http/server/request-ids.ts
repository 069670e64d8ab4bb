import type { Random } from '../../ports/random.ts';

const COUNT_DIGITS = 8;

/** Request IDs: sixteen random digits for the process, then a counter. */
export function requestIds(random: Random): () => string {
  const process = `req_${Buffer.from(random.bytes(8)).toString('hex')}`;
  let count = 0;
  return () => {
    count = (count + 1) % 2 ** 32;
    return process + count.toString(16).padStart(COUNT_DIGITS, '0');
  };
}
