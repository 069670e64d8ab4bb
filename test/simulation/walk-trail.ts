import { ChainError } from '../../src/domain/networks/chain-error.ts';
import type { Block } from './blockchain.ts';

const TRAIL_BLOCKS = 40;

/** The hashes of the last blocks that were read, the newest last. */
export interface Trail {
  height: number;
  hashes: readonly string[];
}

/** Starts with a full trail, because the very next block may cause a reorganization. */
export function startTrail(blocks: readonly Block[], sinceMs: number): Trail {
  const position = Math.max(
    0,
    blocks.findLastIndex(({ timeMs }) => timeMs < sinceMs),
  );
  const walked = blocks.slice(0, position + 1).slice(-TRAIL_BLOCKS);
  return { height: blocks[position]?.height ?? 0, hashes: walked.map(({ hash }) => hash) };
}

/** The newest block that was read and is still part of the chain. */
export function findResumePoint(blocks: readonly Block[], { height: last, hashes }: Trail): Trail {
  const first = blocks[0]?.height ?? 0;
  const tip = blocks.at(-1) as Block;
  for (let back = 0; back < hashes.length; back += 1) {
    const height = last - back;
    if (blocks[height - first]?.hash !== hashes[hashes.length - 1 - back]) continue;
    if (back > 0 && height === tip.height) throw new ChainError('distrusted', 'The node is behind the cursor.');
    return { height, hashes: hashes.slice(0, hashes.length - back) };
  }
  throw new ChainError('distrusted', 'The node’s chain forks too deep below the cursor.');
}

export const continueTrail = ({ height, hashes }: Trail, read: readonly Block[]): Trail => ({
  height: read.at(-1)?.height ?? height,
  hashes: [...hashes, ...read.map(({ hash }) => hash)].slice(-TRAIL_BLOCKS),
});
