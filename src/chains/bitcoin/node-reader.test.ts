import { describe, expect, it } from 'vitest';
import { formatCursor, shortHash } from './cursor.ts';
import { nodeReader } from './node-reader.ts';

const hashOf = (height: number) => height.toString(16).padStart(64, '0');

describe('a node with Bitcoin Core’s interface', () => {
  it('is asked for the hash of a block and for its newest height', async () => {
    const call = async (method: string, params: readonly unknown[] = []) =>
      ({ getblockhash: hashOf(Number(params[0])), getblockcount: 7 })[method];
    expect(await nodeReader.readBlockHash(call, 5)).toBe(hashOf(5));
    expect(await nodeReader.readTipHeight(call)).toBe(7);
    await expect(nodeReader.readBlockHash(async () => 'no hash', 5)).rejects.toMatchObject({ kind: 'distrusted' });
  });

  it('is compared with the blocks of the cursor', () => {
    const trail = [3, 4, 5].map((height) => shortHash(hashOf(height)));
    const cursor = formatCursor({ height: 5, hash: hashOf(5), timeMs: 0, trail, mempool: undefined });
    expect([2, 3, 5, 6].map((height) => nodeReader.hashInCursor?.(cursor, height))).toEqual([
      undefined,
      shortHash(hashOf(3)),
      shortHash(hashOf(5)),
      undefined,
    ]);
  });
});
