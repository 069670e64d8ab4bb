import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { AssetBook } from './asset-book.ts';
import type { Mint } from './read-mint.ts';
import { readTransaction } from './read-transaction.ts';
import { readTransfers } from './read-transfers.ts';
import { byteCount } from './read-wallet.ts';
import type { SolanaNode } from './solana-node.ts';

const SIGNATURE_BYTES = 64;
const SIGNATURE_CHARACTERS_MAX = 88;

interface Parts {
  node: SolanaNode;
  book: AssetBook;
  mints: ReadonlyMap<string, Mint>;
}

/** Returns all transfers of a transaction to any address. The caller knows which addresses matter. */
export async function lookUp(tx: string, { node, book, mints }: Parts): Promise<Transfer[]> {
  if (tx.length > SIGNATURE_CHARACTERS_MAX || byteCount(tx) !== SIGNATURE_BYTES) return [];
  const final = await node.transaction(tx, 'finalized');
  const response = final ?? (await node.transaction(tx, 'confirmed'));
  if (response === undefined) return [];
  const transaction = readTransaction(tx, response);
  const nowMs = transaction.blockTimeMs ?? (await node.tip()).timeMs;
  return readTransfers(transaction, {
    book,
    mints,
    wallets: undefined,
    ownerOf: new Map(),
    nowMs,
    final: final !== undefined,
  });
}
