import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERASED_EMAIL } from '../../src/domain/customers/erase-personal-data.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const CUSTOMER = { name: 'Ada Jansen', email: 'Ada@example.com', phone_number: '+31 20 123' };
const STEP = { email: 'ada@EXAMPLE.com', withInvoices: false, actor: 'usr', subject: 'hash', atMs: 5_000, limit: 10 };
const SELLER = { name: 'Shop', address: [] };

describe.each(engineDatabases())('customers on $name', ({ open }) => {
  let opened: EngineDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  function openBooks() {
    const store = opened.bind(newMerchantId(), false);
    const insert = async (status: Intent['status'], email = CUSTOMER.email, key?: string) => {
      const intent = sampleIntent({ customerEmail: email }, { customer: { ...CUSTOMER, email }, order_id: '7' });
      const shown = {
        message: 'm',
        payment_intent_id: intent.id,
        payment_intent: { id: intent.id, ...intent.request },
      };
      const answer = JSON.stringify({ payment_intent_response: shown });
      await store.intents.insert(intent, key === undefined ? undefined : { key, answer });
      const document = { kind: 'invoice', seller: SELLER, prefix: 'INV-' } as const;
      await store.intents.change(intent.id, 0, (found) => ({
        intent: { ...found, status },
        events: [],
        ...(status === 'succeeded' ? { document } : {}),
      }));
      return intent;
    };
    return { ...store, insert };
  }

  it('list what can still be paid', async () => {
    const { customers, insert } = openBooks();
    await insert('succeeded');
    await insert('requires_payment', 'eve@example.com');
    const payable = [await insert('requires_payment'), await insert('processing'), await insert('needs_review')];
    expect(await customers.listOpen(STEP.email, 10)).toEqual(payable.map(({ id }) => id));
    expect(await customers.listOpen(STEP.email, 1)).toHaveLength(1);
  });

  it('lose their data in intents that were read before, in steps, and keep order and amounts', async () => {
    const { customers, intents, invoices, insert } = openBooks();
    const own = [await insert('succeeded'), await insert('canceled'), await insert('expired')];
    const [unpaid, other] = [await insert('processing'), await insert('succeeded', 'eve@example.com')];
    for (const { id } of own) await intents.find(id);
    expect(await customers.eraseIntents({ ...STEP, limit: 2 })).toBe(2);
    expect(await customers.eraseIntents({ ...STEP, limit: 2 })).toBe(1);
    expect(await customers.eraseIntents(STEP)).toBe(0);
    for (const { id, totalAmount } of own) {
      const found = await intents.find(id);
      expect(found).toMatchObject({ customerEmail: ERASED_EMAIL, orderId: '7', totalAmount });
      expect(found?.request.customer).toEqual({ name: 'Erased', email: ERASED_EMAIL, phone_number: '' });
      expect(found?.requestBody).not.toMatch(/jansen|amsterdam|ada@/i);
      expect(await intents.find(id)).toEqual(found);
    }
    expect((await intents.find(unpaid.id))?.request.customer).toEqual(CUSTOMER);
    expect((await intents.find(other.id))?.request.customer.email).toBe('eve@example.com');
    const [invoice] = await invoices.listOfIntent(own[0]?.id ?? unpaid.id);
    expect(invoice?.document.buyer).toMatchObject({ name: CUSTOMER.name, email: CUSTOMER.email });
    expect(await customers.eraseIntents({ ...STEP, email: ERASED_EMAIL, withInvoices: true })).toBe(0);
  });

  it('lose their data on invoices if that is wanted', async () => {
    const { customers, invoices, insert } = openBooks();
    const { id } = await insert('succeeded');
    await customers.eraseIntents({ ...STEP, withInvoices: true });
    const [invoice] = await invoices.listOfIntent(id);
    expect(invoice).toMatchObject({ number: 1, document: { seller: SELLER, buyer: { name: 'Erased' } } });
  });

  it('lose their data in the kept response of the create request', async () => {
    const { customers, intents, insert } = openBooks();
    const { id } = await insert('canceled', CUSTOMER.email, 'key');
    await customers.eraseIntents(STEP);
    const replayed = await intents.insert(sampleIntent(), { key: 'key', answer: 'another' });
    expect(replayed).toMatchObject({ kind: 'replayed', intentId: id });
    const text = JSON.stringify(replayed);
    expect(text).toContain('payment_intent_response');
    expect(text).not.toMatch(/jansen|amsterdam|ada@/i);
  });
});
