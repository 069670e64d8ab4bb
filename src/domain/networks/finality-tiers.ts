import type { FinalityTiers } from '../payments/finality-requirement.ts';

const always = (requirement: FinalityTiers[number]): FinalityTiers => [
  requirement,
  requirement,
  requirement,
  requirement,
];

export const blocks = (...counts: [number, number, number, number]): FinalityTiers => [
  { blocks: counts[0] },
  { blocks: counts[1] },
  { blocks: counts[2] },
  { blocks: counts[3] },
];

export const FINALIZED = always({ tag: 'finalized' });
export const ROLLUP: FinalityTiers = [{ seconds: 10 }, { seconds: 60 }, { tag: 'safe' }, { tag: 'finalized' }];
export const ETHEREUM: FinalityTiers = [{ blocks: 3 }, { blocks: 12 }, { blocks: 32 }, { tag: 'finalized' }];
export const BITCOIN = blocks(1, 1, 3, 6);
export const LITECOIN = blocks(2, 6, 12, 24);
