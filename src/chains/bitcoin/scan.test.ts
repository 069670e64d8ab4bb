import { describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { PendingTransfer, Scan, Watch } from '../../ports/chain.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { createBitcoinChain } from './create-bitcoin-chain.ts';
import { BITCOIN_NETWORKS } from './network-parameters.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW_MS = 1_790_000_000_000;
const GENESIS_HASH = BITCOIN_NETWORKS['bitcoin-testnet'].genesisHash;

interface Transaction {
  txid: string;
  vin: { txid: string; vout: number }[];
  vout: { value: number; n: number; scriptPubKey: { address: string } }[];
}

interface Block {
  hash: string;
  height: number;
  previousblockhash: string;
  time: number;
  tx: Transaction[];
}

let lastHash = 0;
const newHash = (): string => {
  lastHash += 1;
  return `${'0'.repeat(24)}${lastHash.toString(16).padStart(40, '0')}`;
};

/** A payment to an address that spends an output of its own, or the one that is given. */
const pay = (address: string, spent = `${newHash()}:0`): Transaction => {
  const [txid = '', vout] = spent.split(':');
  const output = { value: 0.25, n: 0, scriptPubKey: { address } };
  return { txid: newHash(), vin: [{ txid, vout: Number(vout) }], vout: [output] };
};

/**
 * A node that does what no real one can be made to do on demand: contradict itself, have thousands of blocks in no time,
 * mine in the middle of a question. What real nodes do is tested on real nodes.
 */
class ScriptedNode implements Rpc {
  blocks: Block[] = [{ hash: GENESIS_HASH, height: 0, previousblockhash: '', time: 1_300_000_000, tx: [] }];
  mempool = new Map<string, Transaction>();
  mempoolTime = new Map<string, number>();
  syncing = false;
  asked: [method: string, first: unknown][] = [];
  /** Runs before a question is answered, and may answer it otherwise. */
  before: (method: string, params: readonly unknown[]) => unknown = () => undefined;

  get tip(): Block {
    return this.blocks.at(-1) as Block;
  }

  mine(tx: Transaction[] = [], time = this.tip.time + 600): Block {
    const { hash: previousblockhash, height } = this.tip;
    const block = { hash: newHash(), height: height + 1, previousblockhash, time, tx };
    this.blocks.push(block);
    for (const { txid } of tx) this.mempool.delete(txid);
    return block;
  }

  /** Blocks every ten minutes, the last one ten minutes before the end. */
  mineUntil(endMs: number, count: number): void {
    for (let left = count; left > 0; left -= 1) this.mine([], Math.floor(endMs / 1_000) - 600 * left);
  }

  cutTo(height: number): void {
    this.blocks.length = height + 1;
  }

  add(...transactions: Transaction[]): void {
    for (const transaction of transactions) this.mempool.set(transaction.txid, transaction);
  }

  asks = (method: string): number => this.asked.filter(([asked]) => asked === method).length;

  async call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    this.asked.push([method, params[0]]);
    const otherwise = this.before(method, params);
    if (otherwise !== undefined) return otherwise;
    const [first] = params;
    const block = this.blocks.find(({ hash }) => hash === first);
    switch (method) {
      case 'getblockchaininfo': {
        const { height, hash } = this.tip;
        return { blocks: height, headers: height, bestblockhash: hash, initialblockdownload: this.syncing };
      }
      case 'getbestblockhash':
        return this.tip.hash;
      case 'getblockhash':
        return this.blocks[first as number]?.hash ?? refuse(-8, 'Block height out of range');
      case 'getblock':
        return block ?? refuse(-1, 'Block not available (pruned data)');
      case 'getblockheader':
        return block === undefined
          ? refuse(-5, 'Block not found')
          : { ...block, tx: undefined, confirmations: 1, mediantime: this.medianTime(block.height) };
      case 'getrawmempool':
        return [...this.mempool.keys()];
      case 'getrawtransaction':
        return this.mempool.get(first as string) ?? refuse(-5, 'No such mempool transaction');
      case 'getmempoolentry':
        return { time: this.mempoolTime.get(first as string) ?? Math.floor(NOW_MS / 1_000) };
      default:
        return refuse(-32_601, 'Method not found');
    }
  }

  medianTime(height: number): number {
    const times = this.blocks.slice(Math.max(0, height - 10), height + 1).map(({ time }) => time);
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  }
}

function refuse(code: number, message: string): never {
  throw new RpcError(code, message);
}

const chainOf = (node: Rpc) =>
  createBitcoinChain({
    network: NETWORKS['bitcoin-testnet'],
    rpc: node,
    clock: { nowMs: () => NOW_MS },
    assets: ASSETS_ON_NETWORKS,
  });

/** A chain of blocks, until now if not said otherwise, and a reader that stands at its tip. */
async function atTip({ blocks = 30, endMs = NOW_MS } = {}) {
  const node = new ScriptedNode();
  node.mineUntil(endMs, blocks);
  const chain = chainOf(node);
  const first = await chain.scan(undefined, watchOf({ sinceMs: NOW_MS + 2 * HOUR_MS }));
  let { cursor } = first;
  return {
    node,
    chain,
    first,
    cursor: () => cursor,
    scan: async (watch: Partial<Watch> = {}): Promise<Scan> => {
      const scan = await chain.scan(cursor, watchOf(watch));
      ({ cursor } = scan);
      return scan;
    },
  };
}

const watchOf = (watch: Partial<Watch>): Watch => ({
  sinceMs: NOW_MS,
  nowMs: NOW_MS,
  pending: [],
  addresses: async () => [],
  ...watch,
});

const heightOf = (cursor: string): number => (JSON.parse(cursor) as { height: number }).height;
const pendingOf = ({ txid, vin }: Transaction, blockHeight?: number): PendingTransfer => ({
  tx: txid,
  spends: vin.map((input) => `${input.txid}:${input.vout}`),
  blockHeight,
});
const distrusted = (sentence: RegExp) =>
  expect.objectContaining({ name: 'ChainError', kind: 'distrusted', message: expect.stringMatching(sentence) });
const away = (sentence: RegExp) =>
  expect.objectContaining({ name: 'ChainError', kind: 'away', message: expect.stringMatching(sentence) });

describe('the first scan', () => {
  it('begins behind the tip where the tip is old', async () => {
    const { node, first, scan } = await atTip();
    expect(heightOf(first.cursor)).toBe(30);
    expect(first).toMatchObject({ transfers: [], behind: false, tipHeight: 30, scannedUntilMs: NOW_MS });
    node.mine([pay('next')]);
    expect((await scan()).transfers).toMatchObject([{ address: 'next', blockHeight: 31 }]);
  });

  it('survives that the very first block it stood at is replaced', async () => {
    const { node, scan } = await atTip();
    node.cutTo(28);
    for (let count = 0; count < 3; count += 1) node.mine([pay(`again ${count}`)]);
    const { rolledBackTo, transfers } = await scan();
    expect(rolledBackTo).toBe(28);
    expect(transfers.map(({ blockHeight }) => blockHeight)).toEqual([29, 30, 31]);
  });

  it.each([10, 250, 3_000])('finds the blocks of the last while without reading all: %i blocks', async (count) => {
    const node = new ScriptedNode();
    node.mineUntil(NOW_MS, 5_000);
    // Times of blocks go back and forth by up to two hours.
    for (const block of node.blocks) block.time += ((block.height * 7) % 13) * 60 - 400;
    const sinceMs = NOW_MS - count * 10 * MINUTE_MS;
    const { cursor } = await chainOf(node).scan(undefined, watchOf({ sinceMs }));
    const read = node.asks('getblock');
    expect(read).toBe(20);
    const start = heightOf(cursor) - read;
    const from = sinceMs / 1_000 - 2 * 3_600;
    expect(node.blocks[start + 1]?.time).toBeGreaterThanOrEqual(from);
    const needed = node.blocks.findIndex(({ time, height }) => height > 0 && time >= from);
    expect(start).toBeLessThan(needed);
    expect(needed - start).toBeLessThanOrEqual(2);
    expect(node.asked.length).toBeLessThan(350);
  });

  it('reads everything but the first block of a chain that is all young', async () => {
    const node = new ScriptedNode();
    node.mineUntil(NOW_MS, 15);
    for (const block of node.blocks.slice(1)) block.tx.push(pay('any'));
    const { transfers } = await chainOf(node).scan(undefined, watchOf({ sinceMs: NOW_MS - 500 * HOUR_MS }));
    expect(transfers.length).toBe(15);
  });
});

describe('a cursor from long ago', () => {
  it('is left behind where nobody waited meanwhile', async () => {
    const { node, scan } = await atTip({ endMs: NOW_MS - 9_000 * MINUTE_MS });
    node.mineUntil(NOW_MS, 900);
    const { cursor } = await scan({ sinceMs: NOW_MS - HOUR_MS });
    expect(heightOf(cursor)).toBe(930);
    expect(node.asks('getblock')).toBeLessThan(21);
  });

  it('is gone on from where something is pending, or the time is needed', async () => {
    for (const watch of [{ pending: [pendingOf(pay('a'), 29)] }, { sinceMs: NOW_MS - 24 * 365 * HOUR_MS }]) {
      const { node, scan } = await atTip({ endMs: NOW_MS - 9_000 * MINUTE_MS });
      node.mineUntil(NOW_MS, 900);
      const { cursor, behind } = await scan(watch);
      expect([heightOf(cursor), behind]).toEqual([50, true]);
    }
  });
});

describe('what a node says is not believed', () => {
  it('where the chain parts deeper than the trail', async () => {
    const { node, cursor, scan } = await atTip({ blocks: 300 });
    const before = cursor();
    node.cutTo(100);
    for (let count = 0; count < 201; count += 1) node.mine();
    await expect(scan()).rejects.toEqual(distrusted(/parts from the one that was read deeper than 200 blocks/));
    expect(cursor()).toBe(before);
  });

  it('where it ends far below what was read', async () => {
    const { node, scan } = await atTip({ blocks: 300 });
    node.cutTo(20);
    await expect(scan()).rejects.toEqual(distrusted(/deeper than 200 blocks/));
  });

  it('where it ends a little below what was read, on the same chain', async () => {
    const { node, scan } = await atTip();
    const [, last] = node.blocks.slice(-2);
    node.cutTo(29);
    const aWhileLater = { nowMs: (last?.time ?? 0) * 1_000 + 10 * MINUTE_MS + 1 };
    await expect(scan(aWhileLater)).rejects.toEqual(distrusted(/ends at block 29 of the chain that was read up to 30/));
    node.blocks.push(last as Block);
    expect(await scan()).toMatchObject({ rolledBackTo: undefined, behind: false });
  });

  it('but a node that only lacks a block of the last ten minutes is behind, and no liar', async () => {
    const { node, scan } = await atTip();
    const last = node.tip;
    node.cutTo(29);
    await expect(scan({ nowMs: last.time * 1_000 + 10 * MINUTE_MS })).rejects.toEqual(away(/it is behind/));
    node.blocks.push(last);
    expect(await scan()).toMatchObject({ rolledBackTo: undefined, behind: false });
  });

  it('where a block does not follow the one before', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.mine([pay('unproven')]).previousblockhash = newHash();
    await expect(scan()).rejects.toEqual(distrusted(/block 32 does not follow its block 31/));
  });

  it('where it gives another block than was asked for', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.before = (method) => (method === 'getblock' ? { ...node.tip, hash: newHash() } : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/was asked for block .* and gave/));
    node.before = (method) => (method === 'getblock' ? { ...node.tip, height: 99 } : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/asked for block 31 and gave block 99/));
  });

  it('where blocks are missing', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.before = (method) => (method === 'getblock' ? refuse(-1, 'Block not available (pruned data)') : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/has no block .*pruned/));
    node.before = (method, [height]) =>
      method === 'getblockhash' && height === 31 ? refuse(-8, 'Block height out of range') : undefined;
    await expect(scan()).rejects.toEqual(distrusted(/has no block 31/));
  });

  it.each([
    ['getblockchaininfo', []],
    ['getblockchaininfo', { blocks: -1, bestblockhash: newHash(), headers: 1 }],
    ['getbestblockhash', 'x'],
    ['getrawmempool', { a: 1 }],
    ['getrawmempool', ['x']],
    ['getblockhash', 7],
  ])('where the answer has another form: %s %j', async (wrong, answer) => {
    const { node, scan } = await atTip();
    node.before = (method) => (method === wrong ? answer : undefined);
    await expect(scan()).rejects.toEqual(distrusted(/^The node’s/));
  });

  it('but a question that it refuses is no lie', async () => {
    const { node, scan } = await atTip();
    node.before = (method) => (method === 'getrawmempool' ? refuse(-32_601, 'Method not found') : undefined);
    await expect(scan()).rejects.toEqual(away(/refused getrawmempool: Method not found/));
  });

  it('before its first block has been asked for, which is done again after a failure', async () => {
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
    await expect(scan()).rejects.toEqual(distrusted(/is on another chain than Bitcoin testnet/));
    node.before = () => undefined;
    await scan();
    expect(genesisAsked()).toBe(before + 2);
  });
});

describe('a reorganisation', () => {
  it('in the middle of a scan ends it, and the next one follows', async () => {
    const { node, scan } = await atTip();
    const payment = pay('shop');
    node.mine([payment]);
    node.mine();
    let done = false;
    node.before = (method, [height]) => {
      if (method === 'getblockhash' && height === 32 && !done) {
        done = true;
        node.cutTo(30);
        for (let count = 0; count < 3; count += 1) node.mine();
      }
      return undefined;
    };
    const first = await scan();
    expect(first).toMatchObject({ behind: true, rolledBackTo: undefined });
    expect(first.transfers).toMatchObject([{ tx: payment.txid, blockHeight: 31 }]);
    const second = await scan({ pending: [pendingOf(payment, 31)] });
    expect(second).toMatchObject({ rolledBackTo: 30, missing: [payment.txid], behind: false, tipHeight: 33 });
  });

  it('to a branch with fewer blocks is followed too, for it may have more work', async () => {
    const { node, scan } = await atTip();
    node.cutTo(27);
    node.mine([pay('shop')]);
    expect(await scan()).toMatchObject({ rolledBackTo: 27, tipHeight: 28, transfers: [{ blockHeight: 28 }] });
  });

  it('that spends a confirmed payment’s money elsewhere voids it', async () => {
    const { node, scan } = await atTip();
    const payment = pay('shop');
    node.mine([payment]);
    await scan();
    node.cutTo(30);
    const [input] = payment.vin;
    const other = pay('thief', `${input?.txid}:${input?.vout}`);
    node.mine([other]);
    node.mine();
    const scanned = await scan({ pending: [pendingOf(payment, 31), pendingOf(other)] });
    expect(scanned).toMatchObject({ rolledBackTo: 30, replaced: [payment.txid], missing: [] });
  });
});

describe('the mempool', () => {
  it('is looked at in bounded pieces, each told once, and only then is the present seen', async () => {
    const { node, scan } = await atTip();
    node.add(...Array.from({ length: 4_500 }, (_, number) => pay(`address ${number}`)));
    const scans = [await scan(), await scan(), await scan()];
    expect(scans.map(({ transfers }) => transfers.length)).toEqual([2_000, 2_000, 500]);
    expect(scans.map(({ behind }) => behind)).toEqual([true, true, false]);
    expect(scans.map(({ scannedUntilMs }) => scannedUntilMs)).toEqual([
      node.tip.time * 1_000,
      node.tip.time * 1_000,
      NOW_MS,
    ]);
    expect(new Set(scans.flatMap(({ transfers }) => transfers.map(({ tx }) => tx))).size).toBe(4_500);
    expect((await scan()).transfers).toEqual([]);
    expect(node.asks('getrawtransaction')).toBe(4_500);
  });

  it('is told to a second reader in bounded pieces too, without asking the node again', async () => {
    const { node, chain, cursor, scan } = await atTip();
    const beginning = cursor();
    node.add(...Array.from({ length: 5_500 }, (_, number) => pay(`address ${number}`)));
    for (let count = 0; count < 3; count += 1) await scan();
    const first = await chain.scan(beginning, watchOf({}));
    const second = await chain.scan(first.cursor, watchOf({}));
    expect([first.transfers.length, first.behind]).toEqual([5_000, true]);
    expect([second.transfers.length, second.behind]).toEqual([500, false]);
    expect(node.asks('getrawtransaction')).toBe(5_500);
  });

  it('is told anew to a reader that comes from another process', async () => {
    const { node, cursor, scan } = await atTip();
    node.add(pay('one'), pay('two'));
    await scan();
    const other = await chainOf(node).scan(cursor(), watchOf({}));
    expect(other.transfers.map(({ address }) => address).sort()).toEqual(['one', 'two']);
    expect((await chainOf(node).scan(other.cursor, watchOf({}))).transfers.length).toBe(2);
  });

  it('has not been seen whole where a block came meanwhile', async () => {
    const { node, scan } = await atTip();
    const payment = pay('shop');
    node.add(payment);
    node.before = (method) => {
      if (method === 'getrawmempool') node.mine([payment]);
      return undefined;
    };
    const blockTimeMs = node.tip.time * 1_000;
    const first = await scan({ pending: [pendingOf(payment)] });
    expect(first).toMatchObject({ transfers: [], missing: [], behind: true, scannedUntilMs: blockTimeMs });
    node.before = () => undefined;
    const second = await scan({ pending: [pendingOf(payment)] });
    expect(second).toMatchObject({ transfers: [{ tx: payment.txid, blockHeight: 31 }], missing: [], behind: false });
  });

  it('may lose a transaction between listing and looking', async () => {
    const { node, scan } = await atTip();
    node.add(pay('gone'), pay('stays'));
    node.before = (method, [txid]) =>
      method === 'getrawtransaction' && node.mempool.get(txid as string)?.vout[0]?.scriptPubKey.address === 'gone'
        ? refuse(-5, 'No such mempool transaction')
        : undefined;
    expect(await scan()).toMatchObject({ transfers: [{ address: 'stays' }], behind: false });
  });

  it('is dated by the node after a pause, and by us while we look all the time', async () => {
    const { node, scan } = await atTip();
    const [early, late] = [pay('early'), pay('late')];
    for (const { txid } of [early, late]) node.mempoolTime.set(txid, NOW_MS / 1_000 - 900);
    node.add(early);
    const nowMs = NOW_MS + HOUR_MS;
    expect((await scan({ nowMs })).transfers).toMatchObject([{ firstSeenAtMs: NOW_MS - 900_000 }]);
    node.add(late);
    expect((await scan({ nowMs: nowMs + 5_000 })).transfers).toMatchObject([{ firstSeenAtMs: nowMs + 5_000 }]);
  });

  it('does not tell of a transaction that stands in a block of the same scan', async () => {
    const { node, scan } = await atTip();
    const payment = pay('shop');
    node.mine([payment]);
    // A second node behind the same address may still list it.
    node.add(payment);
    expect((await scan()).transfers).toMatchObject([{ tx: payment.txid, blockHeight: 31 }]);
  });
});

describe('the present', () => {
  it('is not seen by a node that still reads, or that has lost its peers', async () => {
    const { node, scan } = await atTip();
    const tipMs = node.tip.time * 1_000;
    node.syncing = true;
    expect(await scan()).toMatchObject({ behind: false, scannedUntilMs: tipMs });
    node.syncing = false;
    expect(await scan()).toMatchObject({ behind: false, scannedUntilMs: NOW_MS });
    const nowMs = tipMs + 3 * HOUR_MS + 1;
    expect(await scan({ nowMs })).toMatchObject({ behind: false, scannedUntilMs: tipMs });
  });

  it('is never later than now, whatever a miner’s clock says', async () => {
    const { node, scan } = await atTip();
    node.mine([pay('shop')], NOW_MS / 1_000 + 3_600);
    for (let count = 0; count < 25; count += 1) node.mine();
    const { scannedUntilMs, transfers, behind } = await scan();
    expect([scannedUntilMs, behind]).toEqual([NOW_MS, true]);
    expect(transfers).toMatchObject([{ firstSeenAtMs: NOW_MS }]);
  });
});

describe('blocks', () => {
  it('are read in smaller pieces where they are full', async () => {
    const { node, scan } = await atTip();
    const full = Array.from({ length: 5_000 }, (_, place) => pay(`tb1q${place}`));
    for (let block = 0; block < 5; block += 1) node.mine(full);
    const pieces = [await scan(), await scan(), await scan()];
    expect(pieces.map(({ transfers }) => transfers.length)).toEqual([10_000, 10_000, 5_000]);
  });

  it('are fetched once for all who read them', async () => {
    const { node, chain, cursor } = await atTip();
    for (let count = 0; count < 10; count += 1) node.mine([pay('any')]);
    const scans = await Promise.all([1, 2, 3].map(() => chain.scan(cursor(), watchOf({}))));
    expect(scans.map(({ transfers }) => transfers.length)).toEqual([10, 10, 10]);
    await chain.scan(cursor(), watchOf({}));
    expect(node.asks('getblock')).toBe(10);
  });

  it('are asked for again where the first try failed', async () => {
    const { node, scan } = await atTip();
    node.mine([pay('shop')]);
    node.before = (method) => (method === 'getblock' ? { nonsense: true } : undefined);
    await expect(scan()).rejects.toThrow();
    node.before = () => undefined;
    expect((await scan()).transfers.length).toBe(1);
  });
});
