import type { Block } from './block-source.ts';

const CACHED_BLOCKS_MAX = 20;

export interface BlockCache {
  read(hash: string): Promise<Block>;
  /** The cached blocks, the one read first first. */
  values(): Iterable<Block>;
}

/** Keeps the last few blocks, and fetches a block once for all who ask for it at the same time. */
export function createBlockCache(fetchBlock: (hash: string) => Promise<Block>): BlockCache {
  const blocks = new Map<string, Block>();
  const inFlight = new Map<string, Promise<Block>>();

  async function fetchAndKeep(hash: string): Promise<Block> {
    const block = await fetchBlock(hash);
    blocks.set(hash, block);
    for (const oldest of blocks.keys()) {
      if (blocks.size <= CACHED_BLOCKS_MAX) break;
      blocks.delete(oldest);
    }
    return block;
  }

  return {
    async read(hash) {
      const cached = blocks.get(hash);
      if (cached !== undefined) return cached;
      const fetching = inFlight.get(hash) ?? fetchAndKeep(hash).finally(() => inFlight.delete(hash));
      inFlight.set(hash, fetching);
      return fetching;
    },
    values: () => blocks.values(),
  };
}
