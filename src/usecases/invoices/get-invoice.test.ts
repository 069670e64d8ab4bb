import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { sampleItem } from '../../../test/memory/sample-item.ts';
import type { IntentId } from '../../domain/ids.ts';
import { toJsonInteger } from '../../domain/money/money.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { decideIntent } from '../intents/decide-intent.ts';
import { expireIntents } from '../intents/expire-intents.ts';
import { changeSettings } from '../merchants/change-settings.ts';
import { getInvoice } from './get-invoice.ts';

const MUG = sampleItem('mug', '2500 USD', 'Mug');

async function setUp() {
  const shop = await openShop();
  await shop.addWallet('solana-devnet');
  await shop.store.items.insert(MUG, 0);
  const intent = await shop.openIntent('0.5 SOL', {
    items: [
      { item_id: 'mug', quantity: 2 },
      { item_id: 'unknown', quantity: 1 },
    ],
    metadata: { tax_id: 'DE1' },
  });
  const { merchantId } = shop.tenant;
  const get = (intentId: IntentId = intent.id, number?: string) =>
    getInvoice(shop.ports, shop.store, { merchantId, intentId, number });
  return { shop, intent, get };
}

const decide = (shop: Shop, id: IntentId, kind: 'accepted' | 'rejected') =>
  decideIntent(shop.ports, shop.store, {
    tenant: shop.tenant,
    id,
    kind,
    reason: 'checked',
    actor: 'usr',
    onlyReview: false,
  });

describe('getInvoice', () => {
  it('is a pro forma before the payment succeeds, with the names and prices of the moment', async () => {
    const { shop, intent, get } = await setUp();
    const invoice = await get();
    expect(invoice).toMatchObject({
      kind: 'pro_forma',
      number: undefined,
      intentId: intent.id,
      issuedAtMs: undefined,
      status: 'due',
      seller: { name: 'shop' },
      amountDue: '0.5',
      amountReceived: '0',
      overpaidBy: '0',
      payments: [],
      documents: [],
    });
    expect(
      invoice.lines.map(({ name, quantity, amount }) => `${quantity} ${name} ${amount && toJsonInteger(amount)}`),
    ).toEqual(['2 Mug 5000', '1 unknown undefined']);
    await shop.store.items.put([sampleItem('mug', '1 USD', 'Cup')], 0);
    expect((await get()).lines[0]).toMatchObject({ name: 'Cup' });
  });

  it('keeps number, seller, buyer and lines after the success', async () => {
    const { shop, intent, get } = await setUp();
    const { merchant, owner } = shop.made;
    const patch = {
      legal_name: ' Shop B.V. ',
      address: ['Street 1', ' ', 'City'],
      tax_id: 'NL1',
      invoice_prefix: '2026/',
      invoice_footer: 'Thanks',
    };
    await changeSettings(shop.ports, { merchant, patch, actor: owner.id });
    await shop.pay(intent, '0.5 SOL');
    const invoice = await get();
    expect(invoice).toMatchObject({
      kind: 'invoice',
      number: '2026/000001',
      issuedAtMs: shop.ports.clock.nowMs(),
      status: 'paid',
      seller: { name: 'Shop B.V.', address: ['Street 1', 'City'], taxId: 'NL1', footer: 'Thanks' },
      buyer: { taxId: 'DE1' },
    });
    const renamed = { name: 'Renamed', legal_name: null, address: [], tax_id: null, invoice_prefix: 'X-' };
    await changeSettings(shop.ports, { merchant, patch: renamed, actor: owner.id });
    await shop.store.items.put([sampleItem('mug', '1 USD', 'Cup')], 0);
    shop.ports.clock.advance(1_000);
    expect(await get()).toEqual(invoice);
  });

  it('shows payments as they are now, without those that were lost', async () => {
    const { shop, intent, get } = await setUp();
    const firstSeenAtMs = shop.ports.clock.nowMs();
    await shop.pay(intent, '0.2 SOL', { tx: 'lost', blockHeight: undefined });
    await shop.receive('solana-devnet', [], { replaced: ['lost'] });
    await shop.pay(intent, '0.3 SOL', { tx: 'kept' });
    expect(await get()).toMatchObject({
      status: 'partially_paid',
      amountReceived: '0.3',
      payments: [
        {
          network: 'solana-devnet',
          tx: 'kept',
          asset: 'SOL',
          amount: '0.3',
          at: new Date(firstSeenAtMs).toISOString(),
          state: 'final',
        },
      ],
    });
  });

  it('says how much was paid beyond the amount due, once it is final', async () => {
    const { shop, intent, get } = await setUp();
    await shop.pay(intent, '0.5 SOL', { tx: 'first' });
    await shop.pay(intent, '0.25 SOL', { tx: 'again', blockHeight: undefined });
    expect(await get()).toMatchObject({ status: 'paid', amountReceived: '0.5', overpaidBy: '0' });
    await shop.pay(intent, '0.25 SOL', { tx: 'again' });
    expect(await get()).toMatchObject({ status: 'paid', amountReceived: '0.75', overpaidBy: '0.25' });
  });

  it('gives no number to what is canceled, expires or is merely read', async () => {
    const { shop, intent, get } = await setUp();
    const [canceled, late, paid] = [await shop.openIntent(), await shop.openIntent(), await shop.openIntent()];
    await cancelIntent(shop.ports, shop.store, canceled.id, false);
    for (const { id } of [intent, canceled, late]) expect(await get(id)).toMatchObject({ number: undefined });
    await shop.pay(paid, '0.5 SOL');
    shop.ports.clock.set(late.expiresAtMs);
    await shop.receive('solana-devnet', [], { scannedUntilMs: late.expiresAtMs });
    await expireIntents(shop.ports, shop.ports.stores.main);
    expect(await get(late.id)).toMatchObject({ kind: 'pro_forma', number: undefined });
    expect((await shop.find(late.id)).status).toBe('expired');
    expect(await get(canceled.id)).toMatchObject({ kind: 'pro_forma', number: undefined, status: 'canceled' });
    expect(await get(paid.id)).toMatchObject({ number: 'INV-000001' });
  });

  it('gives a number to an intent that is marked as paid', async () => {
    const { shop, intent, get } = await setUp();
    await decide(shop, intent.id, 'accepted');
    expect(await get()).toMatchObject({ kind: 'invoice', number: 'INV-000001', status: 'paid', payments: [] });
  });

  it('cancels the invoice of a reversed payment with a credit note, and numbers the next success again', async () => {
    const { shop, intent, get } = await setUp();
    await shop.pay(intent, '0.5 SOL', { blockHeight: 10 });
    await shop.receive('solana-devnet', [], { rolledBackTo: 9 });
    expect((await shop.find(intent.id)).status).toBe('needs_review');
    expect(await get()).toMatchObject({
      kind: 'invoice',
      number: 'INV-000001',
      status: 'credited',
      reference: { kind: 'credit_note', number: 'CN-000001' },
    });
    expect(await get(intent.id, 'CN-000001')).toMatchObject({
      kind: 'credit_note',
      number: 'CN-000001',
      reference: { kind: 'invoice', number: 'INV-000001' },
    });
    await decide(shop, intent.id, 'accepted');
    const again = await get();
    expect(again).toMatchObject({ number: 'INV-000002', status: 'paid', reference: undefined });
    expect(again.documents.map(({ number }) => number)).toEqual(['INV-000001', 'CN-000001', 'INV-000002']);
    expect(await get(intent.id, 'INV-000001')).toMatchObject({ number: 'INV-000001', status: 'credited' });
    const failure = await failureOf(shop.ports, () => get(intent.id, 'INV-000009'));
    expect(failure).toMatchObject({ code: 'not_found' });
  });

  it('answers not_found for no intent and for another merchant’s, and issues nothing', async () => {
    const { shop } = await setUp();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    const foreign = await other.openIntent();
    const { merchantId } = shop.tenant;
    for (const intentId of [undefined, foreign.id]) {
      const failure = await failureOf(shop.ports, () => getInvoice(shop.ports, shop.store, { merchantId, intentId }));
      expect(failure).toMatchObject({ code: 'not_found' });
    }
  });
});
