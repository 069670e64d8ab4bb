import type { FinalityTiers } from '../payments/finality-requirement.ts';
import { BITCOIN, blocks, ETHEREUM, FINALIZED, LITECOIN, ROLLUP } from './finality-tiers.ts';

/** Networks of one family are read by the same adapter. */
export type NetworkFamily = 'simulated' | 'solana' | 'evm' | 'bitcoin';

/** How wallets in a browser announce themselves, and the name by which they know the network. */
export interface BrowserWallets {
  protocol: 'wallet-standard' | 'eip-6963';
  chain: string;
  /** A node that anybody may use, for a wallet that does not know the network yet. */
  publicRpc?: string;
}

/** Everything that is specific to one network and is not code. */
export interface Network {
  name: string;
  /** The same by the convention of CAIP-2. */
  chainId: string;
  title: string;
  livemode: boolean;
  family: NetworkFamily;
  /** The coin that the network itself counts in. */
  coin: string;
  finality: FinalityTiers;
  /** How often the network is scanned. */
  pollMs: number;
  /** How old the newest block of a node in use may be. Undefined where blocks are made on demand and may be of any age. */
  tipAgeMsMax: number | undefined;
  /** How long after an intent's expiry a payment that was sent in time may still be unconfirmed. */
  inFlightMsMax: number;
  /** What a simple payment of the coin usually costs, in the coin. It need not be exact: a smaller rest is not asked for. */
  usualFee: string;
  /** Undefined where no browser wallet can pay on the network. */
  browserWallets: BrowserWallets | undefined;
  /** Pages of a block explorer; undefined for a network that only this machine can see. */
  explorer: { tx: string; address: string } | undefined;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Descriptor = Omit<Network, 'name'>;

const simulated: Pick<
  Descriptor,
  'family' | 'pollMs' | 'tipAgeMsMax' | 'inFlightMsMax' | 'usualFee' | 'browserWallets' | 'explorer'
> = {
  family: 'simulated',
  pollMs: 500,
  tipAgeMsMax: undefined,
  inFlightMsMax: 5 * MINUTE_MS,
  usualFee: '0',
  browserWallets: undefined,
  explorer: undefined,
};

const solana = (cluster: string | undefined, wallet: string | undefined) => ({
  family: 'solana' as const,
  coin: 'SOL',
  finality: FINALIZED,
  pollMs: 1_000,
  tipAgeMsMax: cluster === undefined ? undefined : MINUTE_MS,
  inFlightMsMax: 5 * MINUTE_MS,
  // One signature.
  usualFee: '0.000005',
  browserWallets: wallet === undefined ? undefined : { protocol: 'wallet-standard' as const, chain: wallet },
  explorer:
    cluster === undefined
      ? undefined
      : {
          tx: `https://explorer.solana.com/tx/{tx}${cluster}`,
          address: `https://explorer.solana.com/address/{address}${cluster}`,
        },
});

/** Pages and nodes that anybody can reach. */
interface PublicParts {
  explorer: string;
  rpc: string;
}

/** The fee is that of 21,000 gas. */
const evm = (
  chainId: string,
  coin: string,
  finality: FinalityTiers,
  usualFee: string,
  open: PublicParts | undefined,
) => ({
  chainId,
  family: 'evm' as const,
  coin,
  finality,
  // Nodes for these networks are often hosted, and their plans count calls.
  pollMs: open === undefined ? 1_000 : 3_000,
  tipAgeMsMax: open === undefined ? undefined : 2 * MINUTE_MS,
  inFlightMsMax: HOUR_MS,
  usualFee,
  browserWallets: { protocol: 'eip-6963' as const, chain: chainId, ...(open && { publicRpc: open.rpc }) },
  explorer: open && pagesOf(open.explorer),
});

/** The fee is that of one input and two outputs, about 140 virtual bytes. */
const bitcoin = (
  coin: string,
  finality: FinalityTiers,
  tipAgeMsMax: number | undefined,
  usualFee: string,
  explorer: string | undefined,
) => ({
  family: 'bitcoin' as const,
  coin,
  finality,
  pollMs: 1_000,
  tipAgeMsMax,
  inFlightMsMax: 24 * HOUR_MS,
  usualFee,
  browserWallets: undefined,
  explorer: explorer === undefined ? undefined : pagesOf(explorer),
});

function pagesOf(explorer: string): { tx: string; address: string } {
  return { tx: `${explorer}/tx/{tx}`, address: `${explorer}/address/{address}` };
}

const live = { livemode: true };
const test = { livemode: false };

const DESCRIPTORS = {
  solana: {
    ...live,
    ...solana('', 'solana:mainnet'),
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    title: 'Solana',
  },
  ethereum: {
    ...live,
    ...evm('eip155:1', 'ETH', ETHEREUM, '0.0001', {
      explorer: 'https://etherscan.io',
      rpc: 'https://ethereum-rpc.publicnode.com',
    }),
    title: 'Ethereum',
  },
  base: {
    ...live,
    ...evm('eip155:8453', 'ETH', ROLLUP, '0.000002', {
      explorer: 'https://basescan.org',
      rpc: 'https://mainnet.base.org',
    }),
    title: 'Base',
  },
  polygon: {
    ...live,
    ...evm('eip155:137', 'POL', FINALIZED, '0.002', {
      explorer: 'https://polygonscan.com',
      rpc: 'https://polygon-bor-rpc.publicnode.com',
    }),
    title: 'Polygon',
  },
  bnb: {
    ...live,
    ...evm('eip155:56', 'BNB', FINALIZED, '0.00002', {
      explorer: 'https://bscscan.com',
      rpc: 'https://bsc-dataseed.bnbchain.org',
    }),
    title: 'BNB Smart Chain',
  },
  arbitrum: {
    ...live,
    ...evm('eip155:42161', 'ETH', ROLLUP, '0.000002', {
      explorer: 'https://arbiscan.io',
      rpc: 'https://arb1.arbitrum.io/rpc',
    }),
    title: 'Arbitrum One',
  },
  bitcoin: {
    ...live,
    ...bitcoin('BTC', BITCOIN, 2 * HOUR_MS, '0.00001', 'https://mempool.space'),
    chainId: 'bip122:000000000019d6689c085ae165831e93',
    title: 'Bitcoin',
  },
  litecoin: {
    ...live,
    ...bitcoin('LTC', LITECOIN, 30 * MINUTE_MS, '0.00002', 'https://litecoinspace.org'),
    chainId: 'bip122:12a765e31ffd4059bada1e25190f6e98',
    title: 'Litecoin',
  },
  'solana-devnet': {
    ...test,
    ...solana('?cluster=devnet', 'solana:devnet'),
    chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    title: 'Solana devnet',
  },
  'ethereum-sepolia': {
    ...test,
    ...evm('eip155:11155111', 'ETH', ETHEREUM, '0.0001', {
      explorer: 'https://sepolia.etherscan.io',
      rpc: 'https://ethereum-sepolia-rpc.publicnode.com',
    }),
    title: 'Ethereum Sepolia',
  },
  'base-sepolia': {
    ...test,
    ...evm('eip155:84532', 'ETH', ROLLUP, '0.000002', {
      explorer: 'https://sepolia.basescan.org',
      rpc: 'https://sepolia.base.org',
    }),
    title: 'Base Sepolia',
  },
  'bitcoin-testnet': {
    ...test,
    ...bitcoin('BTC', BITCOIN, 2 * HOUR_MS, '0.00001', 'https://mempool.space/testnet'),
    chainId: 'bip122:000000000933ea01ad0ee984209779ba',
    title: 'Bitcoin testnet',
  },
  'litecoin-testnet': {
    ...test,
    ...bitcoin('LTC', LITECOIN, 2 * HOUR_MS, '0.00002', 'https://litecoinspace.org/testnet'),
    chainId: 'bip122:4966625a4b2851d9fdee139e56211a0d',
    title: 'Litecoin testnet',
  },
  simulated: {
    ...test,
    ...simulated,
    chainId: 'florin:simulated',
    title: 'Simulated network',
    coin: 'SIM',
    finality: blocks(2, 2, 2, 2),
  },
  'solana-local': {
    ...test,
    ...solana(undefined, 'solana:localnet'),
    chainId: 'solana:local',
    title: 'Local Solana',
  },
  'evm-local': {
    ...test,
    ...evm('eip155:31337', 'ETH', blocks(2, 2, 2, 2), '0.0001', undefined),
    title: 'Local EVM chain',
  },
  'bitcoin-regtest': {
    ...test,
    ...bitcoin('BTC', BITCOIN, undefined, '0.00001', undefined),
    chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    title: 'Bitcoin regtest',
  },
  'litecoin-regtest': {
    ...test,
    ...bitcoin('LTC', LITECOIN, undefined, '0.00002', undefined),
    chainId: 'bip122:530827f38f93b43ed12af0b3ad25a288',
    title: 'Litecoin regtest',
  },
} as const satisfies Record<string, Descriptor>;

export type NetworkName = keyof typeof DESCRIPTORS;

/** Every network that Florin knows. Those of test mode never mix with those of live mode. */
export const NETWORKS = Object.fromEntries(
  Object.entries(DESCRIPTORS).map(([name, descriptor]) => [name, { name, ...descriptor }]),
) as Record<NetworkName, Network>;

/** A network by a stored name: a network is never removed from the table. */
export function networkOf(name: string): Network {
  const network = (NETWORKS as Record<string, Network>)[name];
  if (!network) throw new RangeError(`unknown network: ${name}`);
  return network;
}
