import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { challengeWallet } from './challenge-wallet.ts';

async function setUp() {
  const { ports, tenant } = await openShop();
  const challenge = (network: string, address = 'address') =>
    challengeWallet(ports, { tenant, network, address, origin: 'https://pay.example.com' });
  return { ports, tenant, challenge };
}

describe('challengeWallet', () => {
  it('names origin, merchant, network and address, and can be signed for fifteen minutes', async () => {
    const { ports, tenant, challenge } = await setUp();
    const { message, issuedAtMs, expiresAtMs } = challenge('solana-devnet', ' address ');
    const { chainId } = ports.chain('solana-devnet').network;
    const time = new Date(ports.clock.nowMs()).toISOString();
    for (const part of ['https://pay.example.com', tenant.merchantId, chainId, 'Address: address\n', time]) {
      expect(message).toContain(part);
    }
    expect([issuedAtMs, expiresAtMs]).toEqual([ports.clock.nowMs(), ports.clock.nowMs() + LIMITS.walletProofMs]);
  });

  it('answers validation_failed for an extended key, an invalid address and a network of the other mode', async () => {
    const { challenge } = await setUp();
    for (const [network, address] of [
      ['bitcoin-regtest', 'xpub'],
      ['solana-devnet', ''],
      ['solana', 'address'],
    ] as const) {
      expect(() => challenge(network, address)).toThrow(
        expect.objectContaining({ code: 'validation_failed' }) as Error,
      );
    }
  });
});
