import { type Address, getAddressDecoder } from '@solana/kit';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { ChainAdapter, PaymentOrder } from '../../ports/chain.ts';
import type { Random } from '../../ports/random.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { createAssetBook } from './asset-book.ts';
import { checkChain } from './check-chain.ts';
import { lookUp } from './look-up.ts';
import { paymentUri } from './payment-uri.ts';
import { prepareTransaction } from './prepare-transaction.ts';
import type { Mint } from './read-mint.ts';
import type { Transaction } from './read-transaction.ts';
import { readWallet } from './read-wallet.ts';
import { scan } from './scan.ts';
import { createSolanaNode } from './solana-node.ts';
import { verifySignedText } from './verify-signed-text.ts';

const REFERENCE_BYTES = 32;

export interface SolanaChain extends ChainAdapter {
  prepareTransaction(order: PaymentOrder): Promise<string>;
}

interface Parts {
  network: Network;
  rpc: Rpc;
  random: Random;
  /** Assets of other networks are ignored. */
  assets: readonly AssetOnNetwork[];
}

/** SOL and tokens on one Solana network, with one wallet per merchant and one reference per intent. */
export function createSolanaChain({ network, rpc, random, assets }: Parts): SolanaChain {
  const node = createSolanaNode(rpc);
  const book = createAssetBook(network, assets);
  const seen = new Map<string, Transaction>();
  let checked: ReadonlyMap<string, Mint> | undefined;

  /** Checks the chain before the first call and again after every failure, because another node may answer then. */
  async function onRightChain<Result>(work: (mints: ReadonlyMap<string, Mint>) => Promise<Result>): Promise<Result> {
    try {
      checked ??= await checkChain(node, network, book);
      return await work(checked);
    } catch (error) {
      if (error instanceof ChainError) checked = undefined;
      throw error;
    }
  }

  return {
    network,
    assets: book.assets,
    walletKind: 'address',
    readWallet: (given) => readWallet(given, new Set(book.byMint.keys())),
    targetAt: (wallet) => ({
      address: wallet.text,
      reference: makeReference(random),
    }),
    paymentUri: ({ target, asset, amount }) => paymentUri(target, book.named(asset), amount),
    scan: (cursor, watch) => onRightChain((mints) => scan({ node, book, mints, seen }, cursor, watch)),
    lookUp: (tx): Promise<Transfer[]> => onRightChain((mints) => lookUp(tx, { node, book, mints })),
    verifySignedText,
    async prepareTransaction(order) {
      const asset = book.named(order.asset);
      return onRightChain((mints) => prepareTransaction(node, { ...asset, mint: mints.get(asset.token ?? '') }, order));
    },
  };
}

/** A random address that has no private key. */
const makeReference = (random: Random): Address => getAddressDecoder().decode(random.bytes(REFERENCE_BYTES));
