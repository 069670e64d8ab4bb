import type { FoundTransfer } from '../../ports/chain.ts';
import type { AssetBook } from './asset-book.ts';
import { listSources } from './list-sources.ts';
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

/** Returns all transfers of a transaction to any address, with their sources. The caller knows which addresses matter. */
export async function lookUp(tx: string, { node, book, mints }: Parts): Promise<FoundTransfer[]> {
  if (tx.length > SIGNATURE_CHARACTERS_MAX || byteCount(tx) !== SIGNATURE_BYTES) return [];
  const final = await node.transaction(tx, 'finalized');
  const response = final ?? (await node.transaction(tx, 'confirmed'));
  if (response === undefined) return [];
  const transaction = readTransaction(tx, response);
  const nowMs = transaction.blockTimeMs ?? (await node.tip()).timeMs;
  const context = { book, mints, wallets: undefined, ownerOf: new Map(), nowMs, final: final !== undefined };
  return readTransfers(transaction, context).map((transfer) =>
    Object.assign(transfer, { sources: listSources(transaction, transfer, context) }),
  );
}
