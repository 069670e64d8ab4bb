import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntentId, MerchantId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { IntentRequest } from '../../src/domain/intents/intent-request.ts';
import type { DocumentKind } from '../../src/domain/invoices/invoice.ts';
import { sampleItem } from '../memory/sample-item.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const SELLER = { name: 'Shop B.V.', address: ['Street 1', 'City'], taxId: 'NL1', footer: 'Thanks' };

describe.each(engineDatabases())('invoices on $name', ({ open }) => {
  let opened: EngineDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  /** A merchant in one mode, and what its transactions order. */
  function openBooks(merchantId: MerchantId = newMerchantId(), livemode = false) {
    const store = opened.bind(merchantId, livemode);
    // No two changes have the same time.
    let lastMs = Date.now();
    const change = (
      id: IntentId,
      status: Intent['status'],
      kind: DocumentKind | undefined,
      { seller = SELLER, prefix = 'INV-' } = {},
    ) => {
      lastMs += 1;
      return store.intents.change(id, lastMs, (intent) => ({
        intent: { ...intent, status },
        events: [],
        document: kind && { kind, seller, prefix },
      }));
    };
    return {
      store,
      insert: async (request: Partial<IntentRequest> = {}) => {
        const intent = sampleIntent({ livemode }, request);
        await store.intents.insert(intent, undefined);
        return intent;
      },
      change,
      succeed: (id: IntentId, more?: { seller?: typeof SELLER; prefix?: string }) =>
        change(id, 'succeeded', 'invoice', more),
      reverse: (id: IntentId) => change(id, 'needs_review', 'credit_note', { prefix: 'CN-' }),
      numbersOf: async (id: IntentId) =>
        (await store.invoices.listOfIntent(id)).map(({ kind, prefix, number, corrects }) =>
          [kind, `${prefix}${number}`, ...(corrects === undefined ? [] : [corrects])].join(' '),
        ),
    };
  }

  it('issue a number with the change that orders one, and keep seller, buyer, names and prices', async () => {
    const { store, insert, succeed } = openBooks();
    await store.items.put([sampleItem('a', '999999999999 USD', 'A'), sampleItem('c', '1 EUR', 'C')], 0);
    const items = ['a', 'b', 'c', 'a'].map((item_id, place) => ({ item_id, quantity: place + 1 }));
    const intent = await insert({ items, metadata: { tax_id: 'DE\u0000\ud8001' } });
    expect(await store.invoices.listOfIntent(intent.id)).toEqual([]);
    await succeed(intent.id);
    const unitAmount = sampleItem('a', '999999999999 USD').unitAmount;
    const { customer, billing_address, shipping_address } = intent.request;
    const listed = await store.invoices.listOfIntent(intent.id);
    expect(listed).toMatchObject([
      {
        kind: 'invoice',
        intentId: intent.id,
        prefix: 'INV-',
        number: 1,
        corrects: undefined,
        document: {
          seller: SELLER,
          lines: [
            { itemId: 'a', name: 'A', quantity: 1, unitAmount },
            { itemId: 'b', name: 'b', quantity: 2, unitAmount: undefined },
            { itemId: 'c', name: 'C', quantity: 3, unitAmount: undefined },
            { itemId: 'a', name: 'A', quantity: 4, unitAmount },
          ],
          buyer: {
            name: customer.name,
            email: customer.email,
            billingAddress: billing_address,
            shippingAddress: shipping_address,
          },
        },
      },
    ]);
    expect(Math.abs((listed[0]?.issuedAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
    await store.items.put([sampleItem('a', '1 USD', 'Renamed')], 0);
    await succeed(intent.id, { seller: { ...SELLER, name: 'Renamed' }, prefix: 'NEW-' });
    expect(await store.invoices.listOfIntent(intent.id)).toEqual(listed);
  });

  it('issue nothing for a change that orders nothing', async () => {
    const { store, insert, change, succeed, numbersOf } = openBooks();
    for (const status of ['canceled', 'expired', 'needs_review', 'processing'] as const) {
      const { id } = await insert();
      await change(id, status, undefined);
      expect(await store.invoices.listOfIntent(id)).toEqual([]);
    }
    const { id } = await insert();
    await succeed(id);
    expect(await numbersOf(id)).toEqual(['invoice INV-1']);
  });

  it('number without a gap when many succeed together', async () => {
    const { store, insert, succeed } = openBooks();
    const intents = await Promise.all(Array.from({ length: 40 }, () => insert()));
    await Promise.all([...intents, ...intents].map(({ id }) => succeed(id)));
    const issued = (await Promise.all(intents.map(({ id }) => store.invoices.listOfIntent(id)))).flat();
    expect(issued.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(intents.map((_, place) => place + 1));
  });

  it('have a series for each merchant and mode', async () => {
    const merchantId = newMerchantId();
    for (const books of [openBooks(merchantId), openBooks(), openBooks(merchantId, true)]) {
      const { id } = await books.insert();
      await books.succeed(id);
      expect(await books.numbersOf(id)).toEqual(['invoice INV-1']);
    }
  });

  it('cancel an invoice with a credit note of another series, and then issue a new number', async () => {
    const { store, insert, succeed, reverse, numbersOf } = openBooks();
    const [one, two] = [await insert(), await insert()];
    await succeed(one.id);
    await succeed(two.id);
    await reverse(two.id);
    await reverse(two.id);
    expect(await numbersOf(two.id)).toEqual(['invoice INV-2', 'credit_note CN-1 2']);
    await succeed(two.id);
    await reverse(two.id);
    await reverse(one.id);
    expect(await numbersOf(two.id)).toEqual([
      'invoice INV-2',
      'credit_note CN-1 2',
      'invoice INV-3',
      'credit_note CN-2 3',
    ]);
    expect(await numbersOf(one.id)).toEqual(['invoice INV-1', 'credit_note CN-3 1']);
    const [invoice, note] = await store.invoices.listOfIntent(one.id);
    expect(note?.document).toEqual(invoice?.document);
  });

  it('are listed together, the newest first, in pages, with the buyer of the document', async () => {
    const { store, insert, succeed, reverse } = openBooks();
    const [one, two] = [await insert({ order_id: 'one' }), await insert({ order_id: 'two' })];
    await succeed(one.id);
    await succeed(two.id, { prefix: '2026/' });
    await reverse(two.id);
    const all = await store.invoices.list({ limit: 10 });
    expect(all).toMatchObject([
      { kind: 'credit_note', prefix: 'CN-', number: 1, intentId: two.id, orderId: 'two', status: 'needs_review' },
      { kind: 'invoice', prefix: '2026/', number: 2, intentId: two.id, corrects: undefined },
      { kind: 'invoice', prefix: 'INV-', number: 1, intentId: one.id, corrects: undefined, status: 'succeeded' },
    ]);
    expect(all[0]?.corrects).toEqual({ prefix: '2026/', number: 2, issuedAtMs: all[1]?.issuedAtMs });
    const paged = [];
    for (let page = await store.invoices.list({ limit: 1 }); page[0]; ) {
      paged.push(page[0]);
      page = await store.invoices.list({ limit: 1, olderThan: page[0] });
    }
    expect(paged).toEqual(all);
    const { name, email } = one.request.customer;
    const step = { email, withInvoices: false, actor: 'a', subject: 's', atMs: Date.now(), limit: 10 };
    expect(await store.customers.eraseIntents(step)).toBe(1);
    const listed = await store.invoices.list({ limit: 10 });
    expect(listed.at(-1)).toMatchObject({ customerName: name, customerEmail: email });
    expect(await openBooks().store.invoices.list({ limit: 10 })).toEqual([]);
  });

  it('issue no credit note without an invoice', async () => {
    const { insert, reverse, numbersOf } = openBooks();
    const { id } = await insert();
    await reverse(id);
    expect(await numbersOf(id)).toEqual([]);
  });

  it('find successes that have no number, until they have one', async () => {
    const merchantId = newMerchantId();
    const { insert, change, succeed, reverse } = openBooks(merchantId);
    const [late, numbered, reversed] = [await insert(), await insert(), await insert()];
    await change(late.id, 'succeeded', undefined);
    await succeed(numbered.id);
    await succeed(reversed.id);
    await reverse(reversed.id);
    const taken = async () => {
      let found: unknown[] = [];
      await opened.database.transact(async (book) => {
        found = (await book.takeUnnumbered(1_000)).filter((ref) => ref.merchantId === merchantId);
      });
      return found;
    };
    expect(await taken()).toEqual([{ merchantId, livemode: false, id: late.id }]);
    await succeed(late.id);
    expect(await taken()).toEqual([]);
  });

  it('number what many merchants order in one transaction, whatever the order', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, async (_, place) => {
        const merchantId = newMerchantId();
        const books = openBooks(merchantId, place % 2 === 0);
        const refs = await Promise.all(
          Array.from({ length: 4 }, async () => ({
            merchantId,
            livemode: place % 2 === 0,
            id: (await books.insert()).id,
          })),
        );
        return { books, refs };
      }),
    );
    const document = { kind: 'invoice', seller: SELLER, prefix: 'INV-' } as const;
    const turn = (round: number) =>
      opened.database.transact(async (book) => {
        const refs = all.flatMap(({ refs: own }) => own[round] ?? []);
        for (const ref of round % 2 === 0 ? refs : refs.toReversed())
          await book.changeIntent(ref, 0, (intent) => ({ intent, events: [], document }));
      });
    await Promise.all([0, 1, 2, 3].map(turn));
    for (const { books, refs } of all) {
      const lists = await Promise.all(refs.map(({ id }) => books.store.invoices.listOfIntent(id)));
      expect(lists.flatMap((list) => list.map(({ number }) => number)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    }
  });
});
