import type { Network } from './network.ts';

/** Fewer than these may be missing for a moment at any node. */
const LAG_BLOCKS_MIN = 2;

/** About a minute of blocks, where a minute has more of them. */
const BLOCKS_PER_MINUTE: Readonly<Record<string, number>> = {
  solana: 150,
  'solana-devnet': 150,
  ethereum: 5,
  'ethereum-sepolia': 5,
  base: 30,
  'base-sepolia': 30,
  polygon: 30,
  bnb: 134,
  arbitrum: 240,
};

/** How many blocks of other nodes a node may lack before it counts as lagging. */
export const lagBlocksMax = ({ name }: Pick<Network, 'name'>): number => BLOCKS_PER_MINUTE[name] ?? LAG_BLOCKS_MIN;
