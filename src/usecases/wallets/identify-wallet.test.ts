import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { identifyWallet } from './identify-wallet.ts';

const { chains } = createMemoryPorts();
const identify = (network: string, text: string, livemode = false) =>
  identifyWallet(chains, { network, livemode, text });

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
    ['a network of the other mode', 'solana', 'address', '#/network'],
    ['no address', 'solana-devnet', ' ', '#/address'],
    ['no extended key', 'bitcoin-regtest', '', '#/xpub'],
  ])('answers validation_failed for %s', (_, network, text, pointer) => {
    expect(() => identify(network, text)).toThrow(expect.objectContaining({ code: 'validation_failed' }) as Error);
    expect(() => identify(network, text)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }) as Error,
    );
  });

  it('answers validation_failed for a network that needs no wallet', () => {
    expect(() => identify('simulated', 'address')).toThrow('does not need a wallet');
  });
});
