import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { Problem } from '../../domain/errors.ts';
import { chainsForWallet, chainsOfWallet } from './chains-for-wallet.ts';

const { chains } = createMemoryPorts({ networks: ['solana', 'ethereum', 'base', 'evm-local'] });

const namesFor = (network: string, livemode: boolean) =>
  chainsForWallet(chains, network, livemode).map((chain) => chain.network.name);

function detailOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem && error.errors[0]?.pointer === '#/network') return error.errors[0].detail;
  }
  return expect.fail();
}

describe('chainsForWallet', () => {
  it('finds the watched networks of the mode that a wallet serves', () => {
    expect(namesFor('evm', true)).toEqual(['ethereum', 'base']);
    expect(namesFor('evm', false)).toEqual(['evm-local']);
    expect(namesFor('solana', true)).toEqual(['solana']);
  });

  it('says to use the family for one of its networks, watched or not', () => {
    for (const network of ['base', 'polygon']) {
      expect(detailOf(() => namesFor(network, true))).toBe(
        `Use \`evm\` instead of \`${network}\`: one wallet serves Ethereum, Base, Polygon, BNB Smart Chain, Arbitrum One.`,
      );
    }
  });

  it('says which network to watch if none of the family is', () => {
    const detail = detailOf(() => chainsForWallet(new Map(), 'evm', false));
    expect(detail).toContain('FLORIN_RPC_ETHEREUM_SEPOLIA, FLORIN_RPC_BASE_SEPOLIA, FLORIN_RPC_EVM_LOCAL');
  });

  it('answers validation_failed for any other network that cannot be used', () => {
    expect(detailOf(() => namesFor('solana', false))).toContain('only in live mode');
    expect(detailOf(() => namesFor('gold', true))).toContain('no network gold');
  });
});

describe('chainsOfWallet', () => {
  it('finds none where the process has no node', () => {
    expect(chainsOfWallet(new Map(), { network: 'evm', livemode: true })).toEqual([]);
    expect(chainsOfWallet(chains, { network: 'solana', livemode: false })).toEqual([]);
  });
});
