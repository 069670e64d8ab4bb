import { ChainError } from '../../domain/networks/chain-error.ts';
import { inParallel } from '../in-parallel.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { toChainError } from '../rpc/to-chain-error.ts';
import type { Block, BlockSource, Header } from './block-source.ts';
import { createBlockCache } from './create-block-cache.ts';
import { asCount, asHash, asList, asRecord, distrustedError } from './read-response.ts';
import { readTransaction, type Transaction } from './read-transaction.ts';

const CALLS_PARALLEL_MAX = 8;
/** Bitcoin Core's error code for an unknown transaction or block. */
const UNKNOWN = -5;

interface NodeHeader extends Header {
  /** −1 if the block is no longer part of the chain. */
  confirmations: number;
}

export interface KnownTransaction {
  transaction: Transaction;
  /** Undefined while the transaction is in the mempool. */
  blockHash: string | undefined;
}

/** The Bitcoin Core calls that Florin needs. */
export interface BitcoinNode extends BlockSource {
  header(hash: string): Promise<NodeHeader>;
  mempool(): Promise<string[]>;
  /** When the node received a transaction; undefined if it is not in the mempool. */
  mempoolTimeMs(tx: string): Promise<number | undefined>;
  /** Undefined if the node does not know the transaction. */
  transaction(tx: string, blockHash?: string): Promise<KnownTransaction | undefined>;
  /** Searches the cached blocks. */
  cached(tx: string): KnownTransaction | undefined;
}

export function createNode(rpc: Rpc): BitcoinNode {
  const blocks = createBlockCache(fetchBlock);

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      throw toChainError(error, method);
    }
  }

  /** For blocks that the node has announced, so an unknown block means that the node cannot be trusted. */
  async function callForBlock(method: string, ...params: [block: string | number, ...unknown[]]): Promise<unknown> {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const what = `The node is missing block ${params[0]}`;
      throw new ChainError(
        'distrusted',
        `${what}: ${error.message} (${error.code}). Check whether it is pruned.`,
        error,
      );
    }
  }

  async function callIfKnown(method: string, ...params: unknown[]): Promise<unknown> {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      if (error instanceof RpcError && error.code === UNKNOWN) return undefined;
      throw toChainError(error, method);
    }
  }

  async function fetchBlock(hash: string): Promise<Block> {
    const block = readBlock(await callForBlock('getblock', hash, 2));
    if (block.hash !== hash) throw distrustedError(`The node returned block ${block.hash} instead of ${hash}.`);
    return block;
  }

  const hashAt = async (height: number) => asHash(await callForBlock('getblockhash', height), 'block hash');

  return {
    async tip() {
      const info = asRecord(await call('getblockchaininfo'), 'chain info');
      const height = asCount(info['blocks'], 'height');
      return {
        height,
        hash: asHash(info['bestblockhash'], 'best block hash'),
        syncing: info['initialblockdownload'] === true || asCount(info['headers'], 'height of headers') > height,
      };
    },
    bestHash: async () => asHash(await call('getbestblockhash'), 'best block hash'),
    hashAt,
    hashesAt: (heights) => inParallel(heights, CALLS_PARALLEL_MAX, hashAt),
    header: async (hash) => readHeader(await callForBlock('getblockheader', hash)),
    block: (hash) => blocks.read(hash),
    mempool: async () => asList(await call('getrawmempool'), 'mempool').map((tx) => asHash(tx, 'transaction ID')),
    async mempoolTimeMs(tx) {
      const entry = await callIfKnown('getmempoolentry', tx);
      return entry === undefined ? undefined : asCount(asRecord(entry, 'mempool entry')['time'], 'time') * 1_000;
    },
    async transaction(tx, blockHash) {
      const result = await callIfKnown('getrawtransaction', tx, true, ...(blockHash === undefined ? [] : [blockHash]));
      if (result === undefined) return undefined;
      const transaction = readTransaction(result);
      if (transaction.tx !== tx)
        throw distrustedError(`The node returned transaction ${transaction.tx} instead of ${tx}.`);
      const inBlock = asRecord(result, 'transaction')['blockhash'];
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

function readHeader(value: unknown): NodeHeader {
  const header = asRecord(value, 'block header');
  return {
    height: asCount(header['height'], 'height'),
    hash: asHash(header['hash'], 'block hash'),
    timeMs: asCount(header['time'], 'block time') * 1_000,
    medianTimeMs: asCount(header['mediantime'], 'median time') * 1_000,
    confirmations: Number(header['confirmations']),
  };
}

function readBlock(value: unknown): Block {
  const block = asRecord(value, 'block');
  return {
    height: asCount(block['height'], 'height'),
    hash: asHash(block['hash'], 'block hash'),
    parentHash: asHash(block['previousblockhash'], 'previous block hash'),
    timeMs: asCount(block['time'], 'block time') * 1_000,
    transactions: asList(block['tx'], 'list of transactions').map(readTransaction),
  };
}
