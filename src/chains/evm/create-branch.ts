import type { Hex } from 'viem';
import { inParallel } from '../in-parallel.ts';
import type { EvmNode } from './create-node.ts';
import type { Header } from './read-block.ts';

/** Within this distance of the newest block, the servers behind one URL may be on different branches. */
export const BRANCH_BLOCKS_MAX = 32;
const CALLS_PARALLEL_MAX = 8;

/** Whether a block is the newest one or below it. */
export type IsBelow = (block: { height: number; hash: Hex }) => Promise<boolean>;

/** Follows parent hashes down from the newest block. Each header is read once. */
export function createBranch(node: Pick<EvmNode, 'header'>, tip: Header): IsBelow {
  const headers = new Map([[tip.height, Promise.resolve(tip)]]);
  const headerAt = (height: number): Promise<Header> => {
    const header = headers.get(height) ?? node.header(height);
    headers.set(height, header);
    return header;
  };
  return async ({ height, hash }) => {
    if (height >= tip.height) return hash === tip.hash;
    if (height <= tip.height - BRANCH_BLOCKS_MAX) return true;
    const above = Array.from({ length: tip.height - height }, (_, step) => tip.height - step);
    let expected = tip.hash;
    for (const header of await inParallel(above, CALLS_PARALLEL_MAX, headerAt)) {
      if (header.hash !== expected) return false;
      expected = header.parentHash;
    }
    return hash === expected;
  };
}
