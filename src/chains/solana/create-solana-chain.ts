import { type Address, getAddressDecoder } from '@solana/kit';
import type { ChainAdapter, PaymentOrder, SerializedTransaction } from '../../ports/chain.ts';
import type { Random } from '../../ports/random.ts';
import type { ChainParts } from '../chain-parts.ts';
import { ChainGuard } from '../rpc/chain-guard.ts';
import { createAssetBook } from './asset-book.ts';
import { checkChain } from './check-chain.ts';
import { earlierCursor } from './earlier-cursor.ts';
import { lookUp } from './look-up.ts';
import { paymentUri } from './payment-uri.ts';
import { prepareTransaction } from './prepare-transaction.ts';
import type { Transaction } from './read-transaction.ts';
import { readWallet } from './read-wallet.ts';
import { scan } from './scan.ts';
import { createSolanaNode } from './solana-node.ts';
import { verifySignedText } from './verify-signed-text.ts';

const REFERENCE_BYTES = 32;

export interface SolanaChain extends ChainAdapter {
  prepareTransaction(order: PaymentOrder): Promise<SerializedTransaction>;
}

/** SOL and tokens on one Solana network, with one wallet per merchant and one reference per intent. */
export function createSolanaChain({ network, rpc, random, assets }: Omit<ChainParts, 'clock'>): SolanaChain {
  const node = createSolanaNode(rpc);
  const book = createAssetBook(network, assets);
  const seen = new Map<string, Transaction>();
  const guard = new ChainGuard(rpc, () => checkChain(node, network, book));

  return {
    network,
    assets: book.assets,
    walletKinds: ['address'],
    readWallet: (given) => readWallet(given, new Set(book.byMint.keys())),
    targetAt: (wallet) => ({
      address: wallet.text,
      reference: makeReference(random),
      matchedBy: 'reference',
    }),
    paymentUri: ({ target, asset, amount }) => paymentUri(target, book.named(asset), amount),
    scan: (cursor, watch) => guard.run((mints) => scan({ node, book, mints, seen }, cursor, watch)),
    earlierCursor,
    async probe() {
      const { slot: height, timeMs } = await guard.recheck(() => node.tip());
      return { height, timeMs };
    },
    lookUp: (tx) => guard.run((mints) => lookUp(tx, { node, book, mints })),
    verifySignedText,
    async prepareTransaction(order) {
      const asset = book.named(order.asset);
      return guard.run((mints) => prepareTransaction(node, { ...asset, mint: mints.get(asset.token ?? '') }, order));
    },
  };
}

/** A random address that has no private key. */
const makeReference = (random: Random): Address => getAddressDecoder().decode(random.bytes(REFERENCE_BYTES));
