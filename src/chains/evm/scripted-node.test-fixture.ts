import type { Hex } from 'viem';
import { encodeAbiParameters, pad, toHex } from 'viem/utils';
import { ASSETS_ON_NETWORKS, type AssetOnNetwork } from '../../domain/money/asset.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { ChainAdapter, Watch } from '../../ports/chain.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { sampleWatch } from '../sample-watch.test-fixture.ts';
import { scanFromTip } from '../scan-from-tip.test-fixture.ts';
import { createEvmChain } from './create-evm-chain.ts';
import {
  FEE_TOKEN,
  MERCHANT,
  newHash,
  type ScriptedBlock,
  type ScriptedTx,
  txOf,
  USDC,
} from './scripted-transactions.test-fixture.ts';

export const NOW_MS = 1_790_000_000_000;
interface Filter {
  fromBlock?: Hex;
  toBlock?: Hex;
  blockHash?: Hex;
  address?: Hex[];
  topics: (Hex | Hex[] | null)[];
}

/** A node that does what a real node cannot do on demand: contradict itself, lag, refuse ranges, or lie. */
export class ScriptedNode implements Rpc {
  connection = 0;
  chainId = 31_337;
  blocks: ScriptedBlock[] = [{ height: 0, hash: newHash(), parentHash: newHash(), time: 1_700_000_000, txs: [] }];
  tokens = new Map<string, { symbol: string; decimals: number }>([
    [USDC, { symbol: 'USDC', decimals: 6 }],
    [FEE_TOKEN, { symbol: 'FEE', decimals: 18 }],
  ]);
  asked: [method: string, params: readonly unknown[]][] = [];
  logBlocksMax = Number.POSITIVE_INFINITY;
  /** How many logs it returns at most. */
  logsMax = Number.POSITIVE_INFINITY;
  canListReceipts = false;
  canTrace = false;
  /** What every address has of every token at the beginning. */
  firstUnits = 10n ** 30n;
  /** The oldest block whose state it has. */
  stateFrom = 0;
  tags: Partial<Record<'safe' | 'finalized', number>> = {};
  mempool = new Set<string>();
  /** Runs before a call and may override its result. */
  before: (method: string, params: readonly unknown[]) => unknown = () => undefined;

  get tip(): ScriptedBlock {
    return this.blocks.at(-1) as ScriptedBlock;
  }

  mine(txs: ScriptedTx[] = [], time = Math.floor(NOW_MS / 1_000)): ScriptedBlock {
    const { height, hash: parentHash } = this.tip;
    const block = { height: height + 1, hash: newHash(), parentHash, time: Math.max(time, this.tip.time), txs };
    this.blocks.push(block);
    return block;
  }

  mineMany(count: number, stepSeconds = 1): void {
    for (let left = count; left > 0; left -= 1) this.mine([], Math.floor(NOW_MS / 1_000) - left * stepSeconds);
  }

  cutTo(height: number): void {
    this.blocks.length = height + 1;
  }

  asks = (method: string): number => this.asked.filter(([asked]) => asked === method).length;

  async call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    this.asked.push([method, params]);
    const override = await this.before(method, params);
    if (override !== undefined) return override;
    const [first, second] = params;
    switch (method) {
      case 'eth_chainId':
        return toHex(this.chainId);
      case 'eth_getBlockByNumber':
        return this.#block(first as string, second === true);
      case 'eth_getLogs':
        return this.#logs(first as Filter);
      case 'eth_getTransactionReceipt':
        return this.#receipt(first as Hex);
      case 'eth_getBlockReceipts':
        return this.#receipts(Number(first));
      case 'eth_getTransactionByHash':
        return this.#transaction(first as Hex);
      case 'eth_getTransactionCount':
        return toHex(this.#count(first as Hex, Number(second)));
      case 'eth_getBalance':
        return toHex(this.#balance(undefined, first as Hex, Number(second)));
      case 'eth_getCode':
        return this.tokens.has(first as Hex) ? '0x60' : '0x';
      case 'eth_call':
        return this.#read(first as { to: Hex; data: Hex }, second as 'latest' | { blockHash: Hex });
      case 'debug_traceBlockByHash':
      case 'debug_traceTransaction':
        return this.#trace(method, first as Hex);
      default:
        return fail(-32_601, 'Method not found');
    }
  }

  #block(tag: string, isFull: boolean): unknown {
    const named = this.tags[tag as 'safe'];
    if ((tag === 'safe' || tag === 'finalized') && named === undefined) return fail(-32_602, 'unknown block tag');
    const height = tag === 'latest' ? this.tip.height : (named ?? Number(tag));
    const block = this.blocks[height];
    if (block === undefined) return null;
    return {
      number: toHex(block.height),
      hash: block.hash,
      parentHash: block.parentHash,
      timestamp: toHex(block.time),
      transactions: block.txs.map((tx) => (isFull ? described(tx, block) : tx.hash)),
    };
  }

  #logs({ fromBlock, toBlock, blockHash, address, topics }: Filter): unknown {
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (blockHash !== undefined && !this.blocks.some(({ hash }) => hash === blockHash)) fail(-32_000, 'unknown block');
    if (to - from + 1 > this.logBlocksMax) fail(-32_602, `block range is limited to ${this.logBlocksMax}`);
    const found = this.blocks
      .filter(({ height, hash }) => (blockHash === undefined ? height >= from && height <= to : hash === blockHash))
      .flatMap((block) => block.txs.flatMap((tx) => logsOf(tx, block)))
      .filter((log) => address === undefined || address.includes(log.address))
      .filter((log) =>
        topics.every((wanted, at) => wanted === null || [wanted].flat().includes(log.topics[at] as Hex)),
      );
    return found.length > this.logsMax ? fail(-32_005, `query returned more than ${this.logsMax} results`) : found;
  }

  #receipts(height: number): unknown {
    if (!this.canListReceipts) return fail(-32_601, 'Method not found');
    return this.blocks[height]?.txs.map(({ hash }) => this.#receipt(hash)) ?? null;
  }

  #receipt(hash: Hex): unknown {
    const [block, tx] = this.#find(hash);
    if (block === undefined || tx === undefined) return null;
    return {
      transactionHash: hash,
      blockHash: block.hash,
      blockNumber: toHex(block.height),
      status: tx.failed ? '0x0' : '0x1',
      logs: tx.failed ? [] : logsOf(tx, block),
    };
  }

  #transaction(hash: Hex): unknown {
    const [block, tx] = this.#find(hash);
    if (tx === undefined) return this.mempool.has(hash) ? { ...described(txOf({ hash })), blockNumber: null } : null;
    return described(tx, block);
  }

  #find(hash: Hex): [ScriptedBlock | undefined, ScriptedTx | undefined] {
    const block = this.blocks.find(({ txs }) => txs.some((tx) => tx.hash === hash));
    return [block, block?.txs.find((tx) => tx.hash === hash)];
  }

  #count(sender: Hex, height: number): number {
    const nonces = this.blocks.slice(0, height + 1).flatMap(({ txs }) => txs.filter(({ from }) => from === sender));
    return Math.max(0, ...nonces.map(({ nonce }) => nonce + 1));
  }

  #balance(contract: Hex | undefined, owner: Hex, height: number): bigint {
    if (height < this.stateFrom) fail(-32_000, 'missing trie node');
    let units = this.firstUnits;
    for (const { txs } of this.blocks.slice(0, height + 1))
      for (const tx of txs)
        for (const move of tx.failed ? [] : tx.moves) {
          if (move.contract !== contract) continue;
          if (move.to.toLowerCase() === owner) units += move.units;
          if (move.from.toLowerCase() === owner) units -= move.units;
        }
    return units;
  }

  #read({ to, data }: { to: Hex; data: Hex }, at: 'latest' | { blockHash: Hex }): unknown {
    const token = this.tokens.get(to);
    if (token === undefined) return '0x';
    const block = at === 'latest' ? this.tip : this.blocks.find(({ hash }) => hash === at.blockHash);
    if (block === undefined) return fail(-32_000, 'header for hash not found');
    if (data.startsWith('0x313ce567')) return pad(toHex(token.decimals));
    if (data.startsWith('0x95d89b41')) return encodeAbiParameters([{ type: 'string' }], [token.symbol]);
    return pad(toHex(this.#balance(to, `0x${data.slice(-40)}`, block.height)));
  }

  #trace(method: string, hash: Hex): unknown {
    if (!this.canTrace) return fail(-32_601, 'Method not found');
    if (method === 'debug_traceTransaction') return frame(this.#find(hash)[1] as ScriptedTx);
    return this.blocks.find((block) => block.hash === hash)?.txs.map((tx) => ({ txHash: tx.hash, result: frame(tx) }));
  }
}

const frame = ({ from, to, value, calls, failed }: ScriptedTx) => ({
  type: 'CALL',
  from,
  to,
  value: toHex(value),
  calls,
  ...(failed ? { error: 'execution reverted' } : {}),
});

const described = ({ hash, from, to, value, nonce, input }: ScriptedTx, block?: ScriptedBlock) => ({
  hash,
  from,
  to,
  value: toHex(value),
  nonce: toHex(nonce),
  input,
  blockNumber: block === undefined ? null : toHex(block.height),
});

function logsOf(tx: ScriptedTx, block: ScriptedBlock) {
  const first = block.txs.slice(0, block.txs.indexOf(tx)).reduce((sum, { logs }) => sum + logs.length, 0);
  return (tx.failed ? [] : tx.logs).map(({ address, topics, data }, index) => ({
    address,
    topics,
    data,
    transactionHash: tx.hash,
    blockHash: block.hash,
    blockNumber: toHex(block.height),
    logIndex: toHex(first + index),
  }));
}

export function fail(code: number, message: string): never {
  throw new RpcError(code, message);
}

const LOCAL_TOKENS: AssetOnNetwork[] = [
  { code: 'USDC', network: 'evm-local', token: USDC, decimals: 6 },
  { code: 'FEE', network: 'evm-local', token: FEE_TOKEN, decimals: 18 },
];

const STOPPED_CLOCK = { nowMs: () => NOW_MS };

export const chainOf = (
  node: Rpc,
  { network = NETWORKS['evm-local'], tokens = LOCAL_TOKENS, clock = STOPPED_CLOCK } = {},
): ChainAdapter =>
  createEvmChain({
    network,
    rpc: node,
    clock,
    random: { bytes: (count) => new Uint8Array(count).fill(7) },
    assets: [
      ...ASSETS_ON_NETWORKS,
      ...tokens.map(({ code, token, decimals }) => ({ code, token, decimals, network: network.name })),
    ],
  });

export const watchOf = (watch: Partial<Watch> = {}): Watch =>
  sampleWatch(NOW_MS, { addresses: async () => [MERCHANT], ...watch });

/** A node with a chain of blocks, and a cursor at its tip. */
export async function atTip({
  blocks = 30,
  node = new ScriptedNode(),
  network = NETWORKS['evm-local'],
  clock = STOPPED_CLOCK,
} = {}) {
  node.mineMany(blocks);
  return { node, ...(await scanFromTip(chainOf(node, { network, clock }), NOW_MS, watchOf)) };
}
