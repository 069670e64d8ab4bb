import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { signAs } from '../../../test/memory/fake-chain.ts';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { UserError } from '../../domain/user-error.ts';
import { addWallet, type WalletInput } from './add-wallet.ts';
import { challengeWallet } from './challenge-wallet.ts';
import { findHolders } from './find-holders.ts';
import { listWallets } from './list-wallets.ts';
import { releaseWallet } from './release-wallet.ts';
import { removeWallet } from './remove-wallet.ts';

const ORIGIN = 'https://pay.example.com';
const ADDRESS = '0xabc';

async function setUp({ livemode = true } = {}) {
  const ports = createMemoryPorts({ networks: ['ethereum', 'base', 'ethereum-sepolia', 'evm-local'] });
  const shop = await openShop({ ports, livemode });
  const other = await openShop({ ports, livemode, name: 'other' });
  const add = ({ tenant }: Shop, more: Partial<WalletInput> = {}) =>
    addWallet(ports, { tenant, network: 'evm', text: ADDRESS, startIndex: 0, delayed: false, actor: 'usr', ...more });
  return { ports, shop, other, add };
}

/** One merchant has the wallet, and another one has a proof. */
async function setUpProof() {
  const { ports, shop, other, add } = await setUp();
  await add(shop);
  const { message, issuedAtMs } = challengeWallet(ports, {
    tenant: other.tenant,
    network: 'evm',
    address: '0xABC',
    origin: ORIGIN,
  });
  const proof = { origin: ORIGIN, issuedAtMs, signature: signAs(ADDRESS, message) };
  return { ports, other, add, message, proof };
}

describe('a wallet for all EVM networks', () => {
  it('is one row that serves each watched network of its mode', async () => {
    const { ports, shop, add } = await setUp();
    await add(shop);
    const [shown] = await listWallets(ports, shop.tenant);
    expect(shown).toMatchObject({
      wallet: { network: 'evm', kind: 'address' },
      networks: ['ethereum', 'base'],
      addresses: [ADDRESS],
    });
    const targets = await Promise.all(
      (['ethereum', 'base'] as const).map(async (network) => shop.targetOf(await shop.openIntent('1 ETH'), network)),
    );
    expect(targets.map(({ address }) => address)).toEqual([ADDRESS, ADDRESS]);
  });

  it('is replaced by an extended key, and the other way around', async () => {
    const { ports, shop, add } = await setUp();
    await add(shop);
    ports.clock.advance(1_000);
    await add(shop, { text: 'xpub', startIndex: 7 });
    ports.clock.advance(1_000);
    const [shown, ...others] = await listWallets(ports, shop.tenant);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({
      wallet: { kind: 'extended_key', nextIndex: 7 },
      addresses: ['xpub/7', 'xpub/8', 'xpub/9'],
    });
  });

  it.each(['0xabc', '0xABC', ' 0xAbC '])('is refused to another merchant as %s', async (text) => {
    const { shop, other, add } = await setUp();
    await add(shop);
    await expect(add(other, { text })).rejects.toMatchObject({ code: 'wallet_taken' });
  });

  it('is refused if one of its networks cannot use it', async () => {
    const { ports, shop, add } = await setUp();
    ports.chain('base').readWallet = () => {
      throw new UserError('This is the contract of a token.');
    };
    await expect(add(shop)).rejects.toMatchObject({ code: 'validation_failed', errors: [{ pointer: '#/address' }] });
  });

  it('can be used in both modes by one merchant, and in each mode by one merchant', async () => {
    const { ports, shop, other, add } = await setUp();
    await add(shop);
    const test = { merchantId: shop.tenant.merchantId, livemode: false };
    await add(shop, { tenant: test });
    for (const livemode of [true, false])
      await expect(add(other, { tenant: { ...other.tenant, livemode } })).rejects.toMatchObject({
        code: 'wallet_taken',
      });
    const holderOn = async (network: string) => (await findHolders(ports.wallets, network, [ADDRESS])).get(ADDRESS);
    const { merchantId } = shop.tenant;
    expect(await holderOn('base')).toEqual({ merchantId, livemode: true });
    expect(await holderOn('polygon')).toEqual({ merchantId, livemode: true });
    expect(await holderOn('evm-local')).toEqual({ merchantId, livemode: false });
  });

  it('stays with its merchant while a payment on any of its networks may arrive', async () => {
    const { ports, shop, other, add } = await setUp();
    const { id } = await add(shop);
    await shop.targetOf(await shop.openIntent('1 ETH'), 'base');
    ports.clock.advance(1_000);
    await removeWallet(ports, shop.tenant, { id: id, actor: 'usr' });
    ports.clock.advance(LIMITS.walletReleaseMs);
    await expect(add(other)).rejects.toMatchObject({ code: 'wallet_taken' });
    ports.clock.advance((LIMITS.watchedDaysAfterExpiry + 2) * 86_400_000);
    expect(await add(other)).toMatchObject({ merchantId: other.tenant.merchantId });
  });

  it('is released by the operator', async () => {
    const { ports, shop, other, add } = await setUp();
    const held = await add(shop);
    const released = await releaseWallet(ports, { network: 'evm', livemode: true, text: '0xABC', actor: 'cli' });
    expect(released.id).toBe(held.id);
    expect(await add(other)).toMatchObject({ merchantId: other.tenant.merchantId });
  });

  describe('that another merchant proves with a signature', () => {
    it('is for the whole family, and moves', async () => {
      const { other, add, message, proof } = await setUpProof();
      expect(message).toContain('Network: eip155\n');
      expect(await add(other, { proof })).toMatchObject({ merchantId: other.tenant.merchantId });
    });

    it('stays where it is while a network that would have to confirm the signature cannot be reached', async () => {
      const { ports, other, add, proof } = await setUpProof();
      ports.chain('base').verifySignedText = () => Promise.reject(new ChainError('away', 'no node responds'));
      await expect(add(other, { proof })).rejects.toMatchObject({ code: 'unavailable' });
      ports.chain('base').verifySignedText = () => Promise.reject(new RangeError('broken'));
      await expect(add(other, { proof })).rejects.toThrow('broken');
    });

    it('stays where it is if the signature holds on one network and not on another', async () => {
      const { ports, other, add, proof } = await setUpProof();
      ports.chain('base').verifySignedText = async () => false;
      await expect(add(other, { proof })).rejects.toMatchObject({ code: 'validation_failed' });
    });
  });
});
