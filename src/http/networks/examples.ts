import type { Static } from 'typebox';
import type { NetworkSchema } from './network-schema.ts';

type NetworkAnswer = Static<typeof NetworkSchema>;

/** A watched network as the API returns it. */
const exampleNetwork: NetworkAnswer = {
  name: 'base-sepolia',
  chain_id: 'eip155:84532',
  title: 'Base Sepolia',
  wallet: 'address',
  wallet_network: 'evm',
  assets: ['ETH', 'USDC'],
  explorer: {
    tx: 'https://sepolia.basescan.org/tx/{tx}',
    address: 'https://sepolia.basescan.org/address/{address}',
  },
  state: 'ok',
  cause: null,
  newest_block: { height: 33_812_007, time: '2026-11-15T09:30:12.000Z' },
  read_at: '2026-11-15T09:30:12.000Z',
  since: null,
  nodes: [
    { name: 'Node 1', state: 'ok', reason: null, calls_per_second: null },
    { name: 'Node 2', state: 'slowed', reason: 'limits calls (HTTP 429)', calls_per_second: 5 },
  ],
  turn_on: null,
  detail: 'last read 1 s ago',
};

const exampleUnwatched: NetworkAnswer = {
  ...exampleNetwork,
  name: 'ethereum-sepolia',
  chain_id: 'eip155:11155111',
  title: 'Ethereum Sepolia',
  state: 'unwatched',
  newest_block: null,
  read_at: null,
  nodes: [],
  turn_on: 'FLORIN_RPC_ETHEREUM_SEPOLIA=https://…',
  detail: 'To watch it, set FLORIN_RPC_ETHEREUM_SEPOLIA to the URL of a node and restart the server.',
};

export const exampleNetworks = { data: [exampleNetwork, exampleUnwatched] };
