import { describe, expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { createSolanaNode } from './solana-node.ts';

const nodeWith = (call: Rpc['call']) => createSolanaNode({ connection: 0, call });

const failingNode = (code: number) =>
  nodeWith(async () => {
    throw new RpcError(code, 'no');
  });

const clock = (bytes: Buffer) => ({
  context: { slot: 123 },
  value: { data: [bytes.toString('base64'), 'base64'] },
});

describe('a node', () => {
  it.each([
    [-32_005, 'away', 'unhealthy'],
    [-32_016, 'away', 'behind the requested slot'],
    [-32_019, 'away', 'archive unavailable'],
    [-32_015, 'distrusted', 'unsupported transaction version'],
    [-32_011, 'distrusted', 'no history'],
    [-32_601, 'distrusted', 'unknown method'],
  ])('that returns %i is %s: %s', async (code, kind) => {
    await expect(failingNode(code).transaction('tx', 'finalized')).rejects.toMatchObject({ name: 'ChainError', kind });
  });

  it('passes on that no node responded', async () => {
    const error = new ChainError('away', 'gone');
    const node = nodeWith(async () => {
      throw error;
    });
    await expect(node.tip()).rejects.toBe(error);
  });

  it('returns the slot and time of the tip with one call', async () => {
    const data = Buffer.alloc(40);
    data.writeBigUInt64LE(123n, 0);
    data.writeBigInt64LE(1_800_000_000n, 32);
    await expect(nodeWith(async () => clock(data)).tip()).resolves.toEqual({ slot: 123, timeMs: 1_800_000_000_000 });
    for (const response of [null, {}, { context: { slot: 1 }, value: null }, clock(data.subarray(0, 39))])
      await expect(nodeWith(async () => response).tip()).rejects.toMatchObject({ kind: 'distrusted' });
  });

  it('returns at most 256 statuses per call, and must return all of them', async () => {
    const sizes: number[] = [];
    const node = nodeWith(async (_method, [signatures] = []) => {
      const requested = signatures as string[];
      sizes.push(requested.length);
      return {
        value: requested.map((name) => (name === 's3' ? null : { err: null, confirmationStatus: 'finalized' })),
      };
    });
    const known = await node.statuses(Array.from({ length: 300 }, (_, index) => `s${index}`));
    expect(sizes).toEqual([256, 44]);
    expect([known.size, known.has('s3'), known.get('s299')]).toEqual([299, false, { failed: false, finalized: true }]);
    await expect(nodeWith(async () => ({ value: [] })).statuses(['s'])).rejects.toMatchObject({ kind: 'distrusted' });
  });

  it('is not called without signatures', async () => {
    await expect(failingNode(-1).statuses([])).resolves.toEqual(new Map());
  });
});
