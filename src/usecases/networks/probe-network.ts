import { ChainError } from '../../domain/networks/chain-error.ts';
import { formatAge } from '../../domain/networks/format-age.ts';
import type { ChainAdapter, NewestBlock } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * Checks that a node responds, is on the right chain and keeps up with it. Throws a ChainError that says what is wrong:
 * a node whose newest block is too old does not know new payments.
 */
export async function probeNetwork(
  { network, probe }: Pick<ChainAdapter, 'network' | 'probe'>,
  clock: Pick<Clock, 'nowMs'>,
): Promise<NewestBlock> {
  const newest = await probe();
  const ageMs = clock.nowMs() - newest.timeMs;
  if (network.tipAgeMsMax === undefined || ageMs <= network.tipAgeMsMax) return newest;
  throw new ChainError(
    'away',
    `The newest block that the node knows, ${newest.height}, is ${formatAge(ageMs)} old. Check whether the node is ` +
      'syncing or has lost its peers.',
  );
}
