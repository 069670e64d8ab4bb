import type { Hex } from 'viem';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { type Rpc, RpcError } from '../rpc/rpc.ts';
import { toChainError } from '../rpc/to-chain-error.ts';
import { type Block, type Header, readBlock, readHeader, readTransaction, type Transaction } from './read-block.ts';
import { type Log, type Receipt, readLog, readReceipt } from './read-receipt.ts';
import { asBytes, asCount, asList, asQuantity, asRecord, distrustedError } from './read-response.ts';

export interface LogFilter {
  /** Contracts; all if there are none. */
  contracts: readonly Hex[];
  topics: readonly (Hex | readonly Hex[] | null)[];
}

export type Blocks = { blockHash: Hex } | { from: number; to: number };

export interface KnownTransaction {
  transaction: Transaction;
  /** Undefined while the transaction is in no block. */
  blockHeight: number | undefined;
}

export interface UnsentTransaction {
  from: Hex;
  to: Hex;
  value: Hex;
  data: Hex;
}

/** The Ethereum calls that the adapter needs, with every response validated. */
export interface EvmNode {
  chainId(): Promise<number>;
  latest(): Promise<Header>;
  /** Undefined if the node does not know the tag. */
  tagged(tag: 'safe' | 'finalized'): Promise<Header | undefined>;
  header(height: number): Promise<Header>;
  block(height: number): Promise<Block>;
  /** Throws an RpcError if the node rejects the range. */
  logs(blocks: Blocks, filter: LogFilter): Promise<Log[]>;
  receipt(tx: Hex): Promise<Receipt | undefined>;
  /** The receipts of all transactions in a block; undefined if the node does not return them. */
  receipts(height: number): Promise<Receipt[] | undefined>;
  transaction(tx: Hex): Promise<KnownTransaction | undefined>;
  /** How many transactions an address has sent up to a block. */
  sentCount(address: Hex, height: number): Promise<bigint>;
  /** At a block, by default the newest one. Undefined if the node no longer has the state of the block. */
  balance(address: Hex, height?: number): Promise<bigint | undefined>;
  /** Whether there is a contract at the address. */
  hasCode(address: Hex): Promise<boolean>;
  gasPrice(): Promise<bigint>;
  /** Throws an RpcError if the transaction would fail. */
  estimateGas(transaction: UnsentTransaction): Promise<bigint>;
  /** What a contract returns; undefined if it fails or the node does not have the state of the block with this hash. */
  read(contract: Hex, data: Hex, blockHash?: Hex): Promise<Hex | undefined>;
  /** The raw response to a tracing method; undefined if the node rejects it. */
  trace(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** The node does not have what it announced. Another server behind the same URL may be a moment behind. */
export class NotYetError extends ChainError {
  constructor(message: string) {
    super('away', message);
  }
}

/** Anyone can make Florin ask a contract, which must not keep the node busy. Checking a signature takes far less. */
const CALL_GAS_MAX = 10_000_000;

export const toQuantity = (count: number): Hex => `0x${count.toString(16)}`;

const toTag = (height: number | undefined): Hex | 'latest' => (height === undefined ? 'latest' : toQuantity(height));

export function createNode(rpc: Pick<Rpc, 'call'>): EvmNode {
  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    try {
      return await rpc.call(method, params);
    } catch (error) {
      throw toChainError(error, method);
    }
  }

  /** Undefined if the node returns an error. */
  async function tryCall(method: string, ...params: unknown[]): Promise<unknown> {
    try {
      return (await rpc.call(method, params)) ?? undefined;
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  }

  /** For blocks that the node has announced. */
  async function blockAt(height: number, withTransactions: boolean): Promise<unknown> {
    const response = await call('eth_getBlockByNumber', toQuantity(height), withTransactions);
    if (response === null) throw new NotYetError(`The node is missing block ${height}, which it announced.`);
    const found = asCount(asRecord(response, 'block')['number'], 'block number');
    if (found !== height) throw distrustedError(`The node returned block ${found} instead of block ${height}.`);
    return response;
  }

  return {
    chainId: async () => asCount(await call('eth_chainId'), 'chain ID'),
    latest: async () => readHeader(await call('eth_getBlockByNumber', 'latest', false)),
    async tagged(tag) {
      const response = await tryCall('eth_getBlockByNumber', tag, false);
      return response === undefined ? undefined : readHeader(response);
    },
    header: async (height) => readHeader(await blockAt(height, false)),
    block: async (height) => readBlock(await blockAt(height, true)),
    async logs(blocks, { contracts, topics }) {
      const range =
        'blockHash' in blocks ? blocks : { fromBlock: toQuantity(blocks.from), toBlock: toQuantity(blocks.to) };
      const address = contracts.length === 0 ? {} : { address: contracts };
      const response = await rpc.call('eth_getLogs', [{ ...range, ...address, topics }]);
      return asList(response, 'list of logs').map(readLog);
    },
    async receipt(tx) {
      const response = await call('eth_getTransactionReceipt', tx);
      if (response === null) return undefined;
      const receipt = readReceipt(response);
      if (receipt.tx !== tx) throw distrustedError(`The node returned the receipt of ${receipt.tx} instead of ${tx}.`);
      return receipt;
    },
    async receipts(height) {
      const response = await tryCall('eth_getBlockReceipts', toQuantity(height));
      return response === undefined ? undefined : asList(response, 'list of receipts').map(readReceipt);
    },
    async transaction(tx) {
      const response = await call('eth_getTransactionByHash', tx);
      if (response === null) return undefined;
      const transaction = readTransaction(response);
      if (transaction.tx !== tx) throw distrustedError(`The node returned transaction ${transaction.tx}, not ${tx}.`);
      const height = asRecord(response, 'transaction')['blockNumber'];
      const blockHeight = height === null || height === undefined ? undefined : asCount(height, 'block number');
      return { transaction, blockHeight };
    },
    sentCount: async (address, height) =>
      asQuantity(await call('eth_getTransactionCount', address, toQuantity(height)), 'number of transactions'),
    async balance(address, height) {
      const response = await tryCall('eth_getBalance', address, toTag(height));
      return response === undefined ? undefined : asQuantity(response, 'balance');
    },
    hasCode: async (address) => asBytes(await call('eth_getCode', address, 'latest'), 'code of a contract') !== '0x',
    gasPrice: async () => asQuantity(await call('eth_gasPrice'), 'gas price'),
    estimateGas: async (transaction) => asQuantity(await rpc.call('eth_estimateGas', [transaction]), 'estimate of gas'),
    async read(contract, data, blockHash) {
      const view = { to: contract, data, gas: toQuantity(CALL_GAS_MAX) };
      // EIP-1898: at the same height, another server behind the same URL may have another block.
      const response = await tryCall('eth_call', view, blockHash === undefined ? 'latest' : { blockHash });
      return response === undefined ? undefined : asBytes(response, 'result of a contract');
    },
    trace: (method, params) => tryCall(method, ...params),
  };
}
