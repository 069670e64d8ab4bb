import { describe, expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { createSolanaNode } from './solana-node.ts';

const answering = (call: Rpc['call']) => createSolanaNode({ call });

const refusing = (code: number) =>
  answering(async () => {
    throw new RpcError(code, 'no');
  });

const clock = (bytes: Buffer) => ({
  context: { slot: 123 },
  value: { data: [bytes.toString('base64'), 'base64'] },
});

describe('a node', () => {
  it.each([
    [-32_005, 'away', 'it is unhealthy'],
    [-32_016, 'away', 'it has not come so far'],
    [-32_019, 'away', 'its archive is out of reach'],
    [-32_015, 'distrusted', 'a version is not supported'],
    [-32_011, 'distrusted', 'it keeps no history'],
    [-32_601, 'distrusted', 'it does not know the method'],
  ])('that refuses with %i is %s: %s', async (code, kind) => {
    await expect(refusing(code).transaction('tx', 'finalized')).rejects.toMatchObject({ name: 'ChainError', kind });
  });

  it('that is away stays away', async () => {
    const fault = new ChainError('away', 'gone');
    const node = answering(async () => {
      throw fault;
    });
    await expect(node.tip()).rejects.toBe(fault);
  });

  it('tells slot and time of its tip in one answer', async () => {
    const data = Buffer.alloc(40);
    data.writeBigUInt64LE(123n, 0);
    data.writeBigInt64LE(1_800_000_000n, 32);
    await expect(answering(async () => clock(data)).tip()).resolves.toEqual({ slot: 123, timeMs: 1_800_000_000_000 });
    for (const answer of [null, {}, { context: { slot: 1 }, value: null }, clock(data.subarray(0, 39))])
      await expect(answering(async () => answer).tip()).rejects.toMatchObject({ kind: 'distrusted' });
  });

  it('is asked for at most 256 statuses at once, and must answer for each', async () => {
    const sizes: number[] = [];
    const node = answering(async (_method, [signatures] = []) => {
      const asked = signatures as string[];
      sizes.push(asked.length);
      return { value: asked.map((name) => (name === 's3' ? null : { err: null, confirmationStatus: 'finalized' })) };
    });
    const known = await node.statuses(Array.from({ length: 300 }, (_, index) => `s${index}`));
    expect(sizes).toEqual([256, 44]);
    expect([known.size, known.has('s3'), known.get('s299')]).toEqual([299, false, { failed: false, finalized: true }]);
    await expect(answering(async () => ({ value: [] })).statuses(['s'])).rejects.toMatchObject({ kind: 'distrusted' });
  });

  it('is asked nothing where nothing is to be known', async () => {
    await expect(refusing(-1).statuses([])).resolves.toEqual(new Map());
  });
});
