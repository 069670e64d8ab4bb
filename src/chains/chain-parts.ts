import type { AssetOnNetwork } from '../domain/money/asset.ts';
import type { Network } from '../domain/networks/network.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { Rpc } from './rpc/rpc.ts';

/** What the adapter of a network is made from. */
export interface ChainParts {
  network: Network;
  rpc: Rpc;
  clock: Pick<Clock, 'nowMs'>;
  random: Random;
  /** Assets of other networks are ignored. */
  assets: readonly AssetOnNetwork[];
}
