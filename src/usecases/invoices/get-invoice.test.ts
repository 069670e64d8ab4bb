import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleItem } from '../../../test/memory/sample-item.ts';
import { toJsonInteger } from '../../domain/money/money.ts';
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
  });
  const { merchantId } = shop.tenant;
  const get = (intentId: typeof intent.id | undefined = intent.id) =>
    getInvoice(shop.ports, shop.store, { merchantId, intentId });
  return { shop, intent, get };
}

describe('getInvoice', () => {
  it('issues the invoice at the first request, with the names and prices of that moment', async () => {
    const { shop, intent, get } = await setUp();
    const invoice = await get();
    expect(invoice).toMatchObject({
      number: 'INV-000001',
      intentId: intent.id,
      issuedAtMs: shop.ports.clock.nowMs(),
      status: 'due',
      seller: { name: 'shop' },
      amountDue: '0.5',
      amountReceived: '0',
      payments: [],
    });
    expect(
      invoice.lines.map(({ name, quantity, amount }) => `${quantity} ${name} ${amount && toJsonInteger(amount)}`),
    ).toEqual(['2 Mug 5000', '1 unknown undefined']);
  });

  it('keeps number, seller and lines when the catalog and the merchant change', async () => {
    const { shop, get } = await setUp();
    const { number, issuedAtMs, seller, lines } = await get();
    const { merchant, owner } = shop.made;
    await changeSettings(shop.ports, { merchant, patch: { name: 'Renamed' }, actor: owner.id });
    await shop.store.items.put([sampleItem('mug', '1 USD', 'Cup')], 0);
    shop.ports.clock.advance(1_000);
    expect(await get()).toMatchObject({ number, issuedAtMs, seller, lines });
  });

  it('shows payments as they are now, without those that were lost', async () => {
    const { shop, intent, get } = await setUp();
    await get();
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

  it('numbers invoices in the order in which they are issued, each once', async () => {
    const { shop, get } = await setUp();
    const second = await shop.openIntent();
    const numbers = (await Promise.all([get(), get(), get(second.id), get()])).map(({ number }) => number);
    expect(numbers).toEqual(['INV-000001', 'INV-000001', 'INV-000002', 'INV-000001']);
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
