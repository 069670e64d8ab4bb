import { ChainError } from '../../domain/networks/chain-error.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { asCount, asHash, asList, asRecord, distrust } from './read-answer.ts';
import { readTransaction, type Transaction } from './read-transaction.ts';

const CACHED_BLOCKS_MAX = 20;
/** "No such thing" in Bitcoin Core: an unknown transaction or block. */
const UNKNOWN = -5;

export interface Header {
  height: number;
  hash: string;
  timeMs: number;
  /** The middle time of the last eleven blocks: unlike their own times it never goes back. */
  medianTimeMs: number;
  /** −1 where the block is no longer part of the chain. */
  confirmations: number;
}

export interface Block {
  height: number;
  hash: string;
  parentHash: string;
  timeMs: number;
  transactions: readonly Transaction[];
}

export interface Tip {
  height: number;
  hash: string;
  /** Whether the node itself knows that it has not read everything yet. */
  syncing: boolean;
}

/** A transaction as a node tells it when it is named. */
export interface KnownTransaction {
  transaction: Transaction;
  /** Undefined while it is in no block. */
  blockHash: string | undefined;
}

/** The calls of Bitcoin Core that reading needs, with every answer checked. */
export interface BitcoinNode {
  tip(): Promise<Tip>;
  bestHash(): Promise<string>;
  hashAt(height: number): Promise<string>;
  header(hash: string): Promise<Header>;
  /** Blocks never change, so the last few are kept: several databases read the same ones. */
  block(hash: string): Promise<Block>;
  mempool(): Promise<string[]>;
  /** When the node got a transaction that is in no block; undefined where it has none such. */
  mempoolTimeMs(tx: string): Promise<number | undefined>;
  /** Undefined where the node does not know it. */
  transaction(tx: string, blockHash?: string): Promise<KnownTransaction | undefined>;
  /** Looks through the blocks that are kept. */
  cached(tx: string): KnownTransaction | undefined;
}

export function createNode(rpc: Rpc): BitcoinNode {
  const blocks = new Map<string, Block>();
  const underWay = new Map<string, Promise<Block>>();

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw new ChainError('away', `The node refused ${method}: ${error.message} (${error.code}).`, error);
    }
  }

  /** A node that has told of a block must be able to give it. */
  async function callForBlock(method: string, ...params: [block: string | number, ...unknown[]]): Promise<unknown> {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const what = `The node has no block ${params[0]} that it should have`;
      throw new ChainError('distrusted', `${what}: ${error.message} (${error.code}). Is it pruned?`, error);
    }
  }

  async function callIfKnown(method: string, ...params: unknown[]): Promise<unknown> {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      if (error instanceof RpcError && error.code === UNKNOWN) return undefined;
      if (!(error instanceof RpcError)) throw error;
      throw new ChainError('away', `The node refused ${method}: ${error.message} (${error.code}).`, error);
    }
  }

  async function fetchBlock(hash: string): Promise<Block> {
    const block = readBlock(await callForBlock('getblock', hash, 2));
    if (block.hash !== hash) throw distrust(`The node was asked for block ${hash} and gave ${block.hash}.`);
    blocks.set(hash, block);
    for (const oldest of blocks.keys()) {
      if (blocks.size <= CACHED_BLOCKS_MAX) break;
      blocks.delete(oldest);
    }
    return block;
  }

  return {
    async tip() {
      const told = asRecord(await call('getblockchaininfo'), 'chain info');
      const height = asCount(told['blocks'], 'height');
      return {
        height,
        hash: asHash(told['bestblockhash'], 'best block hash'),
        syncing: told['initialblockdownload'] === true || asCount(told['headers'], 'height of headers') > height,
      };
    },
    bestHash: async () => asHash(await call('getbestblockhash'), 'best block hash'),
    hashAt: async (height) => asHash(await callForBlock('getblockhash', height), 'block hash'),
    header: async (hash) => readHeader(await callForBlock('getblockheader', hash)),
    async block(hash) {
      const kept = blocks.get(hash);
      if (kept !== undefined) return kept;
      const fetching = underWay.get(hash) ?? fetchBlock(hash).finally(() => underWay.delete(hash));
      underWay.set(hash, fetching);
      return fetching;
    },
    mempool: async () => asList(await call('getrawmempool'), 'mempool').map((tx) => asHash(tx, 'transaction id')),
    async mempoolTimeMs(tx) {
      const told = await callIfKnown('getmempoolentry', tx);
      return told === undefined ? undefined : asCount(asRecord(told, 'mempool entry')['time'], 'time') * 1_000;
    },
    async transaction(tx, blockHash) {
      const told = await callIfKnown('getrawtransaction', tx, true, ...(blockHash === undefined ? [] : [blockHash]));
      if (told === undefined) return undefined;
      const transaction = readTransaction(told);
      if (transaction.tx !== tx) throw distrust(`The node was asked for transaction ${tx} and gave ${transaction.tx}.`);
      const inBlock = asRecord(told, 'transaction')['blockhash'];
      return { transaction, blockHash: inBlock === undefined ? undefined : asHash(inBlock, 'block hash') };
    },
    cached(tx) {
      for (const { hash, transactions } of blocks.values()) {
        const transaction = transactions.find((one) => one.tx === tx);
        if (transaction !== undefined) return { transaction, blockHash: hash };
      }
      return undefined;
    },
  };
}

function readHeader(value: unknown): Header {
  const told = asRecord(value, 'block header');
  return {
    height: asCount(told['height'], 'height'),
    hash: asHash(told['hash'], 'block hash'),
    timeMs: asCount(told['time'], 'block time') * 1_000,
    medianTimeMs: asCount(told['mediantime'], 'median time') * 1_000,
    confirmations: Number(told['confirmations']),
  };
}

function readBlock(value: unknown): Block {
  const told = asRecord(value, 'block');
  return {
    height: asCount(told['height'], 'height'),
    hash: asHash(told['hash'], 'block hash'),
    parentHash: asHash(told['previousblockhash'], 'previous block hash'),
    timeMs: asCount(told['time'], 'block time') * 1_000,
    transactions: asList(told['tx'], 'list of transactions').map(readTransaction),
  };
}
