import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleRequest } from '../../../test/memory/sample-request.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { changeSettings } from '../merchants/change-settings.ts';
import { createIntent } from './create-intent.ts';
import { expireIntents } from './expire-intents.ts';

const HOUR_MS = 3_600_000;

async function setUp() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet');
  const intent = await shop.openIntent('0.5 SOL');
  const expireAt = async (nowMs: number, which: Intent = intent) => {
    shop.ports.clock.set(nowMs);
    await expireIntents(shop.ports, shop.ports.stores.main);
    return (await shop.find(which.id)).status;
  };
  return { shop, intent, expireAt };
}

describe('expireIntents', () => {
  it('expires an unpaid intent at its expiry, not a millisecond before, with one event', async () => {
    const { shop, intent, expireAt } = await setUp();
    expect(await expireAt(intent.expiresAtMs - 1)).toBe('requires_payment');
    expect(await expireAt(intent.expiresAtMs)).toBe('expired');
    expect(await expireAt(intent.expiresAtMs + HOUR_MS)).toBe('expired');
    expect(await shop.timeline(intent)).toEqual(['1 payment_intent.created', '2 payment_intent.expired']);
  });

  it('waits until the network has been read up to the expiry', async () => {
    const { shop, intent, expireAt } = await setUp();
    await shop.targetOf(intent, 'solana-devnet');
    await shop.receive('solana-devnet', [], { scannedUntilMs: intent.expiresAtMs - 1 });
    await shop.receive('simulated', [], { scannedUntilMs: intent.expiresAtMs });
    expect(await expireAt(intent.expiresAtMs)).toBe('requires_payment');
    await shop.receive('solana-devnet', [], { scannedUntilMs: intent.expiresAtMs });
    expect(await expireAt(intent.expiresAtMs + 5_000)).toBe('expired');
  });

  it('asks for a review after a day without reading, and lets it expire once the network was read', async () => {
    const { shop, intent, expireAt } = await setUp();
    await shop.targetOf(intent, 'solana-devnet');
    expect(await expireAt(intent.expiresAtMs + 24 * HOUR_MS - 1)).toBe('requires_payment');
    expect(await expireAt(intent.expiresAtMs + 25 * HOUR_MS)).toBe('needs_review');
    expect((await shop.find(intent.id)).review?.cause).toBe('unseen');
    for (const network of ['solana-devnet', 'simulated'] as const) await shop.receive(network, []);
    expect(await expireAt(intent.expiresAtMs + 26 * HOUR_MS)).toBe('expired');
  });

  it('leaves an intent alone whose payment is on its way', async () => {
    const { shop, intent, expireAt } = await setUp();
    shop.ports.clock.set(intent.expiresAtMs - 1);
    await shop.pay(intent, '0.5 SOL', { blockHeight: undefined });
    await shop.receive('simulated', [], { scannedUntilMs: intent.expiresAtMs });
    await shop.receive('solana-devnet', [], { scannedUntilMs: intent.expiresAtMs });
    expect(await expireAt(intent.expiresAtMs)).toBe('processing');
  });

  it('asks for a review of an intent that was paid in part', async () => {
    const { shop, intent, expireAt } = await setUp();
    await shop.pay(intent, '0.2 SOL');
    for (const network of ['solana-devnet', 'simulated'] as const) {
      await shop.receive(network, [], { scannedUntilMs: intent.expiresAtMs });
    }
    expect(await expireAt(intent.expiresAtMs)).toBe('needs_review');
    expect((await shop.find(intent.id)).review?.cause).toBe('underpaid');
  });

  it('applies the settings with which each intent was created, and today’s to an intent that kept none', async () => {
    const { shop, intent, expireAt } = await setUp();
    const { merchant, owner } = shop.made;
    const request = sampleRequest('0.5 SOL');
    const input = { livemode: false, request, requestBody: JSON.stringify(request), idempotencyKey: undefined };
    const older = await createIntent(shop.ports, shop.store, { ...input, answer: () => '' });
    await shop.pay(intent, '0.48 SOL');
    await shop.pay(await shop.find(older.intentId), '0.48 SOL', { tx: 'tx-2' });
    for (const network of ['solana-devnet', 'simulated'] as const) {
      await shop.receive(network, [], { scannedUntilMs: intent.expiresAtMs });
    }
    const patch = { tolerance_percent: '5', tolerance_amount: '100' };
    await changeSettings(shop.ports, { merchant, patch, actor: owner.id });
    expect(await expireAt(intent.expiresAtMs)).toBe('needs_review');
    expect((await shop.find(older.intentId)).status).toBe('succeeded');
  });

  it('expires more intents than fit into one transaction, of all merchants', async () => {
    const { shop, intent, expireAt } = await setUp();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    for (let count = 0; count < 210; count += 1) await (count % 2 === 0 ? shop : other).openIntent();
    await expireAt(intent.expiresAtMs);
    const open = { limit: 300, status: 'requires_payment' } as const;
    expect([await shop.store.intents.list(open), await other.store.intents.list(open)]).toMatchObject([
      { intents: [] },
      { intents: [] },
    ]);
  });
});
