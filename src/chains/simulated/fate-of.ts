import type { SimulationScript } from '../../domain/payments/simulation.ts';

interface Fate {
  /** The block that holds it; undefined while none does. */
  minedAt: number | undefined;
  /** Another transaction has spent what it spends. */
  replaced: boolean;
}

/** After so many blocks nothing happens to a transfer any more. */
export const SCRIPT_BLOCKS_MAX = 16;

const POOL: Fate = { minedAt: undefined, replaced: false };
const REPLACED: Fate = { minedAt: undefined, replaced: true };
const inBlock = (minedAt: number): Fate => ({ minedAt, replaced: false });

/** What has become of a transfer so many blocks after it was sent in one. */
const FATES: Record<SimulationScript, (sentAt: number, blocks: number) => Fate> = {
  mined: (sentAt) => inBlock(sentAt + 1),
  replaced: (_, blocks) => (blocks < 3 ? POOL : REPLACED),
  // One block before it would be final, another branch wins, which holds it only later.
  reorged(sentAt, blocks) {
    if (blocks < 2) return inBlock(sentAt + 1);
    return blocks < 5 ? POOL : inBlock(sentAt + 5);
  },
  // It counts as final, then a longer branch without it wins, in which its money is spent otherwise.
  deeply_reorged(sentAt, blocks) {
    if (blocks < 6) return inBlock(sentAt + 1);
    return blocks < 10 ? POOL : REPLACED;
  },
};

export function fateOf(script: SimulationScript, sentAt: number, height: number): Fate {
  return height <= sentAt ? POOL : FATES[script](sentAt, height - sentAt);
}
