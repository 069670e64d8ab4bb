import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { NETWORKS } from '../../domain/networks/network.ts';
import { atTip, chainOf, NOW_MS, ScriptedNode, watchOf } from './scripted-node.test-fixture.ts';
import { newHash, payToken } from './scripted-transactions.test-fixture.ts';

const heightOf = (cursor: string): number => (JSON.parse(cursor) as { height: number }).height;

describe('the first scan', () => {
  it.each([30, 700, 20_000])('finds the block by its time, %i seconds ago', async (seconds) => {
    const node = new ScriptedNode();
    node.mineMany(50_000, 3);
    const sinceMs = NOW_MS - seconds * 1_000;
    const chain = chainOf(node);
    const { cursor } = await chain.scan(undefined, watchOf({ sinceMs, addresses: async () => [] }));
    expect(heightOf(cursor)).toBe(50_000);
    const start = Number(/"trail":"(?:\d+:\w+ )*?(\d+):\w+ 50000:/.exec(cursor)?.[1]);
    const fromSeconds = sinceMs / 1_000 - 600;
    expect(node.blocks[start]?.time).toBeLessThan(fromSeconds);
    expect(node.blocks[start + 1]?.time).toBeGreaterThanOrEqual(fromSeconds);
    expect(node.asked.length).toBeLessThan(40);
  });

  it('reads everything if the whole chain is recent', async () => {
    const node = new ScriptedNode();
    (node.blocks[0] as { time: number }).time = NOW_MS / 1_000 - 50;
    node.mine([payToken(1n)]);
    expect((await chainOf(node).scan(undefined, watchOf({ sinceMs: NOW_MS - 20_000 }))).transfers).toHaveLength(1);
  });
});

describe('what a scan says about the chain', () => {
  it('costs one call while there is no new block', async () => {
    const { node, scan } = await atTip();
    const before = node.asked.length;
    await scan();
    expect(node.asked.length - before).toBe(1);
    node.mine();
    await scan();
    expect(node.asked.slice(before + 1).map(([method]) => method)).toEqual(['eth_getBlockByNumber', 'eth_getLogs']);
  });

  it('is the time of the last block, and now on a chain that makes blocks on demand', async () => {
    const { first } = await atTip();
    expect(first).toMatchObject({ scannedUntilMs: NOW_MS, tipHeight: 30, tipTimeMs: NOW_MS - 1_000 });
    const node = new ScriptedNode();
    node.chainId = 8_453;
    node.before = (method, [call]) =>
      method === 'eth_call' ? answerFor((call as { to: Hex; data: Hex }).to, call) : undefined;
    const base = await atTip({ node, network: NETWORKS.base });
    expect(base.first.scannedUntilMs).toBe(NOW_MS - 1_000);
  });

  it('has the tags of the node while a payment waits, and much deeper blocks if it knows none', async () => {
    const node = new ScriptedNode();
    node.chainId = 8_453;
    node.before = (method, [call]) =>
      method === 'eth_call' ? answerFor((call as { to: Hex; data: Hex }).to, call) : undefined;
    const { scan } = await atTip({ node, network: NETWORKS.base });
    const pending = [{ tx: newHash(), spends: [], blockHeight: 20 }];
    expect(await scan()).not.toHaveProperty('finalizedHeight');
    expect(await scan({ pending })).toMatchObject({ finalizedHeight: 30 - 10_800, safeHeight: 30 - 10_800 });
    node.tags = { safe: 25, finalized: 20 };
    expect(await scan({ pending })).toMatchObject({ finalizedHeight: 20, safeHeight: 25 });
    node.tags = { safe: 99, finalized: 20 };
    node.before = (method, [tag]) =>
      method === 'eth_getBlockByNumber' && tag === 'safe'
        ? { number: '0x63', hash: newHash(), parentHash: newHash(), timestamp: '0x1' }
        : undefined;
    expect(await scan({ pending })).toMatchObject({ safeHeight: 30 });
  });
});

/** The tokens that the asset list has on Base. */
function answerFor(contract: Hex, call: unknown): unknown {
  const tokens: Record<string, [symbol: Hex, decimals: number]> = {
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': ['0x55534443', 6],
    '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2': ['0x55534454', 6],
    '0x50c5725949a6f0c72e6c4a641f24049a917db0cb': ['0x444149', 18],
    '0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42': ['0x45555243', 6],
  };
  const [symbol, decimals] = tokens[contract] ?? [undefined, 0];
  if (symbol === undefined) return undefined;
  const isDecimals = (call as { data: string }).data.startsWith('0x313ce567');
  return isDecimals ? `0x${decimals.toString(16).padStart(64, '0')}` : symbol.padEnd(66, '0');
}
