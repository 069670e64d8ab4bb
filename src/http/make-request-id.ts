import type { Random } from '../ports.ts';

/** Names one request in its answer and in the log. */
export const makeRequestId = (random: Random): string => `req_${Buffer.from(random.bytes(12)).toString('hex')}`;
