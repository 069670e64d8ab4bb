import type { SimulationScript } from '../../domain/simulation.ts';

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

/** What has become of a transfer by a certain block, counted from the block in which it was sent. */
export function fateOf(script: SimulationScript, sentAt: number, height: number): Fate {
  const blocks = height - sentAt;
  if (blocks < 1) return POOL;
  switch (script) {
    case 'mined':
      return inBlock(sentAt + 1);
    case 'replaced':
      return blocks < 3 ? POOL : REPLACED;
    case 'reorged':
      // One block before it would be final, another branch wins, which holds it only later.
      if (blocks < 2) return inBlock(sentAt + 1);
      return blocks < 5 ? POOL : inBlock(sentAt + 5);
    case 'deeply_reorged':
      // It counts as final, then a longer branch without it wins, in which its money is spent otherwise.
      if (blocks < 6) return inBlock(sentAt + 1);
      return blocks < 10 ? POOL : REPLACED;
  }
}
