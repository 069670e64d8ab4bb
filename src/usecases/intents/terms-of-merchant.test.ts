import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { DEFAULT_POLICY } from '../../domain/merchants/settings.ts';
import { addWallet } from '../wallets/add-wallet.ts';
import { termsOfMerchant } from './terms-of-merchant.ts';

describe('termsOfMerchant', () => {
  it('has the policy and the lifetime of the settings, and nothing else of them', async () => {
    const shop = await openShop();
    expect(await termsOfMerchant(shop.ports, shop.tenant)).toEqual({
      expiresInSeconds: LIMITS.expiresInSecondsDefault,
      policy: DEFAULT_POLICY,
      walletNetworks: [],
    });
  });

  it('has the networks with a wallet in this mode that is used already', async () => {
    const ports = createMemoryPorts({ networks: ['solana', 'bitcoin', 'solana-devnet'] });
    const shop = await openShop({ ports, livemode: true });
    await shop.addWallet('solana');
    const pending = { tenant: shop.tenant, network: 'bitcoin', text: 'a key', startIndex: 0, delayed: true };
    await addWallet(ports, { ...pending, actor: 'test' });
    const networks = async (livemode: boolean) =>
      (await termsOfMerchant(ports, { ...shop.tenant, livemode })).walletNetworks;
    expect(await networks(true)).toEqual(['solana']);
    expect(await networks(false)).toEqual([]);
    ports.clock.advance(LIMITS.walletDelayMs);
    expect((await networks(true)).toSorted()).toEqual(['bitcoin', 'solana']);
  });
});
