import { ASSETS, ASSETS_ON_NETWORKS, type AssetOnNetwork } from '../../src/domain/money/asset.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import { NETWORKS, type Network, type NetworkFamily, type NetworkName } from '../../src/domain/networks/network.ts';
import type { PaymentTarget } from '../../src/domain/payments/payment-target.ts';
import { UserError } from '../../src/domain/user-error.ts';
import type { ChainAdapter, FoundTransfer, NewestBlock, Scan, Wallet, Watch } from '../../src/ports/chain.ts';

const WALLET_KINDS: Record<NetworkFamily, ChainAdapter['walletKinds']> = {
  simulated: [],
  solana: ['address'],
  evm: ['address', 'extended_key'],
  bitcoin: ['extended_key'],
};

/** A chain that reports what a test tells it to report. */
export interface FakeChain extends ChainAdapter {
  /** What the next scan returns or throws. Several are returned one after another, then nothing new. */
  report(scan: Partial<Scan> | Error): void;
  /** What probes return or throw from now on: a block, or why the nodes cannot be used. */
  newest: NewestBlock | Error;
  /** How often it was probed. */
  readonly probes: number;
  /** What each scan was told to watch. */
  readonly watches: readonly Watch[];
  /** The transactions that it knows, or the error that a lookup throws. */
  readonly transactions: Map<string, readonly FoundTransfer[] | Error>;
  /** Why a payer's wallet cannot pay. */
  readonly payerErrors: Map<string, Error>;
}

export function createFakeChain(name: NetworkName): FakeChain {
  const network = NETWORKS[name];
  const walletKinds = WALLET_KINDS[network.family];
  const reports: (Partial<Scan> | Error)[] = [];
  const watches: Watch[] = [];
  const transactions = new Map<string, readonly FoundTransfer[] | Error>();
  const payerErrors = new Map<string, Error>();
  let tipHeight = 1;
  let issued = 0;
  const state: { newest: NewestBlock | Error; probes: number } = {
    // Newer than any clock of a test, so that it is never too old.
    newest: { height: 1, timeMs: Number.MAX_SAFE_INTEGER },
    probes: 0,
  };
  return {
    get newest() {
      return state.newest;
    },
    set newest(newest) {
      state.newest = newest;
    },
    get probes() {
      return state.probes;
    },
    network,
    assets: assetsOf(name),
    walletKinds,
    watches,
    transactions,
    payerErrors,
    report: (scan) => void reports.push(scan),

    readWallet({ text }) {
      if (text.trim() === '') throw new UserError('This is no wallet.');
      if (text.includes('private')) throw new UserError('This is a private key.', 'private_key');
      return readText(network.family, text.trim());
    },

    targetAt({ kind, text }, index) {
      if (kind === 'extended_key') return { address: `${text}/${index}`, ...ownAddress };
      issued += 1;
      return kind === 'none'
        ? { address: `${name}-address-${issued}`, ...ownAddress }
        : { address: text, ...shared(network.family, `reference-${issued}`) };
    },

    paymentUri: ({ target, asset, amount }) => `${name}:${target.address}?${asset}=${formatDecimal(amount)}`,

    earlierCursor() {
      throw new Error('A merchant with test doubles has one database.');
    },

    async scan(cursor, watch) {
      watches.push(watch);
      const next = reports.shift() ?? {};
      if (next instanceof Error) throw next;
      const heights = (next.transfers ?? []).map(({ blockHeight = 0 }) => blockHeight);
      tipHeight = next.tipHeight ?? Math.max(tipHeight, ...heights);
      return {
        rolledBackTo: undefined,
        transfers: [],
        replaced: [],
        missing: [],
        cursor: String(Number(cursor ?? 0) + 1),
        tipHeight,
        // Like the real adapter, the one for Solana reads only finalized slots.
        finalizedHeight: network.family === 'solana' ? tipHeight : undefined,
        scannedUntilMs: watch.nowMs,
        behind: false,
        ...next,
      };
    },

    async probe() {
      state.probes += 1;
      if (state.newest instanceof Error) throw state.newest;
      return state.newest;
    },

    async lookUp(tx) {
      const found = transactions.get(tx) ?? [];
      if (found instanceof Error) throw found;
      return [...found];
    },

    ...(network.browserWallets === undefined ? {} : payableByWallet(network, payerErrors)),
    ...(network.family === 'evm' ? { takesReference: (asset: string) => asset === 'USDC' } : {}),
  };
}

const ownAddress = { reference: undefined, matchedBy: 'address' } as const;

/** Addresses of EVM chains have one canonical case, and extended keys are told apart by their first letters. */
function readText(family: NetworkFamily, text: string): Wallet {
  const [kind = 'none', otherKind] = WALLET_KINDS[family];
  if (family !== 'evm') return { kind, text };
  return text.startsWith('xpub') ? { kind: otherKind ?? kind, text } : { kind, text: text.toLowerCase() };
}

/** Few transactions of an EVM chain have a place for a reference, so the exact amount identifies the payment. */
const shared = (family: NetworkFamily, reference: string): Pick<PaymentTarget, 'reference' | 'matchedBy'> => ({
  reference,
  matchedBy: family === 'evm' ? 'amount' : 'reference',
});

const assetsOf = (name: NetworkName): AssetOnNetwork[] =>
  name === 'simulated'
    ? [...ASSETS.keys()].map((code) => ({ code, network: name, token: undefined, decimals: 18 }))
    : ASSETS_ON_NETWORKS.filter(({ network }) => network === name);

/** A signature of the fake chains. */
export const signAs = (address: string, text: string): string => `${address} signed: ${text}`;

/** The prepared transaction is the order itself, so that a test can read it. */
const payableByWallet = (
  { family, chainId }: Network,
  payerErrors: ReadonlyMap<string, Error>,
): Pick<ChainAdapter, 'prepareTransaction' | 'verifySignedText'> => ({
  verifySignedText: async ({ address, text, signature }) => signature === signAs(address, text),

  async prepareTransaction({ payer, target, asset, amount, matchedBy }) {
    const error = payerErrors.get(payer);
    if (error) throw error;
    const order = JSON.stringify({ payer, address: target.address, asset, amount: formatDecimal(amount), matchedBy });
    return family === 'solana'
      ? { encoding: 'base64', transaction: order }
      : { chainId, to: target.address, value: '0x0', data: order };
  },
});
