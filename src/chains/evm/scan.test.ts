import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { Scan } from '../../ports/chain.ts';
import { atTip, chainOf, fail, NOW_MS, ScriptedNode, watchOf } from './scripted-node.test-fixture.ts';
import {
  authorizationLog,
  FEE_TOKEN,
  MERCHANT,
  newHash,
  PAYER,
  payCoin,
  payToken,
  transferLog,
  txOf,
  USDC,
} from './scripted-transactions.test-fixture.ts';

const FAKE: Hex = '0x00000000000000000000000000000000deadfa4e';
const addressOf = (number: number): Hex => `0x${(number + 2 ** 20).toString(16).padStart(40, '0')}`;
const heightOf = (cursor: string): number => (JSON.parse(cursor) as { height: number }).height;
const distrusted = (sentence: RegExp) =>
  expect.objectContaining({ name: 'ChainError', kind: 'distrusted', message: expect.stringMatching(sentence) });
const away = (sentence: RegExp) =>
  expect.objectContaining({ name: 'ChainError', kind: 'away', message: expect.stringMatching(sentence) });

/** A transfer of a token that keeps a fee. */
const payWithFee = (announced: bigint, arrived: bigint) =>
  txOf({
    logs: [transferLog(FEE_TOKEN, PAYER, MERCHANT, announced)],
    moves: [{ contract: FEE_TOKEN, from: PAYER, to: MERCHANT, units: arrived }],
  });

const paid = (logs: ReturnType<typeof transferLog>[]) =>
  txOf({ logs, moves: [{ contract: USDC, from: PAYER, to: MERCHANT, units: 7n }] });

const amounts = ({ transfers }: Pick<Scan, 'transfers'>) => transfers.map(({ amount }) => amount);

describe('a transfer of a token', () => {
  it('is named by its position in the receipt, wherever its block has it', async () => {
    const { node, scan } = await atTip();
    const other = payToken(1n, { to: PAYER, from: MERCHANT });
    const tx = txOf({
      logs: [authorizationLog(FAKE, PAYER, newHash()), transferLog(USDC, PAYER, MERCHANT, 12_345_678n)],
      moves: [{ contract: USDC, from: PAYER, to: MERCHANT, units: 12_345_678n }],
    });
    const block = node.mine([tx]);
    const [first, ...more] = (await scan()).transfers;
    expect(more).toEqual([]);
    expect(first).toEqual({
      tx: tx.hash,
      index: 1,
      keys: [MERCHANT],
      address: MERCHANT,
      asset: 'USDC',
      token: expect.stringMatching(/^0x/),
      amount: parseDecimal('12.345678'),
      blockHeight: block.height,
      blockTimeMs: block.time * 1_000,
      firstSeenAtMs: NOW_MS,
      failed: false,
      spends: [`${PAYER}:${tx.nonce}`],
    });
    node.cutTo(block.height - 1);
    node.mine([other, tx]);
    const again = await scan();
    expect(again.rolledBackTo).toBe(block.height - 1);
    expect(again.transfers).toMatchObject([{ tx: tx.hash, index: 1, blockHeight: block.height }]);
  });

  it('is reported once', async () => {
    const { node, scan } = await atTip();
    node.mine([payToken(5n)]);
    expect((await scan()).transfers).toHaveLength(1);
    expect(await scan()).toMatchObject({ transfers: [], behind: false });
  });

  it('carries its EIP-3009 nonce if the authorization stands directly before it', async () => {
    const { node, scan } = await atTip();
    const nonce = newHash();
    const transfer = transferLog(USDC, PAYER, MERCHANT, 7n);
    node.mine([
      paid([authorizationLog(USDC, PAYER, nonce), transfer]),
      paid([authorizationLog(FAKE, PAYER, nonce), transfer]),
      paid([authorizationLog(USDC, FAKE, nonce), transfer]),
      paid([transfer, authorizationLog(USDC, PAYER, nonce)]),
    ]);
    const keys = (await scan()).transfers.map((found) => found.keys);
    expect(keys).toEqual([[MERCHANT, nonce], [MERCHANT], [MERCHANT], [MERCHANT]]);
  });

  it.each([0, 6, 8, 18])('has the right amount with %i decimals', async (decimals) => {
    const { node } = await atTip();
    node.tokens.set(USDC, { symbol: 'USDC', decimals });
    const chain = chainOf(node, { tokens: [{ code: 'USDC', network: '', token: USDC, decimals }] });
    const { cursor } = await chain.scan(undefined, watchOf({ sinceMs: NOW_MS + 3_600_000 }));
    node.mine([payToken(3n)]);
    const [found] = (await chain.scan(cursor, watchOf())).transfers;
    expect(found?.amount).toBe(parseDecimal(decimals === 0 ? '3' : `0.${'3'.padStart(decimals, '0')}`));
  });
});

describe('nothing is credited for', () => {
  it('a token with the same symbol', async () => {
    const { node, scan } = await atTip();
    node.tokens.set(FAKE, { symbol: 'USDC', decimals: 6 });
    node.mine([payToken(25_000_000n, { contract: FAKE })]);
    expect((await scan()).transfers).toMatchObject([
      { asset: undefined, amount: parseDecimal('25'), keys: [MERCHANT] },
    ]);
  });

  it('a token that announces a transfer and moves nothing', async () => {
    const { node, scan } = await atTip();
    node.mine([txOf({ logs: [transferLog(FEE_TOKEN, PAYER, MERCHANT, 5n)] })]);
    expect((await scan()).transfers).toEqual([]);
  });

  it('a transfer to its sender, of nothing, or of an NFT', async () => {
    const { node, scan } = await atTip();
    const merchant = MERCHANT.toLowerCase() as Hex;
    const nft = transferLog(FAKE, PAYER, MERCHANT, 1n);
    nft.topics.push(newHash());
    node.mine([
      payToken(5n, { from: merchant }),
      payToken(0n),
      txOf({ logs: [nft] }),
      txOf({ logs: [{ ...transferLog(FAKE, PAYER, MERCHANT, 1n), data: '0x' }] }),
      txOf({ logs: [{ ...transferLog(FAKE, PAYER, MERCHANT, 1n), data: `0x${'00'.repeat(100_000)}` }] }),
    ]);
    expect((await scan()).transfers).toEqual([]);
    expect(node.asks('eth_getTransactionReceipt'), 'only of those that are transfers').toBe(2);
  });

  it('a transaction that failed', async () => {
    const { node, scan } = await atTip();
    node.mine([{ ...payToken(5n), failed: true }]);
    expect((await scan()).transfers).toEqual([]);
  });

  it('an amount that no asset has', async () => {
    const { node, scan } = await atTip();
    node.firstUnits = 0n;
    node.mine([payToken(2n ** 256n - 1n)]);
    const [found] = (await scan()).transfers;
    expect(found).toMatchObject({ asset: undefined, token: expect.stringMatching(/^0x/) });
  });
});

describe('what really arrived is credited', () => {
  it('if the token keeps a fee', async () => {
    const { node, scan } = await atTip();
    node.mine([payWithFee(100n, 98n)]);
    expect(amounts(await scan())).toEqual([98n]);
  });

  it('shared by several transfers in one block', async () => {
    const { node, scan } = await atTip();
    node.mine([payWithFee(100n, 90n), payWithFee(300n, 270n)]);
    expect(amounts(await scan())).toEqual([90n, 270n]);
  });

  it('also if the recipient sent something away in the same block', async () => {
    const { node, scan } = await atTip();
    const sent = payToken(1_000n, { contract: FEE_TOKEN, from: MERCHANT.toLowerCase() as Hex, to: PAYER });
    node.mine([payWithFee(100n, 98n), sent]);
    node.mine([payToken(50n), payToken(1_000n, { from: MERCHANT.toLowerCase() as Hex, to: PAYER })]);
    expect(amounts(await scan())).toEqual([98n, 50n * 10n ** 12n]);
  });

  it('and the token is believed if the node no longer has the state', async () => {
    const { node, scan } = await atTip();
    node.mine([payWithFee(100n, 98n)]);
    node.stateFrom = 1_000;
    expect(amounts(await scan())).toEqual([100n]);
  });
});

describe('a reorganization', () => {
  it('rolls back to the last common block, and reads the other branch', async () => {
    const { node, scan } = await atTip();
    node.mine([payToken(1n)]);
    await scan();
    node.mine();
    const lost = payToken(2n);
    node.mine([lost]);
    await scan();
    node.cutTo(32);
    node.mine();
    node.mine([payToken(3n)]);
    const { rolledBackTo, transfers } = await scan({ pending: [] });
    expect(rolledBackTo).toBe(31);
    expect(transfers).toMatchObject([{ amount: 3n * 10n ** 12n, blockHeight: 34 }]);
  });

  it('does not touch payments in blocks that stay', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.mine([payToken(1n)]);
    node.mine();
    node.mine();
    await scan();
    node.cutTo(33);
    node.mine();
    expect((await scan()).rolledBackTo).toBe(32);
  });

  it('is distrusted if it is deeper than the trail', async () => {
    const { node, scan } = await atTip({ blocks: 300 });
    node.cutTo(100);
    for (let count = 0; count < 201; count += 1) node.mine();
    await expect(scan()).rejects.toEqual(distrusted(/forks from the chain read before below block 236/));
  });

  it('never credits a log of another branch, and reads the block itself instead', async () => {
    const { node, scan } = await atTip();
    const real = payToken(1n);
    node.mine([real]);
    node.mine();
    const log = { ...transferLog(USDC, PAYER, MERCHANT, 99n), blockHash: newHash(), blockNumber: '0x1f' };
    node.before = (method, [filter]) =>
      method === 'eth_getLogs' && 'fromBlock' in (filter as object)
        ? [{ ...log, transactionHash: newHash(), logIndex: '0x0' }]
        : undefined;
    expect((await scan()).transfers).toMatchObject([{ tx: real.hash, amount: 10n ** 12n }]);
  });

  it('reports a payment that vanished as missing, and as replaced once its nonce is used', async () => {
    const { node, scan } = await atTip();
    const lost = payToken(2n);
    node.mine([lost]);
    const [payment] = (await scan()).transfers;
    node.cutTo(30);
    node.mine();
    const pending = [{ tx: lost.hash, spends: payment?.spends ?? [], blockHeight: 31 as number | undefined }];
    expect(await scan({ pending })).toMatchObject({ rolledBackTo: 30, missing: [lost.hash], replaced: [] });
    const inNoBlock = pending.map(({ tx, spends }) => ({ tx, spends, blockHeight: undefined }));
    node.mempool.add(lost.hash);
    expect(await scan({ pending: inNoBlock })).toMatchObject({ missing: [], replaced: [] });
    node.mempool.clear();
    node.mine([txOf({ from: PAYER, nonce: lost.nonce })]);
    expect(await scan({ pending: inNoBlock })).toMatchObject({ missing: [], replaced: [lost.hash] });
  });
});

describe('a payment whose block was reorganized away, and that is in another one,', () => {
  it('is read by its name where the coin is not expected any more', async () => {
    const { node, scan } = await atTip();
    const coin = payCoin(5n);
    node.mine([coin]);
    const [payment] = (await scan({ coinUntilMs: NOW_MS })).transfers;
    node.cutTo(30);
    node.mine([coin]);
    const pending = [{ tx: coin.hash, spends: payment?.spends ?? [], blockHeight: 31 }];
    const { transfers, ...news } = await scan({ pending, coinUntilMs: undefined });
    expect(news).toMatchObject({ rolledBackTo: 30, missing: [], replaced: [] });
    expect(transfers).toMatchObject([{ tx: coin.hash, index: payment?.index, amount: 5n, blockHeight: 31 }]);
  });

  it('is replaced if it moved nothing this time', async () => {
    const { node, scan } = await atTip();
    const lost = payToken(2n);
    node.mine([lost]);
    const [payment] = (await scan()).transfers;
    node.cutTo(30);
    node.mine([{ ...lost, failed: true, logs: [], moves: [] }]);
    const pending = [{ tx: lost.hash, spends: payment?.spends ?? [], blockHeight: 31 }];
    expect(await scan({ pending })).toMatchObject({ transfers: [], missing: [], replaced: [lost.hash] });
  });
});

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
    expect(found.map(({ amount }) => BigInt(amount as never) / 10n ** 12n)).toEqual(
      Array.from({ length: 200 }, (_, count) => BigInt(count + 1)),
    );
    const before = node.asks('eth_getLogs');
    for (let count = 0; count < 100; count += 1) node.mine();
    while ((await scan()).behind);
    expect(node.asks('eth_getLogs') - before).toBeLessThanOrEqual(12);
  });

  it('of a block that anyone filled with logs of nothing are read without those', async () => {
    const { node, scan } = await atTip();
    const [fake] = payToken(9n, { contract: FAKE }).logs;
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
    ['to a few addresses', [MERCHANT]],
    ['to many addresses', Array.from({ length: 1_001 }, (_, number) => (number === 0 ? MERCHANT : addressOf(number)))],
  ])('of a block with more transfers of known tokens %s than the node returns are in the receipts', async (_, all) => {
    const { node, scan } = await atTip();
    const addresses = async () => all;
    const logs = Array.from({ length: 40 }, () => transferLog(USDC, PAYER, MERCHANT, 1n));
    const moves = [{ contract: USDC, from: PAYER, to: MERCHANT, units: 40n }];
    node.mine([txOf({ logs, moves }), payToken(9n, { contract: FAKE }), payToken(2n)]);
    node.logsMax = 30;
    await expect(scan({ addresses })).rejects.toEqual(away(/more than 30 results/));
    await expect(scan({ addresses })).rejects.toEqual(away(/more than 30 results/));
    node.canListReceipts = true;
    const { transfers } = await scan({ addresses });
    expect(transfers).toHaveLength(41);
    expect(new Set(transfers.map(({ asset }) => asset))).toEqual(new Set(['USDC']));
  });

  it('show some transfers of unknown tokens, and all of known ones', async () => {
    const { node, scan } = await atTip();
    node.mine(Array.from({ length: 60 }, (_, number) => payToken(1n, { contract: number % 2 === 0 ? FAKE : USDC })));
    const { transfers } = await scan();
    expect(transfers.filter(({ asset }) => asset === 'USDC')).toHaveLength(30);
    expect(transfers.filter(({ asset }) => asset === undefined)).toHaveLength(20);
    expect(node.asks('eth_getTransactionReceipt')).toBe(50);
  });

  it('go on beside an unknown token that never answers', async () => {
    const { node, scan } = await atTip();
    node.before = (method, [call]) => {
      if (method === 'eth_call' && (call as { to: Hex }).to === FAKE) throw new ChainError('away', 'No node responds.');
    };
    node.mine([payToken(9n, { contract: FAKE }), payToken(1n)]);
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
    node.mine([payToken(1n), payToken(2n, { to: FAKE }), payToken(3n, { contract: FAKE })]);
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
