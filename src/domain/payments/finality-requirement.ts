/** What a chain itself calls a block that will not change any more. Every finalized block is safe. */
export type FinalityTag = 'safe' | 'finalized';

/** What makes a payment final: a number of blocks, an age, or the chain's own word. */
export type FinalityRequirement = { blocks: number } | { seconds: number } | { tag: FinalityTag };

/** The requirement by what an intent is worth. */
export type FinalityTiers = readonly [
  below100: FinalityRequirement,
  below1k: FinalityRequirement,
  below10k: FinalityRequirement,
  above: FinalityRequirement,
];

/** The end of the chain as a scan saw it; undefined heights where the chain has no such tag. */
export interface ChainTip {
  tipHeight: number;
  /** The time of the block at `tipHeight`, by the chain's clock; undefined if the adapter does not read it. */
  tipTimeMs?: number | undefined;
  safeHeight?: number | undefined;
  finalizedHeight?: number | undefined;
}

/**
 * Whether a block at this height fulfills the requirement. No adapter reports the time of the tip yet, so a requirement
 * in seconds is never fulfilled.
 */
export function isFulfilled(requirement: FinalityRequirement, height: number, tip: ChainTip): boolean {
  if ('blocks' in requirement) return depthOf(height, tip) >= requirement.blocks;
  if ('seconds' in requirement) return false;
  const finalized = tip.finalizedHeight ?? Number.NEGATIVE_INFINITY;
  const safe = Math.max(finalized, tip.safeHeight ?? Number.NEGATIVE_INFINITY);
  return height <= (requirement.tag === 'finalized' ? finalized : safe);
}

/** How many blocks deep a block is: 1 for the tip itself, 0 above it. */
export const depthOf = (height: number, { tipHeight }: ChainTip): number => Math.max(0, tipHeight - height + 1);

/** The number of confirmations that people are told: the chain's own word counts as one. */
export const confirmationsRequired = (requirement: FinalityRequirement): number =>
  'blocks' in requirement ? requirement.blocks : 1;
