import { randomBytes } from 'node:crypto';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { PendingTransfer, Watch } from '../../ports/chain.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { sampleWatch } from '../sample-watch.test-fixture.ts';
import { scanFromTip } from '../scan-from-tip.test-fixture.ts';
import { createBitcoinChain } from './create-bitcoin-chain.ts';
import { BITCOIN_NETWORKS } from './network-parameters.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const NOW_MS = 1_790_000_000_000;
const GENESIS_HASH = BITCOIN_NETWORKS['bitcoin-testnet'].genesisHash;

interface Transaction {
  txid: string;
  vin: { txid: string; vout: number }[];
  vout: { value: number; n: number; scriptPubKey: { address: string } }[];
}

export interface Block {
  hash: string;
  height: number;
  previousblockhash: string;
  time: number;
  tx: Transaction[];
}

let lastHash = 0;
export const newHash = (): string => {
  lastHash += 1;
  return `${'0'.repeat(24)}${lastHash.toString(16).padStart(40, '0')}`;
};

/** A payment to an address that spends the given output, or a new one. */
export const pay = (address: string, spent = `${newHash()}:0`): Transaction => {
  const [txid = '', vout] = spent.split(':');
  const output = { value: 0.25, n: 0, scriptPubKey: { address } };
  return { txid: newHash(), vin: [{ txid, vout: Number(vout) }], vout: [output] };
};

/**
 * A node that does what a real node cannot do on demand: contradict itself, have thousands of blocks at once, or mine in
 * the middle of a call. Ordinary behavior is tested with real nodes.
 */
export class ScriptedNode implements Rpc {
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

export function fail(code: number, message: string): never {
  throw new RpcError(code, message);
}

export const chainOf = (node: Rpc) =>
  createBitcoinChain({
    network: NETWORKS['bitcoin-testnet'],
    rpc: node,
    clock: { nowMs: () => NOW_MS },
    random: { bytes: randomBytes },
    assets: ASSETS_ON_NETWORKS,
  });

export const watchOf = (watch: Partial<Watch>): Watch => sampleWatch(NOW_MS, watch);

/** A node with a chain of blocks, and a cursor at its tip. */
export async function atTip({ blocks = 30, endMs = NOW_MS } = {}) {
  const node = new ScriptedNode();
  node.mineUntil(endMs, blocks);
  return { node, ...(await scanFromTip(chainOf(node), NOW_MS, watchOf)) };
}

export const heightOf = (cursor: string): number => (JSON.parse(cursor) as { height: number }).height;

export const pendingOf = ({ txid, vin }: Transaction, blockHeight?: number): PendingTransfer => ({
  tx: txid,
  spends: vin.map((input) => `${input.txid}:${input.vout}`),
  blockHeight,
});
