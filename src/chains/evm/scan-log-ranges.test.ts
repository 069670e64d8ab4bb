import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { away } from '../expect-chain-error.test-fixture.ts';
import { atTip, fail, ScriptedNode } from './scripted-node.test-fixture.ts';
import {
  FAKE_TOKEN,
  FEE_TOKEN,
  MERCHANT,
  PAYER,
  payToken,
  transferLog,
  txOf,
  USDC,
} from './scripted-transactions.test-fixture.ts';

/** More addresses than nodes filter by. */
const listMany = async (max = Number.POSITIVE_INFINITY) =>
  [
    MERCHANT,
    ...Array.from({ length: 1_500 }, (_, number) => `0x${(number + 1e6).toString(16).padStart(40, '0')}`),
  ].slice(0, max + 1);

describe('ranges of logs', () => {
  it('shrink until the node accepts them, and miss nothing', async () => {
    const { node, scan } = await atTip();
    node.logBlocksMax = 10;
    for (let count = 0; count < 200; count += 1) node.mine([payToken(BigInt(count + 1))]);
    const found = [];
    let behind = true;
    while (behind) {
      const next = await scan();
      found.push(...next.transfers);
      ({ behind } = next);
    }
    expect(found.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 200 }, (_, count) => BigInt(count + 1) * 10n ** 12n),
    );
    const before = node.asks('eth_getLogs');
    for (let count = 0; count < 100; count += 1) node.mine();
    while ((await scan()).behind);
    expect(node.asks('eth_getLogs') - before).toBeLessThanOrEqual(12);
  });

  it('of a block that anyone filled with logs of nothing are read without those', async () => {
    const { node, scan } = await atTip();
    const [fake] = payToken(9n, { contract: FAKE_TOKEN }).logs;
    const flood = txOf({ logs: Array.from({ length: 40 }, () => fake as ReturnType<typeof transferLog>) });
    node.mine([flood, payToken(1n)]);
    node.mine([payToken(2n)]);
    node.logsMax = 30;
    await expect(scan()).rejects.toEqual(away(/query returned more than 30/));
    const found = [...(await scan()).transfers, ...(await scan()).transfers];
    expect(found).toMatchObject([{ asset: 'USDC' }, { asset: 'USDC' }]);
    expect((await scan()).behind).toBe(false);
  });

  it.each([
    ['to a few addresses', undefined],
    ['to many addresses', listMany],
  ])('of a block with more transfers of known tokens %s than the node returns are in the receipts', async (_, list) => {
    const { node, scan } = await atTip();
    const watch = list && { addresses: list };
    const logs = Array.from({ length: 40 }, () => transferLog(USDC, PAYER, MERCHANT, 1n));
    const moves = [{ contract: USDC, from: PAYER, to: MERCHANT, units: 40n }];
    node.mine([txOf({ logs, moves }), payToken(9n, { contract: FAKE_TOKEN }), payToken(2n)]);
    node.logsMax = 30;
    await expect(scan(watch)).rejects.toEqual(away(/more than 30 results/));
    await expect(scan(watch)).rejects.toEqual(away(/more than 30 results/));
    node.canListReceipts = true;
    const { transfers } = await scan(watch);
    expect(transfers).toHaveLength(41);
    expect(new Set(transfers.map(({ asset }) => asset))).toEqual(new Set(['USDC']));
  });

  it('show some transfers of unknown tokens, and all of known ones', async () => {
    const { node, scan } = await atTip();
    node.mine(
      Array.from({ length: 60 }, (_, number) => payToken(1n, { contract: number % 2 === 0 ? FAKE_TOKEN : USDC })),
    );
    const { transfers } = await scan();
    expect(transfers.filter(({ asset }) => asset === 'USDC')).toHaveLength(30);
    expect(transfers.filter(({ asset }) => asset === undefined)).toHaveLength(20);
    expect(node.asks('eth_getTransactionReceipt')).toBe(50);
  });

  it('go on beside an unknown token that never answers', async () => {
    const { node, scan } = await atTip();
    node.before = (method, [call]) => {
      if (method === 'eth_call' && (call as { to: Hex }).to === FAKE_TOKEN)
        throw new ChainError('away', 'No node responds.');
    };
    node.mine([payToken(9n, { contract: FAKE_TOKEN }), payToken(1n)]);
    expect((await scan()).transfers).toMatchObject([{ asset: undefined }, { asset: 'USDC' }]);
  });

  it('of one block are reported as an error of the node', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.before = (method) => (method === 'eth_getLogs' ? fail(-32_000, 'database is closed') : undefined);
    await expect(scan()).rejects.toEqual(away(/returned an error for eth_getLogs: database is closed/));
  });

  it('are filtered by contract if there are too many recipients', async () => {
    const { node, scan } = await atTip();
    node.mine([payToken(1n), payToken(2n, { to: FAKE_TOKEN }), payToken(3n, { contract: FAKE_TOKEN })]);
    expect((await scan({ addresses: listMany })).transfers).toMatchObject([{ asset: 'USDC', address: MERCHANT }]);
    const [, params] = node.asked.findLast(([method]) => method === 'eth_getLogs') ?? [];
    expect(params).toMatchObject([{ address: [USDC, FEE_TOKEN] }]);
  });

  it('are not asked for while nobody waits', async () => {
    const { node, scan } = await atTip();
    node.mine([payToken(1n)]);
    expect(await scan({ addresses: async () => [] })).toMatchObject({ transfers: [], behind: false });
    expect(node.asks('eth_getLogs')).toBe(0);
  });

  it('end early if a scan would have to look at too many transactions', async () => {
    const { node, scan } = await atTip();
    for (const length of [40, 40, 40, 200]) node.mine(Array.from({ length }, () => payToken(1n)));
    const counts = [];
    for (let behind = true; behind; ) {
      const next = await scan();
      counts.push(next.transfers.length);
      ({ behind } = next);
    }
    expect(counts).toEqual([80, 40, 200]);
  });
});

/** Returns the logs up to a block, as if it knew no later one. */
const knowUpTo = (node: ScriptedNode, height: number) => {
  node.before = async (method, params) => {
    if (method !== 'eth_getLogs') return undefined;
    node.before = () => undefined;
    const logs = (await node.call(method, params)) as { blockNumber: Hex }[];
    return logs.filter(({ blockNumber }) => Number(blockNumber) <= height);
  };
};

describe('a server that is behind others at the same URL', () => {
  it.each([
    ['one address', {}],
    ['too many addresses to filter by', { addresses: listMany }],
  ])('delays a payment to %s until the next block, and nothing is reported twice', async (_, watch) => {
    const { node, scan: scanFor } = await atTip();
    const scan = () => scanFor(watch);
    const [first, second] = [payToken(1n), payToken(2n)];
    node.mine([first]);
    node.mine([second]);
    knowUpTo(node, 31);
    const early = await scan();
    expect(early.transfers.map(({ tx }) => tx)).toEqual([first.hash]);
    node.mine();
    const late = await scan();
    expect(late.transfers).toMatchObject([{ tx: second.hash, blockHeight: 32 }]);
    node.mine();
    expect((await scan()).transfers).toEqual([]);
    node.cutTo(32);
    node.mine();
    node.mine();
    expect(await scan()).toMatchObject({ rolledBackTo: 32, transfers: [] });
  });

  it('does not show transfers from before the start', async () => {
    const node = new ScriptedNode();
    node.mineMany(20);
    node.mine([payToken(1n)]);
    const { scan } = await atTip({ node, blocks: 1 });
    node.mine();
    expect((await scan()).transfers).toEqual([]);
  });
});
