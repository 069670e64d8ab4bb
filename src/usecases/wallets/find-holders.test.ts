import { expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { findHolders } from './find-holders.ts';
import { releaseWallet } from './release-wallet.ts';

const NETWORK = 'solana-devnet';

const of = ({ tenant: { merchantId, livemode } }: Shop) => ({ merchantId, livemode });

it('finds who has the wallet with an address, or had it last', async () => {
  const first = await openShop({ name: 'first' });
  const { ports } = first;
  const second = await openShop({ ports, name: 'second' });
  const holderOf = async (address: string) => (await findHolders(ports.wallets, NETWORK, [address])).get(address);
  expect(await holderOf('wallet')).toBeUndefined();
  await first.addWallet(NETWORK, 'wallet');
  await second.addWallet(NETWORK, 'another');
  expect([await holderOf('wallet'), await holderOf('another')]).toEqual([of(first), of(second)]);
  await releaseWallet(ports, { network: NETWORK, livemode: false, text: 'wallet', actor: 'cli' });
  expect(await holderOf('wallet')).toEqual(of(first));
  await second.addWallet(NETWORK, 'wallet');
  expect(await holderOf('wallet')).toEqual(of(second));
  expect(await findHolders(ports.wallets, 'solana', ['wallet'])).toEqual(new Map());
});
