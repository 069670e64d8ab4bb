import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { listWallets, showWallet } from './list-wallets.ts';
import { removeWallet } from './remove-wallet.ts';

describe('listWallets', () => {
  it('shows the address of a wallet, or the next addresses of an extended key, and never the key', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet', 'address');
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const shown = await listWallets(shop.ports, shop.tenant);
    expect(shown.map(({ wallet, addresses }) => `${wallet.network}: ${addresses.join()}`)).toEqual([
      'bitcoin-regtest: xpub/0,xpub/1,xpub/2',
      'solana-devnet: address',
    ]);
  });

  it('leaves out a wallet from the moment it is removed', async () => {
    const shop = await openShop();
    const { ports, tenant } = shop;
    const { id } = await shop.addWallet('solana-devnet');
    ports.clock.advance(1);
    await removeWallet(ports, tenant, { id: id, actor: 'usr' });
    expect(await listWallets(ports, tenant)).toEqual([]);
    ports.clock.advance(-1);
    expect(await listWallets(ports, tenant)).toHaveLength(1);
  });

  it('shows nothing of another merchant or mode', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet');
    const other = await openShop({ ports: shop.ports, name: 'other' });
    expect(await listWallets(shop.ports, other.tenant)).toEqual([]);
    expect(await listWallets(shop.ports, { ...shop.tenant, livemode: true })).toEqual([]);
  });

  it('counts the last addresses that nobody has paid', async () => {
    const shop = await openShop();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    const unused = async () => (await listWallets(shop.ports, shop.tenant))[0]?.unusedInARow;
    expect(await unused()).toBe(0);
    const first = await shop.openIntent('0.1 BTC');
    await shop.pay(first, '0.1 BTC', { network: 'bitcoin-regtest' });
    expect(await unused()).toBe(0);
    for (let count = 1; count <= LIMITS.unusedAddressesCounted + 1; count += 1) {
      await shop.targetOf(await shop.openIntent('0.1 BTC'), 'bitcoin-regtest');
      expect(await unused()).toBe(Math.min(count, LIMITS.unusedAddressesCounted));
    }
  });
});

describe('showWallet', () => {
  it('starts after the addresses that were issued, also where the counter is from an older backup', async () => {
    const shop = await openShop();
    const stored = await shop.addWallet('bitcoin-regtest', 'xpub');
    for (let count = 0; count < 2; count += 1) {
      await shop.targetOf(await shop.openIntent('0.1 BTC'), 'bitcoin-regtest');
    }
    const shown = await showWallet(shop.ports, shop.tenant, { ...stored, nextIndex: 0 });
    expect(shown).toMatchObject({ addresses: ['xpub/2', 'xpub/3', 'xpub/4'], wallet: { nextIndex: 2 } });
  });

  it('shows no addresses of an extended key on a network that is not watched', async () => {
    const shop = await openShop();
    const stored = await shop.addWallet('bitcoin-regtest', 'xpub');
    const { chains } = createMemoryPorts({ networks: ['simulated'] });
    const shown = await showWallet({ ...shop.ports, chains }, shop.tenant, stored);
    expect(shown).toMatchObject({ addresses: [], unusedInARow: 0 });
  });
});
