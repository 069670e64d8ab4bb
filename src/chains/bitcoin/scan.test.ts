import { describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { PendingTransfer, Scan, Watch } from '../../ports/chain.ts';
import { random } from '../../system/random.ts';
import { RateLimited } from '../rpc/call-endpoint.ts';
import { createRpc } from '../rpc/create-rpc.ts';
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

/** A payment to an address that spends the given output, or a new one. */
const pay = (address: string, spent = `${newHash()}:0`): Transaction => {
  const [txid = '', vout] = spent.split(':');
  const output = { value: 0.25, n: 0, scriptPubKey: { address } };
  return { txid: newHash(), vin: [{ txid, vout: Number(vout) }], vout: [output] };
};

/**
 * A node that does what a real node cannot do on demand: contradict itself, have thousands of blocks at once, or mine in
 * the middle of a call. Ordinary behavior is tested with real nodes.
 */
class ScriptedNode implements Rpc {
  readonly connection = 0;
  blocks: Block[] = [{ hash: GENESIS_HASH, height: 0, previousblockhash: '', time: 1_300_000_000, tx: [] }];
  mempool = new Map<string, Transaction>();
  mempoolTime = new Map<string, number>();
  syncing = false;
  asked: [method: string, first: unknown][] = [];
  /** Runs before a call and may override its result. */
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

  /** Mines a block every ten minutes, the last one ten minutes before the end. */
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
    const override = this.before(method, params);
    if (override !== undefined) return override;
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
        return this.blocks[first as number]?.hash ?? fail(-8, 'Block height out of range');
      case 'getblock':
        return block ?? fail(-1, 'Block not available (pruned data)');
      case 'getblockheader':
        return block === undefined
          ? fail(-5, 'Block not found')
          : { ...block, tx: undefined, confirmations: 1, mediantime: this.medianTime(block.height) };
      case 'getrawmempool':
        return [...this.mempool.keys()];
      case 'getrawtransaction':
        return this.mempool.get(first as string) ?? fail(-5, 'No such mempool transaction');
      case 'getmempoolentry':
        return { time: this.mempoolTime.get(first as string) ?? Math.floor(NOW_MS / 1_000) };
      default:
        return fail(-32_601, 'Method not found');
    }
  }

  medianTime(height: number): number {
    const times = this.blocks.slice(Math.max(0, height - 10), height + 1).map(({ time }) => time);
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  }
}

function fail(code: number, message: string): never {
  throw new RpcError(code, message);
}

const chainOf = (node: Rpc) =>
  createBitcoinChain({
    network: NETWORKS['bitcoin-testnet'],
    rpc: node,
    clock: { nowMs: () => NOW_MS },
    random,
    assets: ASSETS_ON_NETWORKS,
  });

/** A node with a chain of blocks, and a cursor at its tip. */
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
  needsAgreement: false,
  addresses: async () => [],
  coinUntilMs: undefined,
  sinceOf: async () => NOW_MS,
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
  it('starts at the tip if the tip is old', async () => {
    const { node, first, scan } = await atTip();
    expect(heightOf(first.cursor)).toBe(30);
    expect(first).toMatchObject({ transfers: [], behind: false, tipHeight: 30, scannedUntilMs: NOW_MS });
    node.mine([pay('next')]);
    expect((await scan()).transfers).toMatchObject([{ address: 'next', blockHeight: 31 }]);
  });

  it('handles a reorganization that replaces the block it started at', async () => {
    const { node, scan } = await atTip();
    node.cutTo(28);
    for (let count = 0; count < 3; count += 1) node.mine([pay(`again ${count}`)]);
    const { rolledBackTo, transfers } = await scan();
    expect(rolledBackTo).toBe(28);
    expect(transfers.map(({ blockHeight }) => blockHeight)).toEqual([29, 30, 31]);
  });

  it.each([10, 250, 3_000])('finds recent blocks without reading all blocks: %i blocks', async (count) => {
    const node = new ScriptedNode();
    node.mineUntil(NOW_MS, 5_000);
    // Block times may be out of order by up to two hours.
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

  it('reads all blocks after the genesis block if the whole chain is recent', async () => {
    const node = new ScriptedNode();
    node.mineUntil(NOW_MS, 15);
    for (const block of node.blocks.slice(1)) block.tx.push(pay('any'));
    const { transfers } = await chainOf(node).scan(undefined, watchOf({ sinceMs: NOW_MS - 500 * HOUR_MS }));
    expect(transfers.length).toBe(15);
  });
});

describe('an old cursor', () => {
  it('is skipped if no payment was expected since', async () => {
    const { node, scan } = await atTip({ endMs: NOW_MS - 9_000 * MINUTE_MS });
    node.mineUntil(NOW_MS, 900);
    const { cursor } = await scan({ sinceMs: NOW_MS - HOUR_MS });
    expect(heightOf(cursor)).toBe(930);
    expect(node.asks('getblock')).toBeLessThan(21);
  });

  it('is continued if a transfer is pending or the time range is needed', async () => {
    for (const watch of [{ pending: [pendingOf(pay('a'), 29)] }, { sinceMs: NOW_MS - 24 * 365 * HOUR_MS }]) {
      const { node, scan } = await atTip({ endMs: NOW_MS - 9_000 * MINUTE_MS });
      node.mineUntil(NOW_MS, 900);
      const { cursor, behind } = await scan(watch);
      expect([heightOf(cursor), behind]).toEqual([50, true]);
    }
  });
});

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

describe('a reorganization', () => {
  it('during a scan ends the scan, and the next scan follows it', async () => {
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

  it('to a shorter branch is followed, because it may have more work', async () => {
    const { node, scan } = await atTip();
    node.cutTo(27);
    node.mine([pay('shop')]);
    expect(await scan()).toMatchObject({ rolledBackTo: 27, tipHeight: 28, transfers: [{ blockHeight: 28 }] });
  });

  it('that spends the money of a confirmed payment elsewhere voids the payment', async () => {
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
  it('is read in bounded pages, and the scan is complete only after the last one', async () => {
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

  it('is returned to a second reader in bounded pages, without calling the node again', async () => {
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

  it('is returned from the start to a reader from another process', async () => {
    const { node, cursor, scan } = await atTip();
    node.add(pay('one'), pay('two'));
    await scan();
    const other = await chainOf(node).scan(cursor(), watchOf({}));
    expect(other.transfers.map(({ address }) => address).sort()).toEqual(['one', 'two']);
    expect((await chainOf(node).scan(other.cursor, watchOf({}))).transfers.length).toBe(2);
  });

  it('is incomplete if a block was mined during the scan', async () => {
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

  it('may lose a transaction between listing and fetching', async () => {
    const { node, scan } = await atTip();
    node.add(pay('gone'), pay('stays'));
    node.before = (method, [txid]) =>
      method === 'getrawtransaction' && node.mempool.get(txid as string)?.vout[0]?.scriptPubKey.address === 'gone'
        ? fail(-5, 'No such mempool transaction')
        : undefined;
    expect(await scan()).toMatchObject({ transfers: [{ address: 'stays' }], behind: false });
  });

  it('takes the first-seen time from the node after a pause, and from the clock otherwise', async () => {
    const { node, scan } = await atTip();
    const [early, late] = [pay('early'), pay('late')];
    for (const { txid } of [early, late]) node.mempoolTime.set(txid, NOW_MS / 1_000 - 900);
    node.add(early);
    const nowMs = NOW_MS + HOUR_MS;
    expect((await scan({ nowMs })).transfers).toMatchObject([{ firstSeenAtMs: NOW_MS - 900_000 }]);
    node.add(late);
    expect((await scan({ nowMs: nowMs + 5_000 })).transfers).toMatchObject([{ firstSeenAtMs: nowMs + 5_000 }]);
  });

  it('omits a transaction that is in a block of the same scan', async () => {
    const { node, scan } = await atTip();
    const payment = pay('shop');
    node.mine([payment]);
    // Another node behind the same URL may still list it.
    node.add(payment);
    expect((await scan()).transfers).toMatchObject([{ tx: payment.txid, blockHeight: 31 }]);
  });
});

describe('the scanned time', () => {
  it('is not the current time if the node is syncing or has lost its peers', async () => {
    const { node, scan } = await atTip();
    const tipMs = node.tip.time * 1_000;
    node.syncing = true;
    expect(await scan()).toMatchObject({ behind: false, scannedUntilMs: tipMs });
    node.syncing = false;
    expect(await scan()).toMatchObject({ behind: false, scannedUntilMs: NOW_MS });
    const nowMs = tipMs + 2 * HOUR_MS + 1;
    expect(await scan({ nowMs })).toMatchObject({ behind: false, scannedUntilMs: tipMs });
  });

  it('is never in the future, whatever a miner’s clock says', async () => {
    const { node, scan } = await atTip();
    node.mine([pay('shop')], NOW_MS / 1_000 + 3_600);
    for (let count = 0; count < 25; count += 1) node.mine();
    const { scannedUntilMs, transfers, behind } = await scan();
    expect([scannedUntilMs, behind]).toEqual([NOW_MS, true]);
    expect(transfers).toMatchObject([{ firstSeenAtMs: NOW_MS }]);
  });
});

describe('blocks', () => {
  it('are read in smaller batches if they are full', async () => {
    const { node, scan } = await atTip();
    const full = Array.from({ length: 5_000 }, (_, number) => pay(`tb1q${number}`));
    for (let block = 0; block < 5; block += 1) node.mine(full);
    const batches = [await scan(), await scan(), await scan()];
    expect(batches.map(({ transfers }) => transfers.length)).toEqual([10_000, 10_000, 5_000]);
  });

  it('are fetched once for all readers', async () => {
    const { node, chain, cursor } = await atTip();
    for (let count = 0; count < 10; count += 1) node.mine([pay('any')]);
    const scans = await Promise.all([1, 2, 3].map(() => chain.scan(cursor(), watchOf({}))));
    expect(scans.map(({ transfers }) => transfers.length)).toEqual([10, 10, 10]);
    await chain.scan(cursor(), watchOf({}));
    expect(node.asks('getblock')).toBe(10);
  });

  it('are fetched again after a failure', async () => {
    const { node, scan } = await atTip();
    node.mine([pay('shop')]);
    node.before = (method) => (method === 'getblock' ? { nonsense: true } : undefined);
    await expect(scan()).rejects.toThrow();
    node.before = () => undefined;
    expect((await scan()).transfers.length).toBe(1);
  });
});

/** Time that passes only while everything waits for it. */
class TestTime {
  ms = NOW_MS;
  readonly #sleepers: { atMs: number; wake: () => void }[] = [];

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ atMs: this.ms + ms, wake });
      setImmediate(() => this.#wakeNext());
    });
  }

  /** Called once for each sleeper. */
  #wakeNext(): void {
    const [next] = this.#sleepers.sort((a, b) => a.atMs - b.atMs).splice(0, 1);
    this.ms = Math.max(this.ms, next?.atMs ?? 0);
    next?.wake();
  }
}

/** Allows five calls in each second. */
function allowFive(): (second: number) => boolean {
  const used = new Map<number, number>();
  return (second) => {
    used.set(second, (used.get(second) ?? 0) + 1);
    return (used.get(second) ?? 0) <= 5;
  };
}

function allowEveryOther(): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    return asked % 2 === 0;
  };
}

describe('a node that limits the rate', () => {
  it.each([
    ['to five calls a second', allowFive],
    ['by rejecting every other call', allowEveryOther],
  ])('%s delays payments by a bounded time, and loses none', async (_, createLimit) => {
    const time = new TestTime();
    const isAllowed = createLimit();
    const node = new ScriptedNode();
    node.mineUntil(NOW_MS, 250);
    const pool = createRpc({
      urls: ['http://node/'],
      clock: { nowMs: () => time.ms },
      random: { bytes: (count) => new Uint8Array(count) },
      sleep: (ms) => time.sleep(ms),
      async send(_endpoint, { method, params }) {
        if (!isAllowed(Math.floor(time.ms / 1_000))) throw new RateLimited('limits the rate of calls (HTTP 429)');
        return node.call(method, params);
      },
    });
    const chain = chainOf(pool);
    let { cursor } = await chain.scan(undefined, watchOf({ sinceMs: NOW_MS + 2 * HOUR_MS }));
    const sent = Array.from({ length: 40 }, (__, index) => pay(`address ${index}`));
    for (const transaction of sent) node.mine([transaction]);
    const startMs = time.ms;
    const found: string[] = [];
    for (let behind = true; behind; ) {
      const scan = await chain.scan(cursor, watchOf({ nowMs: time.ms }));
      found.push(...scan.transfers.map(({ tx }) => tx));
      ({ cursor, behind } = scan);
    }
    expect(found).toEqual(sent.map(({ txid }) => txid));
    expect(pool.state()).toMatchObject([{ state: 'slowed', reason: 'limits the rate of calls (HTTP 429)' }]);
    // Two calls per block and a few more, each of them twice at worst, at no less than five calls a second.
    expect((time.ms - startMs) / 1_000).toBeLessThan(60);
  });
});
