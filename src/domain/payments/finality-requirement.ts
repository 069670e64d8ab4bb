/** What a chain itself calls a block that will not change anymore. Every finalized block is safe. */
export type FinalityTag = 'safe' | 'finalized';

/** What makes a payment final: a number of blocks, an age by the chain's clock, or the chain's own word. */
export type FinalityRequirement = ({ blocks: number } | { seconds: number } | { tag: FinalityTag }) & {
  /** Enough nodes must also have the same block. */
  agreed?: true;
};

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
  /** Up to here, enough nodes have the same blocks; undefined if nobody was asked. */
  agreedHeight?: number | undefined;
}

/** A block that contains a payment. */
export interface PaymentBlock {
  height: number;
  timeMs: number | undefined;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** Whether a payment in this block is final. Nothing is fulfilled by a fact that is not known. */
export function isFulfilled(requirement: FinalityRequirement, block: PaymentBlock, tip: ChainTip): boolean {
  return isSettled(requirement, block, tip) && (!requirement.agreed || block.height <= (tip.agreedHeight ?? NEVER));
}

/** The same without the agreement of nodes: there is no point in asking them earlier. */
export function isSettled(
  requirement: FinalityRequirement,
  { height, timeMs = Number.POSITIVE_INFINITY }: PaymentBlock,
  tip: ChainTip,
): boolean {
  if ('blocks' in requirement) return depthOf(height, tip) >= requirement.blocks;
  if ('seconds' in requirement) return (tip.tipTimeMs ?? NEVER) - timeMs >= requirement.seconds * 1_000;
  const finalized = tip.finalizedHeight ?? NEVER;
  const safe = Math.max(finalized, tip.safeHeight ?? NEVER);
  return height <= (requirement.tag === 'finalized' ? finalized : safe);
}

/** How many blocks deep a block is: 1 for the tip itself, 0 above it. */
export const depthOf = (height: number, { tipHeight }: ChainTip): number => Math.max(0, tipHeight - height + 1);

/**
 * The number of confirmations that people see. Where blocks are not counted, the payment's own block is the first
 * and finality is the second. The agreement of nodes counts as one more than the blocks.
 */
export const confirmationsRequired = (requirement: FinalityRequirement): number =>
  'blocks' in requirement ? requirement.blocks + (requirement.agreed ? 1 : 0) : 2;

/** How many confirmations people see for a payment in a block. The last one is finality itself. */
export function countConfirmations(requirement: FinalityRequirement, block: PaymentBlock, tip: ChainTip): number {
  const required = confirmationsRequired(requirement);
  return isFulfilled(requirement, block, tip) ? required : Math.min(depthOf(block.height, tip), required - 1);
}
