import { describe, expect, it } from 'vitest';
import { explorerUrl } from './explorer-url.ts';
import { NETWORKS } from './network.ts';

describe('explorerUrl', () => {
  it.each([
    ['solana', 'tx', '5VERv8', 'https://explorer.solana.com/tx/5VERv8'],
    ['solana-devnet', 'tx', '5VERv8', 'https://explorer.solana.com/tx/5VERv8?cluster=devnet'],
    ['base', 'tx', '0xabc', 'https://basescan.org/tx/0xabc'],
    ['ethereum-sepolia', 'address', '0xdef', 'https://sepolia.etherscan.io/address/0xdef'],
    ['bitcoin-testnet', 'address', 'tb1q', 'https://mempool.space/testnet/address/tb1q'],
    ['litecoin', 'tx', 'f00d', 'https://litecoinspace.org/tx/f00d'],
  ] as const)('%s %s', (network, kind, value, url) => {
    expect(explorerUrl(network, kind, value)).toBe(url);
  });

  it.each(['simulated', 'solana-local', 'evm-local', 'bitcoin-regtest', 'litecoin-regtest', 'unknown', 'toString'])(
    '%s has none',
    (network) => {
      expect(explorerUrl(network, 'tx', '1')).toBeUndefined();
    },
  );

  it('links every network of live mode', () => {
    for (const { name, livemode } of Object.values(NETWORKS))
      if (livemode) expect(explorerUrl(name, 'address', 'a')).toMatch(/^https:/);
  });

  it('keeps a value inside its place in the URL', () => {
    expect(explorerUrl('base', 'tx', '../address/?a=$&#b')).toBe(
      'https://basescan.org/tx/..%2Faddress%2F%3Fa%3D%24%26%23b',
    );
  });
});
