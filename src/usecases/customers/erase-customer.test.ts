import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { ERASED_EMAIL } from '../../domain/customers/erase-personal-data.ts';
import { LIMITS } from '../../domain/limits.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { eraseCustomer } from './erase-customer.ts';
import { exportCustomer } from './export-customer.ts';

const ADA = { name: 'Ada Jansen', email: 'Ada@example.com', phone_number: '+31 20 123' };

const canceledOf = async (shop: Shop, customer = ADA) => {
  const intent = await shop.openIntent('0.5 SOL', { customer, metadata: { note: 'Ada' }, order_id: '7' });
  await cancelIntent(shop.ports, shop.store, intent.id, false);
  return intent;
};

const erase = (shop: Shop, withInvoices = false) =>
  eraseCustomer(shop.ports, shop.store, { email: 'ada@EXAMPLE.com', withInvoices, actor: 'usr' });

describe('eraseCustomer', () => {
  it('erases every intent of the customer, in steps, and nobody else’s', async () => {
    const shop = await openShop();
    const own = [];
    for (let count = 0; count < 55; count += 1) own.push(await canceledOf(shop));
    const other = await canceledOf(shop, { ...ADA, email: 'eve@example.com' });
    expect(await erase(shop)).toEqual({ intents: 55, isComplete: true });
    for (const { id } of own) {
      const { request, requestBody, customerEmail, orderId } = await shop.find(id);
      expect(customerEmail).toBe(ERASED_EMAIL);
      expect(requestBody + JSON.stringify(request)).not.toMatch(/ada|jansen|123"/i);
      expect(orderId).toBe('7');
    }
    expect((await shop.find(other.id)).request.customer.email).toBe('eve@example.com');
    expect(await erase(shop)).toEqual({ intents: 0, isComplete: true });
  });

  it('is refused while an intent can still be paid', async () => {
    const shop = await openShop();
    await canceledOf(shop);
    const open = await shop.openIntent('0.5 SOL', { customer: ADA });
    const failure = await failureOf(shop.ports, () => erase(shop));
    expect(failure).toMatchObject({ code: 'invalid_state', message: expect.stringContaining(open.id) as string });
    expect((await exportCustomer(shop.store, { email: ADA.email })).data).toHaveLength(2);
  });

  it('keeps the buyer of issued invoices unless asked', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet');
    const intent = await shop.openIntent('0.5 SOL', { customer: ADA });
    await shop.pay(intent, '0.5 SOL');
    const buyer = async () => (await shop.store.invoices.listOfIntent(intent.id))[0]?.document.buyer?.name;
    await erase(shop);
    expect(await buyer()).toBe(ADA.name);
  });

  it('erases the buyer of issued invoices if asked', async () => {
    const shop = await openShop();
    await shop.addWallet('solana-devnet');
    const intent = await shop.openIntent('0.5 SOL', { customer: ADA });
    await shop.pay(intent, '0.5 SOL');
    await erase(shop, true);
    expect((await shop.store.invoices.listOfIntent(intent.id))[0]?.document.buyer?.name).toBe('Erased');
  });

  it('stops when its time is over, and goes on with the next call', async () => {
    const shop = await openShop();
    for (let count = 0; count < 55; count += 1) await canceledOf(shop);
    const { customers } = shop.store;
    const slow: typeof customers = {
      ...customers,
      eraseIntents(step) {
        shop.ports.clock.advance(LIMITS.eraseMsMax);
        return customers.eraseIntents(step);
      },
    };
    const input = { email: ADA.email, withInvoices: false, actor: 'usr' };
    expect(await eraseCustomer(shop.ports, { customers: slow }, input)).toEqual({ intents: 50, isComplete: false });
    expect(await erase(shop)).toEqual({ intents: 5, isComplete: true });
  });
});
