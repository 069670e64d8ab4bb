import { describe, expect, it } from 'vitest';
import { away, distrusted } from '../expect-chain-error.test-fixture.ts';
import { atTip, chainOf, NOW_MS, ScriptedNode, watchOf } from './scripted-node.test-fixture.ts';
import { MERCHANT, newHash, PAYER, payToken, transferLog, USDC } from './scripted-transactions.test-fixture.ts';

describe('a node is distrusted', () => {
  it('if it is on another chain', async () => {
    const node = new ScriptedNode();
    node.chainId = 1;
    await expect(chainOf(node).scan(undefined, watchOf())).rejects.toEqual(
      distrusted(/is on another chain, not on Local EVM chain: its chain ID is 1\./),
    );
  });

  it('if a receipt lacks the log', async () => {
    const { node, scan } = await atTip();
    const tx = payToken(5n);
    node.mine([tx]);
    const receipt = (await node.call('eth_getTransactionReceipt', [tx.hash])) as object;
    node.before = (method) => (method === 'eth_getTransactionReceipt' ? { ...receipt, logs: [] } : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/does not contain a log/));
  });

  it('if a receipt of a failed transaction has logs', async () => {
    const { node, scan } = await atTip();
    const tx = payToken(5n);
    node.mine([tx]);
    const receipt = (await node.call('eth_getTransactionReceipt', [tx.hash])) as object;
    node.before = (method) => (method === 'eth_getTransactionReceipt' ? { ...receipt, status: '0x0' } : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/logs that cannot be its own/));
  });

  it.each([
    ['eth_getBlockByNumber', []],
    ['eth_getBlockByNumber', { number: '0x1', hash: 'x', parentHash: newHash(), timestamp: '0x1' }],
    ['eth_getLogs', { a: 1 }],
    ['eth_getLogs', [{ address: 'x' }]],
  ])('if a response has the wrong shape: %s %j', async (wrong, answer) => {
    const { node, scan } = await atTip();
    node.mine([payToken(1n)]);
    node.before = (method) => (method === wrong ? answer : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/^The node’s/));
  });

  it('if it returns logs of blocks that were not asked for', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.mine();
    node.before = (method) =>
      method === 'eth_getLogs'
        ? [
            {
              ...transferLog(USDC, PAYER, MERCHANT, 99n),
              blockHash: newHash(),
              blockNumber: '0x1',
              transactionHash: newHash(),
              logIndex: '0x0',
            },
          ]
        : undefined;
    await expect(scan()).rejects.toEqual(distrusted(/returned a log of block 1, outside of/));
  });

  it('if its tip is far below the cursor, and only behind if that is recent', async () => {
    const { node, scan } = await atTip();
    node.cutTo(29);
    await expect(scan()).rejects.toEqual(away(/is at block 29, below block 30.*behind other nodes/));
    await expect(scan({ nowMs: NOW_MS + 600_000 })).rejects.toEqual(distrusted(/Check whether the node was reset/));
  });

  it('but not if it does not have a block or a receipt yet, which is read with the next scan', async () => {
    const { node, scan, cursor } = await atTip();
    const before = cursor();
    node.mine([payToken(5n)]);
    node.before = (method) => (method === 'eth_getTransactionReceipt' ? null : undefined);
    expect(await scan()).toMatchObject({ transfers: [], behind: false, tipHeight: 31 });
    expect(cursor()).toBe(before);
    node.before = (method, [, isFull]) => (method === 'eth_getBlockByNumber' && isFull === true ? null : undefined);
    expect(await scan()).toMatchObject({ transfers: [], behind: false });
    expect(cursor()).toBe(before);
    await expect(scan({ nowMs: NOW_MS + 60_000 })).rejects.toEqual(away(/is missing block 31, which it announced/));
    node.before = () => undefined;
    expect((await scan()).transfers).toHaveLength(1);
  });
});
