import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { listReleasedWallets } from './list-released-wallets.ts';
import { listWallets } from './list-wallets.ts';
import { releaseWallet } from './release-wallet.ts';
import { removeWallet } from './remove-wallet.ts';

const NETWORK = 'solana-devnet';

async function setUp() {
  const shop = await openShop();
  const { ports, tenant } = shop;
  const wallet = await shop.addWallet(NETWORK, 'address');
  const release = (network = NETWORK, text = 'address') =>
    releaseWallet(ports, { network, livemode: false, text, actor: 'cli' });
  const list = () => listReleasedWallets(ports, tenant);
  return { shop, ports, tenant, wallet, release, list };
}

describe('listReleasedWallets', () => {
  it('shows a wallet that was taken, with its address, for thirty days', async () => {
    const { ports, tenant, wallet, release, list } = await setUp();
    expect(await list()).toEqual([]);
    await release();
    const releasedAtMs = ports.clock.nowMs();
    expect(await list()).toMatchObject([{ wallet: { id: wallet.id }, address: 'address', releasedAtMs }]);
    expect(await listWallets(ports, tenant)).toEqual([]);
    ports.clock.advance(LIMITS.releasedWalletShownMs - 1);
    expect(await list()).toHaveLength(1);
    ports.clock.advance(1);
    expect(await list()).toEqual([]);
  });

  it('shows it no longer once there is another wallet on the network', async () => {
    const { shop, ports, release, list } = await setUp();
    await shop.addWallet('bitcoin-regtest', 'xpub');
    await release();
    await release('bitcoin-regtest', 'xpub');
    ports.clock.advance(1);
    await shop.addWallet(NETWORK, 'other');
    expect(await list()).toMatchObject([{ wallet: { network: 'bitcoin-regtest' }, address: undefined }]);
  });

  it('does not show a wallet that the merchant had removed', async () => {
    const { ports, tenant, wallet, release, list } = await setUp();
    await removeWallet(ports, tenant, { id: wallet.id, actor: 'usr' });
    ports.clock.advance(1);
    await release();
    expect(await list()).toEqual([]);
  });
});
