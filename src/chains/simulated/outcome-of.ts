import type { SimulationScript } from '../../domain/payments/simulation.ts';

interface Outcome {
  /** The height of the block that contains the transfer; undefined while it is pending. */
  minedAt: number | undefined;
  /** Another transaction has spent the same money. */
  replaced: boolean;
}

/** After this many blocks, the outcome of a transfer no longer changes. */
export const SCRIPT_BLOCKS_MAX = 16;

const PENDING: Outcome = { minedAt: undefined, replaced: false };
const REPLACED: Outcome = { minedAt: undefined, replaced: true };
const inBlock = (minedAt: number): Outcome => ({ minedAt, replaced: false });

/** The outcome of a transfer, a number of blocks after it was sent. */
const OUTCOMES: Record<SimulationScript, (sentAt: number, blocks: number) => Outcome> = {
  mined: (sentAt) => inBlock(sentAt + 1),
  replaced: (_, blocks) => (blocks < 3 ? PENDING : REPLACED),
  // One block before it would be final, another branch wins that contains it only later.
  reorged(sentAt, blocks) {
    if (blocks < 2) return inBlock(sentAt + 1);
    return blocks < 5 ? PENDING : inBlock(sentAt + 5);
  },
  // After it was final, a longer branch wins that spends its money in another transaction.
  deeply_reorged(sentAt, blocks) {
    if (blocks < 6) return inBlock(sentAt + 1);
    return blocks < 10 ? PENDING : REPLACED;
  },
};

export function outcomeOf(script: SimulationScript, sentAt: number, height: number): Outcome {
  return height <= sentAt ? PENDING : OUTCOMES[script](sentAt, height - sentAt);
}
