import type { Network } from '../src/api/generated.ts';

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

/** A network that is up to date. */
export const sampleNetwork = (change: Partial<Network> & Pick<Network, 'name' | 'title'>): Network => ({
  chain_id: `example:${change.name}`,
  wallet: 'address',
  wallet_network: change.name,
  explorer: null,
  assets: [],
  state: 'ok',
  cause: null,
  newest_block: { height: 1_204_881, time: ago(30) },
  read_at: ago(2),
  since: null,
  nodes: [{ name: 'Node 1', state: 'ok', reason: null, calls_per_second: null }],
  turn_on: null,
  detail: 'last read 2 s ago',
  ...change,
});

/** A network that the server does not watch. */
export const sampleUnwatched = (name: string, title: string, change: Partial<Network> = {}): Network => {
  const variable = `FLORIN_RPC_${name.toUpperCase().replaceAll('-', '_')}`;
  return sampleNetwork({
    name,
    title,
    state: 'unwatched',
    newest_block: null,
    read_at: null,
    nodes: [],
    turn_on: `${variable}=https://…`,
    detail: `To watch it, set ${variable} to the URL of a node and restart the server.`,
    ...change,
  });
};

/** Three test networks: one that needs no wallet, one that is up to date, and one that is delayed. */
export function sampleNetworks(): Network[] {
  return [
    sampleNetwork({
      name: 'simulated',
      title: 'Simulated network',
      wallet: 'none',
      assets: ['BTC', 'LTC', 'SOL'],
      nodes: [],
    }),
    sampleNetwork({ name: 'litecoin-regtest', title: 'Litecoin regtest', wallet: 'extended_key', assets: ['LTC'] }),
    sampleNetwork({
      name: 'solana-devnet',
      title: 'Solana devnet',
      assets: ['SOL', 'USDC'],
      state: 'delayed',
      cause: 'nodes_away',
      read_at: ago(900),
      since: ago(840),
      detail: 'no node responds',
      nodes: [{ name: 'Node 1', state: 'failing', reason: 'did not respond within 10 s', calls_per_second: null }],
    }),
  ];
}

/** Two test networks that one wallet serves. */
export const sampleEvmNetworks = (): Network[] => [
  sampleNetwork({
    name: 'ethereum-sepolia',
    title: 'Ethereum Sepolia',
    wallet_network: 'evm',
    assets: ['ETH', 'USDC'],
  }),
  sampleNetwork({ name: 'base-sepolia', title: 'Base Sepolia', wallet_network: 'evm', assets: ['ETH', 'USDC'] }),
];
