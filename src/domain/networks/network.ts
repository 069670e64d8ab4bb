/** Networks of one family are read by the same code. */
export type NetworkFamily = 'simulated' | 'solana' | 'evm' | 'bitcoin';

/** A network that money can come over. */
export interface Network {
  name: string;
  /** The same by the convention of CAIP-2. */
  chainId: string;
  title: string;
  livemode: boolean;
  family: NetworkFamily;
  /** The coin that the network itself counts in. */
  coin: string;
}

/** Every network that Florin can read. Those of test mode never mix with those of live mode. */
export const NETWORKS = {
  solana: live('solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'solana', 'SOL'),
  ethereum: live('ethereum', 'eip155:1', 'Ethereum', 'evm', 'ETH'),
  base: live('base', 'eip155:8453', 'Base', 'evm', 'ETH'),
  polygon: live('polygon', 'eip155:137', 'Polygon', 'evm', 'POL'),
  bnb: live('bnb', 'eip155:56', 'BNB Smart Chain', 'evm', 'BNB'),
  arbitrum: live('arbitrum', 'eip155:42161', 'Arbitrum One', 'evm', 'ETH'),
  bitcoin: live('bitcoin', 'bip122:000000000019d6689c085ae165831e93', 'Bitcoin', 'bitcoin', 'BTC'),
  litecoin: live('litecoin', 'bip122:12a765e31ffd4059bada1e25190f6e98', 'Litecoin', 'bitcoin', 'LTC'),
  'solana-devnet': test('solana-devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana devnet', 'solana', 'SOL'),
  'ethereum-sepolia': test('ethereum-sepolia', 'eip155:11155111', 'Ethereum Sepolia', 'evm', 'ETH'),
  'base-sepolia': test('base-sepolia', 'eip155:84532', 'Base Sepolia', 'evm', 'ETH'),
  'bitcoin-testnet': test(
    'bitcoin-testnet',
    'bip122:000000000933ea01ad0ee984209779ba',
    'Bitcoin testnet',
    'bitcoin',
    'BTC',
  ),
  'litecoin-testnet': test(
    'litecoin-testnet',
    'bip122:4966625a4b2851d9fdee139e56211a0d',
    'Litecoin testnet',
    'bitcoin',
    'LTC',
  ),
  simulated: test('simulated', 'florin:simulated', 'Simulated network', 'simulated', 'SIM'),
  'solana-local': test('solana-local', 'solana:local', 'Solana on this machine', 'solana', 'SOL'),
  'evm-local': test('evm-local', 'eip155:31337', 'EVM chain on this machine', 'evm', 'ETH'),
  'bitcoin-regtest': test(
    'bitcoin-regtest',
    'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    'Bitcoin regtest',
    'bitcoin',
    'BTC',
  ),
  'litecoin-regtest': test(
    'litecoin-regtest',
    'bip122:530827f38f93b43ed12af0b3ad25a288',
    'Litecoin regtest',
    'bitcoin',
    'LTC',
  ),
} as const satisfies Record<string, Network>;

export type NetworkName = keyof typeof NETWORKS;

function live(name: string, chainId: string, title: string, family: NetworkFamily, coin: string): Network {
  return { name, chainId, title, livemode: true, family, coin };
}

function test(name: string, chainId: string, title: string, family: NetworkFamily, coin: string): Network {
  return { name, chainId, title, livemode: false, family, coin };
}

/** A network by a name that was stored: what was known once is known for good. */
export function networkOf(name: string): Network {
  const network = (NETWORKS as Record<string, Network>)[name];
  if (!network) throw new RangeError(`there is no network ${name}`);
  return network;
}
