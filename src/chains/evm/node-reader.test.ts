import { expect, it } from 'vitest';
import { nodeReader } from './node-reader.ts';
import { atTip } from './scripted-node.test-fixture.ts';
import { payToken } from './scripted-transactions.test-fixture.ts';

it('reads the hash of a block that one node has, and the hash that a scan has read', async () => {
  const { node, scan } = await atTip();
  const paid = node.mine([payToken(1n)]);
  node.mine();
  const { cursor } = await scan();
  const call = (method: string, params?: readonly unknown[]) => node.call(method, params);
  expect(await nodeReader.readBlockHash(call, paid.height)).toBe(paid.hash);
  const known = nodeReader.hashInCursor?.(cursor, paid.height) ?? '';
  expect([known.length, paid.hash.endsWith(known)]).toEqual([16, true]);
  expect(nodeReader.hashInCursor?.(cursor, 5)).toBeUndefined();
  await expect(nodeReader.readBlockHash(call, 99)).rejects.toMatchObject({ kind: 'distrusted' });
});

it('reads the height of the newest block', async () => {
  expect(await nodeReader.readTipHeight(async () => '0x1f')).toBe(31);
});
