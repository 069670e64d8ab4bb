import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilStatus } from '../chains/engine-client.ts';
import { create, createdId, pricedAt, type Reply, send, validBody } from '../support/client.ts';
import { createMerchant, type RunningServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectParameters } from './expect-problem.ts';
import { type Shop, startOwnShop } from './start-shop.ts';

let shop: Shop<RunningServer>;
let paid: string;
let open: string;

const customer = (name: string, email: string) => ({ name, email, phone_number: '' });

beforeAll(async () => {
  shop = await startOwnShop({ FLORIN_SIMULATED_BLOCK_MS: '200' });
  paid = await createId({ customer: customer('Zoë van der Straße', 'Zoe@Example.org'), order_id: 'Order-77' });
  await send(shop.baseUrl, shop.keys, `/payment_intents/${paid}/simulate`, { body: { kind: 'full' } });
  await untilStatus(shop, paid, 'succeeded');
  open = await createId({
    customer: customer('ΣΊΣΥΦΟΣ', 'sisyphos@example.org'),
    order_id: 'order-78',
    ...pricedAt(50_000, '0.5 BTC'),
    currency_displayed: 'EUR',
  });
});

afterAll(() => shop.stop());

async function createId(change: Record<string, unknown>): Promise<string> {
  const reply = await create(shop.baseUrl, shop.keys, { ...validBody(), ...change });
  expect(reply.status, reply.text).toBe(201);
  return createdId(reply);
}

const list = (query: Record<string, string>): Promise<Reply> =>
  send(shop.baseUrl, shop.keys, `/payment_intents?${new URLSearchParams(query).toString()}`);

async function ids(query: Record<string, string>): Promise<unknown[]> {
  const reply = await list(query);
  expect(reply.status, reply.text).toBe(200);
  return (reply.json['data'] as { id: string }[]).map(({ id }) => id);
}

const untilFound = (query: Record<string, string>, wanted: string) =>
  waitUntil(`${JSON.stringify(query)} finds ${wanted}`, async () => (await ids(query)).includes(wanted));

describe('200 for a search', () => {
  it('finds a new intent by its whole ID, email address and order ID at once', async () => {
    const id = await createId({ customer: customer('New', 'new.one@example.org'), order_id: 'order-new' });
    expect(await ids({ search: id })).toEqual([id]);
    expect(await ids({ search: id.slice(3) })).toEqual([id]);
    expect(await ids({ search: 'NEW.one@example.org' })).toEqual([id]);
    expect(await ids({ search: 'order-new' })).toEqual([id]);
  });

  it.each([
    ['the beginning of the ID', () => paid.slice(0, 18)],
    ['the ID in another case', () => paid.toUpperCase()],
    ['the ID without its prefix in another case', () => paid.slice(3).toLowerCase()],
    ['a name', () => 'zoë van'],
    ['the last word of a name, folded', () => 'STRASSE'],
    ['the beginning of an email address', () => 'ZOE@'],
    ['the beginning of an order', () => 'ORDER-77'],
    ['an invoice number', () => 'inv-000001'],
  ])('finds it by %s', async (_what, text) => {
    await untilFound({ search: text() }, paid);
    expect(await ids({ search: text() })).not.toContain(open);
  });

  it('finds it by its transaction and its address', async () => {
    const { json } = await send(shop.baseUrl, shop.keys, `/payment_intents/${paid}`);
    const [{ tx }] = json['payments'] as [{ tx: string }];
    const [{ address }] = json['targets'] as [{ address: string }];
    for (const text of [tx, tx.slice(0, -3).toUpperCase(), address]) await untilFound({ search: text }, paid);
  });

  it('finds a reversed payment by its credit note and by the invoice that it cancels', async () => {
    const id = await createId({ customer: customer('Reversed', 'reversed@example.org'), order_id: 'order-reversed' });
    await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/simulate`, { body: { kind: 'deep_reorg' } });
    await untilStatus(shop, id, 'needs_review');
    for (const text of ['CN-000001', 'inv-000002']) await untilFound({ search: text }, id);
    expect(await ids({ search: 'cn-' })).toEqual([id]);
  });

  it('folds letters of every script, also the last sigma of a word', async () => {
    await untilFound({ search: 'σίσυφος' }, open);
    expect(await ids({ search: 'σίσυφοσ' })).toEqual([open]);
  });

  it('finds nothing by a text from inside a word, and nothing of another merchant', async () => {
    await untilFound({ search: 'order-78' }, open);
    expect(await ids({ search: 'traße' })).toEqual([]);
    const other = await createMerchant(shop.options);
    const reply = await send(shop.baseUrl, other, '/payment_intents?search=order');
    expect(reply.json['data']).toEqual([]);
  });
});

describe('200 for filters', () => {
  it.each([
    [{ asset: 'btc' }, false, true],
    [{ network: 'simulated' }, true, false],
    [{ network: 'solana' }, false, false],
    [{ currency: 'eur' }, false, true],
    [{ currency: 'USD', amount_min: '12100', amount_max: '12100' }, true, false],
    [{ currency: 'USD', amount_min: '12101' }, false, false],
    [{ currency: 'EUR', amount_min: '2500000' }, false, true],
    [{ currency: 'EUR', amount_max: '2499999' }, false, false],
    [{ search: 'order-7', status: 'succeeded' }, true, false],
    [{ search: 'order-7', asset: 'BTC' }, false, true],
    [{ search: 'order-7', currency: 'EUR', amount_min: '1' }, false, true],
    [{ search: 'order-7', network: 'simulated', status: 'succeeded', asset: 'SOL' }, true, false],
  ])('%j', async (query, findsPaid, findsOpen) => {
    await untilFound({ search: 'order-77' }, paid);
    await untilFound({ search: 'order-78' }, open);
    await untilFound({ network: 'simulated' }, paid);
    const found = await ids(query);
    expect([found.includes(paid), found.includes(open)]).toEqual([findsPaid, findsOpen]);
  });

  it('combines a search with a time', async () => {
    await untilFound({ search: 'order-78' }, open);
    const { json } = await send(shop.baseUrl, shop.keys, `/payment_intents/${open}`);
    const at = String(json['created_at']);
    expect(await ids({ search: 'order-7', created_before: at })).toEqual([paid]);
    expect(await ids({ search: 'order-7', created_after: at })).toEqual([]);
  });
});

describe('422', () => {
  it('names every parameter that is not valid', async () => {
    const query = { amount_min: '1.5', amount_max: '-1', currency: '$', search: 'x'.repeat(257), sort: 'up' };
    expectParameters(await list(query), ['search', 'currency', 'amount_min', 'amount_max', 'sort']);
  });

  it('says that an amount needs its currency, and that the range is empty', async () => {
    expectParameters(await list({ amount_min: '1' }), ['currency']);
    expectParameters(await list({ currency: 'USD', amount_min: '2', amount_max: '1' }), ['amount_max']);
  });

  it('refuses a text that no database can hold', async () => {
    expect((await list({ search: 'a\u0000b' })).status).toBe(422);
  });
});
