import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { removeWallet } from '../wallets/remove-wallet.ts';
import { listUnwatched } from './list-unwatched.ts';

async function setUp() {
  const shop = await openShop();
  const { ports, tenant } = shop;
  const list = async (...watched: string[]) => {
    const chains = new Map([...ports.chains].filter(([name]) => watched.includes(name)));
    return (await listUnwatched({ ...ports, chains }, tenant)).map(
      ({ network, walletKind }) => `${network.title}: ${walletKind}`,
    );
  };
  return { shop, list };
}

describe('listUnwatched', () => {
  it('names each network on which the merchant has a wallet and the process has no node', async () => {
    const { shop, list } = await setUp();
    await shop.addWallet('solana-devnet', 'first');
    await shop.addWallet('solana-devnet', 'second');
    await shop.addWallet('bitcoin-regtest', 'xpub');
    expect(await list('simulated')).toEqual(['Bitcoin regtest: extended_key', 'Solana devnet: address']);
    expect(await list('simulated', 'bitcoin-regtest')).toEqual(['Solana devnet: address']);
    expect(await list('bitcoin-regtest', 'solana-devnet')).toEqual([]);
  });

  it('leaves out a wallet that was removed, and those of other merchants and modes', async () => {
    const { shop, list } = await setUp();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    await other.addWallet('bitcoin-regtest', 'xpub');
    const { id } = await shop.addWallet('solana-devnet');
    expect(await listUnwatched({ ...shop.ports, chains: new Map() }, { ...shop.tenant, livemode: true })).toEqual([]);
    expect(await list()).toEqual(['Solana devnet: address']);
    shop.ports.clock.advance(1);
    await removeWallet(shop.ports, shop.tenant, id, 'usr');
    expect(await list()).toEqual([]);
  });
});
