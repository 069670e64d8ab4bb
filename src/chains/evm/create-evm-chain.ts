import type { HDKey } from '@scure/bip32';
import type { ChainAdapter } from '../../ports/chain.ts';
import type { Random } from '../../ports/random.ts';
import type { ChainParts } from '../chain-parts.ts';
import { ChainGuard } from '../rpc/chain-guard.ts';
import { createAssetBook } from './asset-book.ts';
import { checkChain, checkTokens } from './check-chain.ts';
import { createNode } from './create-node.ts';
import { createSharedFacts } from './create-shared-facts.ts';
import { createTracer } from './create-tracer.ts';
import { deriveAddress } from './derive-address.ts';
import { earlierCursor } from './earlier-cursor.ts';
import { listLimitations } from './list-limitations.ts';
import { LogRange } from './log-range.ts';
import { lookUp } from './look-up.ts';
import { paymentUri } from './payment-uri.ts';
import { prepareTransaction } from './prepare-transaction.ts';
import { qrText } from './qr-text.ts';
import { readExtendedKey } from './read-extended-key.ts';
import { readWallet } from './read-wallet.ts';
import { scan } from './scan.ts';
import { takesReference } from './takes-reference.ts';
import { createTokenDecimals } from './token-decimals.ts';
import { TransactionLimit } from './transaction-limit.ts';
import { verifySignedText } from './verify-signed-text.ts';

const CACHED_WALLETS_MAX = 1_000;
/** The length of an EIP-3009 nonce. */
const REFERENCE_BYTES = 32;

/** The coin and the tokens of Ethereum, one of its rollups, or another chain with its interface. */
export function createEvmChain({ network, rpc, clock, random, assets }: ChainParts): ChainAdapter {
  const node = createNode(rpc);
  const book = createAssetBook(network, assets);
  const tracer = createTracer(node, rpc);
  // Anyone can name a transaction whose trace no node returns, which must not keep scans from tracing.
  const claimTracer = createTracer(node, rpc);
  const limits = { range: new LogRange(), limit: new TransactionLimit() };
  const parts = { node, network, book, tracer, clock, ...limits, decimalsOf: createTokenDecimals(node) };
  const facts = createSharedFacts({ node, network, clock });
  const parents = new Map<string, HDKey>();
  let tokensCheckedOn: number | undefined;
  const guard = new ChainGuard(rpc, async () => {
    const { connection } = rpc;
    await checkChain(node, network);
    if (tokensCheckedOn === connection) return;
    await checkTokens(node, network, book);
    tokensCheckedOn = connection;
  });

  function parentOf(text: string): HDKey {
    const cached = parents.get(text);
    if (cached !== undefined) return cached;
    const parent = readExtendedKey(text);
    if (parents.size >= CACHED_WALLETS_MAX) parents.clear();
    parents.set(text, parent);
    return parent;
  }

  return {
    network,
    assets: book.assets,
    walletKinds: ['address', 'extended_key'],
    readWallet: (given) => readWallet(given, new Set(book.byContract.keys())),
    targetAt: ({ kind, text }, index) =>
      kind === 'extended_key'
        ? { address: deriveAddress(parentOf(text), index), reference: undefined, matchedBy: 'address' }
        : { address: text, reference: makeReference(random), matchedBy: 'amount' },
    paymentUri: (request) => paymentUri({ ...request, asset: book.named(request.asset) }, network),
    qrText: (request) => qrText({ ...request, asset: book.named(request.asset) }, network),
    takesReference: (asset) => takesReference(book.named(asset)),
    async prepareTransaction(order) {
      const asset = book.named(order.asset);
      return guard.run(() => prepareTransaction({ node, network, facts }, asset, order));
    },
    scan: (cursor, watch) => guard.run(() => scan(parts, cursor, watch)),
    earlierCursor,
    async probe() {
      const { height, timeMs } = await guard.recheck(() => node.latest());
      return { height, timeMs };
    },
    listLimitations: () => guard.run(() => listLimitations(parts)),
    async lookUp(tx, to) {
      const lookUpParts = { ...parts, tracer: claimTracer, nowMs: clock.nowMs() };
      return (await guard.run(() => lookUp(lookUpParts, tx, to))).transfers;
    },
    verifySignedText: (signed) => guard.run(() => verifySignedText(node, signed)),
  };
}

const makeReference = (random: Random): string => `0x${Buffer.from(random.bytes(REFERENCE_BYTES)).toString('hex')}`;
