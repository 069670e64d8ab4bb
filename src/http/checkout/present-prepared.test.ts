import { describe, expect, it } from 'vitest';
import { NETWORKS, type NetworkName } from '../../domain/networks/network.ts';
import type { PreparedTransaction } from '../../ports/chain.ts';
import { presentPrepared } from './present-prepared.ts';

function present(name: NetworkName, transaction: PreparedTransaction) {
  const network = NETWORKS[name];
  if (network.browserWallets === undefined) throw new Error(`no browser wallet pays on ${name}`);
  return presentPrepared({ transaction, network, browserWallets: network.browserWallets });
}

const call = { to: '0x01', value: '0x0', data: '0xa9059cbb' };

describe('presentPrepared', () => {
  it('gives a serialized transaction as it is', () => {
    expect(present('solana', { encoding: 'base64', transaction: 'AQAA' })).toEqual({
      transaction: 'AQAA',
      network: 'solana',
      chain: 'solana:mainnet',
    });
  });

  it('gives a call with what a wallet needs to add the network', () => {
    expect(present('polygon', { chainId: 'eip155:137', ...call })).toEqual({
      call,
      authorization: null,
      add_chain: {
        chainId: '0x89',
        chainName: 'Polygon',
        nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
        rpcUrls: [NETWORKS.polygon.browserWallets?.publicRpc],
        blockExplorerUrls: ['https://polygonscan.com'],
      },
      network: 'polygon',
      chain: 'eip155:137',
    });
  });

  it('has nothing to add a network with that has no public node', () => {
    expect(present('evm-local', { chainId: 'eip155:31337', ...call })).toMatchObject({ add_chain: null });
  });
});
