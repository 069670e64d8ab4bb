import { hash as digest } from 'node:crypto';
import { setImmediate as rest } from 'node:timers/promises';
import { Address, OutScript } from '@scure/btc-signer';
import { fromUnits } from '../../domain/money/decimal.ts';
import { chainUnits } from '../../domain/money/money.ts';
import type { Block } from '../bitcoin/block-source.ts';
import type { NetworkParameters } from '../bitcoin/network-parameters.ts';
import { COIN_DECIMALS } from '../bitcoin/read-amount.ts';
import { distrustedError } from '../bitcoin/read-response.ts';
import type { Transaction } from '../bitcoin/read-transaction.ts';
import { ByteReader } from './byte-reader.ts';

const HEADER_BYTES = 80;
const HASH_BYTES = 32;
/** A block has thousands of transactions. Other work gets a turn after this many. */
const TRANSACTIONS_PER_TURN = 50;
const WITNESS_FLAG = 1;
/** Litecoin marks the transaction that moves coins in and out of its confidential part (MWEB). */
const MWEB_FLAG = 8;
/** What a payment can be sent to. */
const PAYABLE = new Set(['pkh', 'sh', 'wpkh', 'wsh', 'tr']);

type Parsed = Omit<Block, 'height'>;

/**
 * Parses a raw block and checks that it is the block with this hash and that its transactions are those of its header, so
 * that a server cannot add a payment to a block or hide one in it.
 */
export async function parseBlock(bytes: Buffer, hash: string, parameters: NetworkParameters): Promise<Parsed> {
  try {
    const reader = new ByteReader(bytes);
    const header = reader.take(HEADER_BYTES);
    if (asText(doubleHash(header)) !== hash) throw distrustedError(`The node returned another block than ${hash}.`);
    const count = reader.count();
    const transactions: Transaction[] = [];
    const hashes: Buffer[] = [];
    while (transactions.length < count) {
      const { transaction, txHash } = parseTransaction(reader, parameters);
      transactions.push(transaction);
      hashes.push(txHash);
      if (transactions.length % TRANSACTIONS_PER_TURN === 0) await rest();
    }
    if (!merkleRoot(hashes).equals(header.subarray(36, 36 + HASH_BYTES)))
      throw distrustedError(`The transactions of block ${hash} are not those of its header.`);
    return {
      hash,
      parentHash: asText(header.subarray(4, 4 + HASH_BYTES)),
      timeMs: header.readUInt32LE(68) * 1_000,
      transactions,
    };
  } catch (error) {
    if (error instanceof RangeError) throw distrustedError(`The node’s block ${hash} is cut off.`);
    throw error;
  }
}

const doubleHash = (bytes: Uint8Array): Buffer => digest('sha256', digest('sha256', bytes, 'buffer'), 'buffer');

/** Hashes are written back to front. */
const asText = (bytes: Buffer): string => Buffer.from(bytes.toReversed()).toString('hex');

function parseTransaction(
  reader: ByteReader,
  parameters: NetworkParameters,
): { transaction: Transaction; txHash: Buffer } {
  const version = reader.take(4);
  // An empty list of inputs announces flags.
  const flags = reader.peek() === 0 ? (reader.take(2)[1] ?? 0) : 0;
  const from = reader.position;
  const spends: string[] = [];
  let isCoinbase = false;
  for (let left = reader.count(); left > 0; left -= 1) {
    const spent = reader.take(HASH_BYTES);
    isCoinbase ||= spent.every((byte) => byte === 0);
    spends.push(`${asText(spent)}:${reader.take(4).readUInt32LE()}`);
    reader.take(reader.count() + 4);
  }
  const inputs = spends.length;
  const outputs: Transaction['outputs'][number][] = [];
  const outputCount = reader.count();
  for (let index = 0; index < outputCount; index += 1) {
    const units = reader.take(8).readBigUInt64LE();
    const address = addressOf(reader.take(reader.count()), parameters);
    if (address !== undefined) outputs.push({ index, address, amount: fromUnits(chainUnits(units), COIN_DECIMALS) });
  }
  const body = reader.since(from);
  if (flags & WITNESS_FLAG)
    for (let left = inputs; left > 0; left -= 1)
      for (let items = reader.count(); items > 0; items -= 1) reader.take(reader.count());
  if (flags & MWEB_FLAG && reader.take(1)[0] !== 0)
    throw distrustedError('The node’s block has a transaction with confidential data, which belongs elsewhere.');
  const txHash = doubleHash(Buffer.concat([version, body, reader.take(4)]));
  return {
    transaction: { tx: asText(txHash), spends: isCoinbase ? [] : spends, outputs: isCoinbase ? [] : outputs },
    txHash,
  };
}

function addressOf(script: Buffer, parameters: NetworkParameters): string | undefined {
  try {
    const decoded = OutScript.decode(script);
    return PAYABLE.has(decoded.type) ? Address(parameters).encode(decoded) : undefined;
  } catch {
    // Anyone can put an output into a block that pays to nobody.
    return undefined;
  }
}

/** An odd one at the end of a level is paired with itself. */
function merkleRoot(hashes: readonly Buffer[]): Buffer {
  let level = hashes;
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let left = 0; left < level.length; left += 2)
      next.push(doubleHash(Buffer.concat([level[left] as Buffer, level[left + 1] ?? (level[left] as Buffer)])));
    level = next;
  }
  return level[0] ?? Buffer.alloc(HASH_BYTES);
}
