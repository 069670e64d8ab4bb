import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { identifyWallet } from './identify-wallet.ts';

const { chains } = createMemoryPorts();
const identify = (network: string, text: string, more: { livemode?: boolean; member?: 'xpub' } = {}) =>
  identifyWallet(chains, { network, livemode: false, text, ...more });

describe('identifyWallet', () => {
  it('has one fingerprint for one wallet, which says nothing about it', () => {
    const wallet = identify('solana-devnet', ' address ');
    expect(wallet).toMatchObject({ kind: 'address', text: 'address' });
    expect(wallet.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(identify('solana-devnet', 'address').fingerprint).toBe(wallet.fingerprint);
    expect(identify('solana-devnet', 'other').fingerprint).not.toBe(wallet.fingerprint);
    expect(identify('bitcoin-regtest', 'address').fingerprint).not.toBe(wallet.fingerprint);
  });

  it.each([
    ['a network of the other mode', 'solana', {}, '#/network'],
    ['no address', 'solana-devnet', {}, '#/address'],
    ['no extended key', 'bitcoin-regtest', { member: 'xpub' }, '#/xpub'],
  ] as const)('answers validation_failed for %s', (_, network, more, pointer) => {
    expect(() => identify(network, ' ', more)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        errors: [expect.objectContaining({ pointer })],
      }) as Error,
    );
  });

  it('answers validation_failed for a network that needs no wallet', () => {
    expect(() => identify('simulated', 'address')).toThrow('does not need a wallet');
  });
});
