import { describe, expect, it } from 'vitest';
import { nodeReader } from './node-reader.ts';

describe('a Solana node', () => {
  it('is asked for the hash of a finalized block, without its transactions, and for its newest finalized slot', async () => {
    const asked: unknown[] = [];
    const call = async (method: string, params?: readonly unknown[]) => {
      asked.push([method, params]);
      return method === 'getSlot' ? 381_020_558 : { blockhash: 'hash of 7', previousBlockhash: 'hash of 6' };
    };
    expect(await nodeReader.readBlockHash(call, 7)).toBe('hash of 7');
    expect(await nodeReader.readTipHeight(call)).toBe(381_020_558);
    expect(asked).toMatchObject([
      ['getBlock', [7, { commitment: 'finalized', transactionDetails: 'none', rewards: false }]],
      ['getSlot', [{ commitment: 'finalized' }]],
    ]);
  });

  it('that skipped the slot has no hash', async () => {
    await expect(nodeReader.readBlockHash(async () => null, 7)).rejects.toMatchObject({ name: 'ChainError' });
  });
});
