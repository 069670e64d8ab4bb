import { describe, expect, it } from 'vitest';
import { NETWORKS } from '../networks/network.ts';
import { isInWalletFamily, networksOfWallet, siblingsOf, walletFamily } from './wallet-family.ts';
import { walletNetworkOf } from './wallet-network-of.ts';

const namesOf = (walletNetwork: string, livemode: boolean) =>
  networksOfWallet(walletNetwork, livemode).map(({ name }) => name);

describe('a wallet', () => {
  it('serves all EVM networks of its mode', () => {
    expect(namesOf('evm', true)).toEqual(['ethereum', 'base', 'polygon', 'bnb', 'arbitrum']);
    expect(namesOf('evm', false)).toEqual(['ethereum-sepolia', 'base-sepolia', 'evm-local']);
    expect(walletFamily('evm')).toEqual({ title: 'Ethereum and compatible networks', chainId: 'eip155' });
  });

  it('serves one network of any other family', () => {
    expect(namesOf('solana', true)).toEqual(['solana']);
    expect(namesOf('solana', false)).toEqual([]);
    expect(namesOf('base', true)).toEqual([]);
    expect(walletFamily('solana')).toBeUndefined();
  });

  it('receives money at its address on the other networks of the family too', () => {
    expect(siblingsOf(NETWORKS.base)).toEqual(['ethereum', 'polygon', 'bnb', 'arbitrum']);
    expect(siblingsOf(NETWORKS['evm-local'])).toEqual(['ethereum-sepolia', 'base-sepolia']);
    expect(siblingsOf(NETWORKS.solana)).toEqual([]);
  });

  it('is named after its network or its family', () => {
    for (const network of Object.values(NETWORKS)) {
      expect(walletNetworkOf(network)).toBe(network.family === 'evm' ? 'evm' : network.name);
      expect(isInWalletFamily(network)).toBe(network.family === 'evm');
    }
  });
});
