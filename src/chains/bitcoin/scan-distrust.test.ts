import { describe, expect, it } from 'vitest';
import { away, distrusted } from '../expect-chain-error.test-fixture.ts';
import { atTip, type Block, fail, MINUTE_MS, newHash, pay } from './scripted-node.test-fixture.ts';

describe('a node is distrusted', () => {
  it('if the fork is deeper than the trail', async () => {
    const { node, cursor, scan } = await atTip({ blocks: 300 });
    const before = cursor();
    node.cutTo(100);
    for (let count = 0; count < 201; count += 1) node.mine();
    await expect(scan()).rejects.toEqual(distrusted(/forks from the chain read before by more than 200 blocks/));
    expect(cursor()).toBe(before);
  });

  it('if its tip is far below the cursor', async () => {
    const { node, scan } = await atTip({ blocks: 300 });
    node.cutTo(20);
    await expect(scan()).rejects.toEqual(distrusted(/more than 200 blocks/));
  });

  it('if its tip is slightly below the cursor on the same chain', async () => {
    const { node, scan } = await atTip();
    const [, last] = node.blocks.slice(-2);
    node.cutTo(29);
    const aWhileLater = { nowMs: (last?.time ?? 0) * 1_000 + 10 * MINUTE_MS + 1 };
    await expect(scan(aWhileLater)).rejects.toEqual(distrusted(/is at block 29, below block 30/));
    node.blocks.push(last as Block);
    expect(await scan()).toMatchObject({ rolledBackTo: undefined, behind: false });
  });

  it('but is only behind if it lacks a block of the last ten minutes', async () => {
    const { node, scan } = await atTip();
    const last = node.tip;
    node.cutTo(29);
    await expect(scan({ nowMs: last.time * 1_000 + 10 * MINUTE_MS })).rejects.toEqual(away(/It is behind/));
    node.blocks.push(last);
    expect(await scan()).toMatchObject({ rolledBackTo: undefined, behind: false });
  });

  it('if a block does not follow the one before', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.mine([pay('unproven')]).previousblockhash = newHash();
    await expect(scan()).rejects.toEqual(distrusted(/block 32 does not follow its block 31/));
  });

  it('if it returns another block than the one requested', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.before = (method) => (method === 'getblock' ? { ...node.tip, hash: newHash() } : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/returned block .* instead of/));
    node.before = (method) => (method === 'getblock' ? { ...node.tip, height: 99 } : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/returned block 99 instead of block 31/));
  });

  it('if blocks are missing', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.before = (method) => (method === 'getblock' ? fail(-1, 'Block not available (pruned data)') : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/is missing block .*pruned/));
    node.before = (method, [height]) =>
      method === 'getblockhash' && height === 31 ? fail(-8, 'Block height out of range') : undefined;
    await expect(scan()).rejects.toEqual(distrusted(/is missing block 31/));
  });

  it.each([
    ['getblockchaininfo', []],
    ['getblockchaininfo', { blocks: -1, bestblockhash: newHash(), headers: 1 }],
    ['getbestblockhash', 'x'],
    ['getrawmempool', { a: 1 }],
    ['getrawmempool', ['x']],
    ['getblockhash', 7],
  ])('if a response has the wrong shape: %s %j', async (wrong, answer) => {
    const { node, scan } = await atTip();
    node.mine();
    node.before = (method) => (method === wrong ? answer : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/^The node’s/));
  });

  it('but is only unavailable if it returns an error', async () => {
    const { node, scan } = await atTip();
    node.before = (method) => (method === 'getrawmempool' ? fail(-32_601, 'Method not found') : undefined);
    await expect(scan()).rejects.toEqual(away(/returned an error for getrawmempool: Method not found/));
  });

  it('until its genesis block is checked, again after every failure', async () => {
    const { node, scan } = await atTip();
    const genesisAsked = () =>
      node.asked.filter(([method, height]) => method === 'getblockhash' && height === 0).length;
    await scan();
    const before = genesisAsked();
    await scan();
    expect(genesisAsked()).toBe(before);
    node.before = (method) => (method === 'getbestblockhash' ? 'x' : undefined);
    await expect(scan()).rejects.toThrow();
    node.before = (method, [height]) => (method === 'getblockhash' && height === 0 ? newHash() : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/is on another chain, not on Bitcoin testnet/));
    node.before = () => undefined;
    await scan();
    expect(genesisAsked()).toBe(before + 2);
  });
});
