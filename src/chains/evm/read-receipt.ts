import type { Hex } from 'viem';
import { asAddress, asBytes, asCount, asHash, asList, asQuantity, asRecord, distrustedError } from './read-response.ts';

export interface Log {
  /** The contract that wrote it. */
  contract: Hex;
  topics: readonly Hex[];
  data: Hex;
  tx: Hex;
  blockHash: Hex;
  blockHeight: number;
  /** The position among all logs of the block, which changes when the transaction moves to another block. */
  blockPosition: number;
}

export interface Receipt {
  tx: Hex;
  blockHash: Hex;
  blockHeight: number;
  succeeded: boolean;
  logs: readonly Log[];
}

export function readLog(value: unknown): Log {
  const log = asRecord(value, 'log');
  return {
    contract: asAddress(log['address'], 'address of a log'),
    topics: asList(log['topics'], 'topics of a log').map((topic) => asHash(topic, 'topic of a log')),
    data: asBytes(log['data'], 'data of a log'),
    tx: asHash(log['transactionHash'], 'transaction hash of a log'),
    blockHash: asHash(log['blockHash'], 'block hash of a log'),
    blockHeight: asCount(log['blockNumber'], 'block number of a log'),
    blockPosition: asCount(log['logIndex'], 'position of a log'),
  };
}

export function readReceipt(value: unknown): Receipt {
  const receipt = asRecord(value, 'receipt');
  const status = asQuantity(receipt['status'], 'status of a receipt');
  const read = {
    tx: asHash(receipt['transactionHash'], 'transaction hash of a receipt'),
    blockHash: asHash(receipt['blockHash'], 'block hash of a receipt'),
    blockHeight: asCount(receipt['blockNumber'], 'block number of a receipt'),
    succeeded: status === 1n,
    logs: asList(receipt['logs'], 'logs of a receipt').map(readLog),
  };
  const foreign = read.logs.some(({ tx, blockHash }) => tx !== read.tx || blockHash !== read.blockHash);
  if (foreign || (!read.succeeded && read.logs.length > 0)) {
    throw distrustedError(`The node’s receipt of transaction ${read.tx} has logs that cannot be its own.`);
  }
  return read;
}
