import type { Hex } from 'viem';
import { asAddress, asCount, asHash, asList, asQuantity, asRecord } from './read-response.ts';

/** A selector and two words in hex. */
const INPUT_LENGTH_MAX = 138;

export interface Header {
  height: number;
  hash: Hex;
  parentHash: Hex;
  timeMs: number;
}

export interface Block extends Header {
  transactions: readonly Transaction[];
}

export interface Transaction {
  tx: Hex;
  from: Hex;
  /** Undefined if the transaction creates a contract. */
  to: Hex | undefined;
  value: bigint;
  nonce: bigint;
  /** Empty if it is longer than the call of a token's `transfer`: many blocks are in memory at once. */
  input: string;
}

export function readHeader(value: unknown): Header {
  const header = asRecord(value, 'block');
  return {
    height: asCount(header['number'], 'block number'),
    hash: asHash(header['hash'], 'block hash'),
    parentHash: asHash(header['parentHash'], 'parent hash'),
    timeMs: asCount(header['timestamp'], 'block time') * 1_000,
  };
}

export function readBlock(value: unknown): Block {
  const { transactions } = asRecord(value, 'block');
  return { ...readHeader(value), transactions: asList(transactions, 'list of transactions').map(readTransaction) };
}

export function readTransaction(value: unknown): Transaction {
  const transaction = asRecord(value, 'transaction');
  const { to, input } = transaction;
  return {
    tx: asHash(transaction['hash'], 'transaction hash'),
    from: asAddress(transaction['from'], 'sender'),
    to: to === null || to === undefined ? undefined : asAddress(to, 'recipient'),
    value: asQuantity(transaction['value'], 'value of a transaction'),
    nonce: asQuantity(transaction['nonce'], 'nonce of a transaction'),
    input: typeof input === 'string' && input.length <= INPUT_LENGTH_MAX ? input.toLowerCase() : '',
  };
}

/** What a transaction uses up: another one of the same sender with the same nonce replaces it. */
export const spentBy = ({ from, nonce }: Pick<Transaction, 'from' | 'nonce'>): string => `${from}:${nonce}`;
