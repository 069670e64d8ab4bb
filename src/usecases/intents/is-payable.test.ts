import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { isPayable } from './is-payable.ts';

describe('isPayable', () => {
  const { chains } = createMemoryPorts();
  const live = (asset: string, ...walletNetworks: string[]) =>
    isPayable(chains, { livemode: true, walletNetworks }, asset);

  it('is true in test mode for every known asset, by simulation', () => {
    expect(isPayable(chains, { livemode: false }, 'ETH')).toBe(true);
    expect(isPayable(chains, { livemode: false }, 'SHELL')).toBe(false);
  });

  it('needs a wallet on a network of the mode that has the asset', () => {
    expect(live('SOL')).toBe(false);
    expect(live('SOL', 'solana')).toBe(true);
    expect(live('SOL', 'bitcoin', 'solana-devnet')).toBe(false);
    expect(live('BTC', 'solana')).toBe(false);
    expect(live('USDC', 'solana')).toBe(true);
  });

  it('counts a wallet of a family on each of its networks', () => {
    const { chains: evm } = createMemoryPorts({ networks: ['base'] });
    expect(isPayable(evm, { livemode: true, walletNetworks: ['evm'] }, 'USDC')).toBe(true);
    expect(isPayable(evm, { livemode: true, walletNetworks: ['evm'] }, 'SOL')).toBe(false);
    expect(isPayable(evm, { livemode: true, walletNetworks: ['base'] }, 'USDC')).toBe(false);
  });

  it('is false where no network is watched', () => {
    expect(isPayable(new Map(), { livemode: false, walletNetworks: ['solana-devnet'] }, 'SOL')).toBe(false);
  });
});
