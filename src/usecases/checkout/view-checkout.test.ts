import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleItem } from '../../../test/memory/sample-item.ts';
import { DEFAULT_SETTINGS } from '../../domain/merchants/settings.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ZERO } from '../../domain/money/money.ts';
import type { NetworkName } from '../../domain/networks/network.ts';
import { amountByHand } from '../../domain/payments/amount-by-hand.ts';
import type { NetworkReport } from '../../ports/networks.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { findTenant, viewCheckout } from './view-checkout.ts';

const MUG = sampleItem('mug', '2500 USD', 'Mug');

async function setUp({ due = '0.5 SOL' } = {}) {
  const shop = await openShop();
  const { ports, made } = shop;
  const { publicKey } = made.key;
  const intent = await shop.openIntent(due, {
    items: [
      { item_id: 'mug', quantity: 1 },
      { item_id: 'mug', quantity: 2 },
      { item_id: 'unknown', quantity: 1 },
    ],
  });
  const view = (viewer?: 'payer' | 'server') => viewCheckout(ports, publicKey, intent.id, viewer);
  return { shop, ports, publicKey, intent, view };
}

describe('viewCheckout', () => {
  it('shows the merchant, its settings, the intent and what the catalog knows of its items', async () => {
    const { shop, intent, view } = await setUp();
    await shop.store.items.insert(MUG, 0);
    const shown = await view();
    expect(shown).toMatchObject({
      merchant: shop.made.merchant,
      settings: { ...DEFAULT_SETTINGS, name: 'shop' },
      pending: false,
    });
    expect(shown.intent).toEqual(await shop.find(intent.id));
    expect([...shown.items.keys()]).toEqual(['mug']);
  });

  it('assigns targets at a payer’s first view of an open intent, and the same ones later', async () => {
    const { shop, view } = await setUp();
    await shop.addWallet('solana-devnet', 'wallet');
    const { options, unpayable } = await view();
    expect(options.map(({ chain }) => chain.network.name)).toEqual(['simulated', 'solana-devnet']);
    expect(options[1]?.target.address).toBe('wallet');
    expect(unpayable).toBeUndefined();
    const before = shop.ports.snapshot();
    expect((await view()).options).toEqual(options);
    expect(shop.ports.snapshot()).toEqual(before);
  });

  it('gives a payer by hand an exact amount with the target, and another for a remainder', async () => {
    const { shop, intent, view } = await setUp();
    await shop.addWallet('solana-devnet', 'wallet');
    const byHand = async () => {
      const { target, due } = (await view()).options[1] ?? {};
      return { due, amount: target && due && amountByHand(target, due) };
    };
    const first = await byHand();
    expect(first.due).toBe(parseDecimal('0.5'));
    expect((first.amount ?? ZERO) > parseDecimal('0.5')).toBe(true);
    await shop.pay(intent, '0.2 SOL');
    expect((await view('server')).options[1]?.target.amounts).toHaveLength(1);
    const rest = await byHand();
    expect(rest.due).toBe(parseDecimal('0.3'));
    expect((rest.amount ?? ZERO) > parseDecimal('0.3')).toBe(true);
  });

  it('asks a wallet for the reference where no amount names the rest, and leaves out a network without one', async () => {
    const shop = await openShop({ ports: createMemoryPorts({ networks: ['base-sepolia', 'solana-devnet'] }) });
    for (const network of ['base-sepolia', 'solana-devnet'] as const) await shop.addWallet(network, 'wallet');
    const intent = await shop.openIntent('5 USDC');
    const view = async (ports = shop.ports) => {
      const { options, unpayable } = await viewCheckout(ports, shop.made.key.publicKey, intent.id);
      return [...options.map(({ chain, asked }) => `${chain.network.name}: ${asked.matchedBy}`), unpayable];
    };
    const both = ['base-sepolia: amount', 'solana-devnet: reference', undefined];
    expect(await view()).toEqual(both);
    await shop.pay(intent, '2 USDC');
    // Like after a restore, when the amounts that were issued since the backup are unknown.
    const restored = { ...shop.ports, amountsFromMs: shop.ports.clock.nowMs() + 1 };
    expect(await view(restored)).toEqual(['base-sepolia: reference', 'solana-devnet: reference', undefined]);
    Object.assign(shop.ports.chain('base-sepolia'), { takesReference: () => false });
    expect(await view(restored)).toEqual(['solana-devnet: reference', undefined]);
    expect(await view()).toEqual(both);
    await shop.pay(intent, '3 USDC', { tx: 'tx-2' });
    expect((await view(restored)).at(-1)).toBeUndefined();
  });

  it('says which networks can be seen, and is delayed while one of them cannot', async () => {
    const { shop, ports, view } = await setUp();
    await shop.addWallet('solana-devnet', 'wallet');
    const report = async (network: NetworkName, fault?: NetworkReport['fault']) => {
      const nowMs = ports.clock.nowMs();
      await ports.networks.report({ network, tipHeight: 1, scannedUntilMs: nowMs, reportedAtMs: nowMs, fault });
    };
    const seen = async () => {
      const { options, visibility } = await view();
      return [...options.map(({ visible }) => visible), visibility];
    };
    expect(await seen()).toEqual([false, false, 'delayed']);
    await report('simulated');
    expect(await seen()).toEqual([true, false, 'delayed']);
    await report('solana-devnet');
    expect(await seen()).toEqual([true, true, 'ok']);
    await report('solana-devnet', { kind: 'distrusted', message: 'another chain', sinceMs: 0 });
    expect(await seen()).toEqual([true, false, 'delayed']);
  });

  it('assigns nothing for a server that pulls the page, and says that it is pending', async () => {
    const { ports, view } = await setUp();
    const before = ports.snapshot();
    expect(await view('server')).toMatchObject({ options: [], pending: true, unpayable: undefined });
    expect(ports.snapshot()).toEqual(before);
    await view('payer');
    expect(await view('server')).toMatchObject({ pending: false, options: [{}] });
  });

  it('assigns nothing to an intent that awaits no payment', async () => {
    const { shop, ports, intent, view } = await setUp();
    await cancelIntent(ports, shop.store, intent.id);
    const before = ports.snapshot();
    expect(await view()).toMatchObject({ options: [], pending: false, unpayable: 'no_wallet' });
    expect(ports.snapshot()).toEqual(before);
  });

  it('says why an intent cannot be paid', async () => {
    const { view } = await setUp({ due: '1 SHELL' });
    expect(await view()).toMatchObject({ unpayable: 'unknown_asset', pending: false });
    expect(await view('server')).toMatchObject({ unpayable: 'unknown_asset', pending: false });
    const bare = await openShop({ ports: createMemoryPorts({ networks: ['solana-devnet'] }) });
    const intent = await bare.openIntent();
    const { publicKey } = bare.made.key;
    expect(await viewCheckout(bare.ports, publicKey, intent.id)).toMatchObject({ unpayable: 'no_wallet' });
    await bare.addWallet('solana-devnet');
    await viewCheckout(bare.ports, publicKey, intent.id);
    const unwatched = { ...bare.ports, chains: new Map() };
    const later = await viewCheckout(unwatched, publicKey, intent.id);
    expect(later).toMatchObject({ options: [], unpayable: 'network_not_watched' });
  });

  it('answers not_found for an unknown key, no id, another merchant’s intent and one of the other mode', async () => {
    const { shop, ports, publicKey, intent } = await setUp();
    const other = await openShop({ ports, name: 'other' });
    const live = await openShop({ ports, name: 'live', livemode: true });
    const liveIntent = await live.openIntent();
    for (const [key, id] of [
      ['nonsense', intent.id],
      [`${publicKey.slice(0, -1)}${publicKey.endsWith('0') ? '1' : '0'}`, intent.id],
      [publicKey, undefined],
      [other.made.key.publicKey, intent.id],
      [live.made.key.publicKey, liveIntent.id],
      [shop.made.privateKey, intent.id],
    ] as const) {
      await expect(viewCheckout(ports, key, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('findTenant', () => {
  it('finds the tenant of a public key, also once the key is revoked', async () => {
    const { shop, ports, publicKey } = await setUp();
    await revokeKey(ports, { keyId: shop.made.key.id, actor: 'test' });
    expect(await findTenant(ports, publicKey)).toEqual({ merchant: shop.made.merchant, tenant: shop.tenant });
  });

  it('asks nothing of the database for text that is no public key', async () => {
    const keys = { findByPublicKey: () => expect.fail('asked') };
    await expect(findTenant({ keys }, 'fpk_test_')).rejects.toMatchObject({ code: 'not_found' });
  });
});
