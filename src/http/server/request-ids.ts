import { makeRequestId, type RequestId } from '../../domain/requests/request-id.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';

/** The IDs of the requests of this process, in the order in which they arrive. */
export function requestIds({ clock, random }: { clock: Pick<Clock, 'nowMs'>; random: Random }): () => RequestId {
  const process = Buffer.from(random.bytes(3)).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return makeRequestId(clock.nowMs(), process, count);
  };
}
