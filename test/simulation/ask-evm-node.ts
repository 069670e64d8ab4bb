import type { Prng } from '../memory/prng.ts';
import { type Blockchain, type ChainView, staleView } from './blockchain.ts';
import type { Sometimes } from './counters.ts';
import type { EvmNode } from './read-like-evm.ts';

/** Any number of blocks that a test has. */
const ALL_BLOCKS = 1_000_000;

interface Faults {
  prng: Prng;
  injectFault(percent: number, counted?: Sometimes): boolean;
}

/** One of many nodes behind one address: some lag, some follow a branch that the others have left, some allow little. */
export function askEvmNode(faults: Faults, truth: Blockchain): EvmNode {
  return {
    view: viewOf(faults, truth),
    rangeMax: faults.injectFault(15, 'range refused') ? faults.prng.between(1, 3) : ALL_BLOCKS,
    knowsTags: !faults.injectFault(5),
  };
}

function viewOf(faults: Faults, truth: Blockchain): ChainView {
  if (faults.injectFault(5)) return staleView(truth, faults.prng.between(1, 4));
  if (truth.abandoned.length > 0 && faults.injectFault(12, 'node on another branch')) {
    return { blocks: truth.abandoned, pool: truth.pool };
  }
  return truth;
}
