import { arbitrum, base, baseSepolia, bsc, mainnet, polygon, sepolia } from 'viem/chains';
import { eurc, usdc } from 'viem/tokens';
import { describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS, type Network } from '../../domain/networks/network.ts';
import { createAssetBook } from './asset-book.ts';

const CHAINS = {
  ethereum: mainnet,
  base,
  polygon,
  bnb: bsc,
  arbitrum,
  'ethereum-sepolia': sepolia,
  'base-sepolia': baseSepolia,
};

/** Of the same issuer. The tokens of these names on BNB Smart Chain are bridged. */
const ISSUED: readonly [code: string, addresses: Readonly<Record<number, string>>][] = [
  ['USDC', usdc.addresses],
  ['EURC', eurc.addresses],
];

describe.each(Object.entries(CHAINS))('%s', (name, chain) => {
  const network: Network = NETWORKS[name as keyof typeof CHAINS];
  const book = createAssetBook(network, ASSETS_ON_NETWORKS);

  it('has the ID, the coin and the explorer by which others know it', () => {
    expect(network.chainId).toBe(`eip155:${chain.id}`);
    expect(book.coin).toMatchObject({ code: chain.nativeCurrency.symbol, decimals: chain.nativeCurrency.decimals });
    expect(network.explorer?.tx).toBe(`${chain.blockExplorers.default.url}/tx/{tx}`);
  });

  it.each(ISSUED)('has the contract of %s that its issuer names', (code, addresses) => {
    const listed = book.assets.find((asset) => asset.code === code && name !== 'bnb');
    expect(listed?.token).toBe(addresses[chain.id]);
    expect(listed?.decimals ?? 6).toBe(6);
  });
});
