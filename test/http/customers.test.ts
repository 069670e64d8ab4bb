import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { florin } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let keys: Keys;

const CUSTOMER = { name: 'Grace Unusual', email: 'Grace@example.com', phone_number: '+1 555 0199' };
const PERSONAL = /unusual|grace@|555 0199|Hidden Lane/i;

beforeAll(async () => {
  shop = await startShop();
  await runSql(
    shop.databaseUrl,
    `INSERT INTO florin_control.merchant_settings (merchant_id, allowed_origins, expires_in_seconds, tolerance_percent,
       tolerance_amount, late_stablecoin_seconds, late_other_seconds, log_bodies_test, updated_at)
     SELECT id, '{}', 3600, 0.5, 1, 60, 60, true, now() FROM florin_control.merchants`,
  );
  const scopes = ['payments:read', 'payments:write', 'payments:override', 'webhooks:write'];
  const options = scopes.flatMap((scope) => ['--scope', scope]);
  keys = await florin<Keys>(shop.options, 'keys', 'create', '--merchant', shop.keys.merchant_id, ...options);
});

afterAll(() => shop.stop());

const post = (path: string, body: object, pair: Keys = keys) => send(shop.baseUrl, pair, path, { body });

const erase = (more: object = {}) => post('/customers/erase', { email: 'grace@example.com', ...more });

async function openIntent(headers: Record<string, string> = {}): Promise<string> {
  const address = { address: 'Hidden Lane 1', city: 'Delft', state: '', country: 'NL', postal_code: '2611' };
  const body = { ...validBody(), customer: CUSTOMER, billing_address: address, metadata: { note: 'Grace Unusual' } };
  return createdId(await create(shop.baseUrl, keys, body, headers));
}

/** Every text in the data plane that says something about the customer. */
async function listLeftovers(): Promise<string[]> {
  const tables = await runSql<{ name: string }>(
    shop.databaseUrl,
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'florin_data' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const left: string[] = [];
  for (const { name } of tables) {
    const rows = await runSql<{ text: string }>(
      shop.databaseUrl,
      `SELECT row::text AS text FROM florin_data.${name} AS row`,
    );
    if (rows.some(({ text }) => PERSONAL.test(text))) left.push(name);
  }
  return left;
}

describe('200', () => {
  it('exports and erases a customer everywhere but on invoices, and there if asked', async () => {
    const endpoint = await post('/webhook_endpoints', { url: 'http://127.0.0.1:9/hook', events: ['*'] });
    expect(endpoint.status).toBe(201);
    const headers = { 'idempotency-key': 'once', prefer: 'return=representation' };
    const [paid, canceled] = [await openIntent(headers), await openIntent()];
    await post(`/payment_intents/${paid}/mark_paid`, { reason: 'In cash.' });
    await send(shop.baseUrl, keys, `/payment_intents/${canceled}/cancel`, { method: 'POST' });
    // `mail` is no filter, and neither is the path of an intent: the log has them until the customer is erased.
    for (const query of [
      'email=grace@example.com',
      '%65mail=grace@example.com',
      'search=Unusual',
      'mail=Grace%40example.com',
    ])
      await send(shop.baseUrl, keys, `/payment_intents?${query}`);
    await send(shop.baseUrl, keys, '/exports/payments.csv?search=grace@example.com');
    await send(shop.baseUrl, keys, '/payment_intents/grace@example.com');
    await waitUntil('deliveries, the log and search terms are written', async () => {
      const names = (await listLeftovers()).join();
      const last = await runSql(
        shop.databaseUrl,
        `SELECT FROM florin_data.request_log WHERE path LIKE '%/grace@example.com'`,
      );
      if (last.length === 0) return false;
      return ['deliveries', 'request_log', 'search_terms'].every((name) => names.includes(name));
    });

    const { json } = await post('/customers/export', { email: 'GRACE@example.com' });
    expect(json).toMatchObject({
      email: 'GRACE@example.com',
      data: [
        { payment_intent_id: canceled, status: 'canceled', invoices: [], request: { customer: CUSTOMER } },
        { payment_intent_id: paid, invoices: [{ kind: 'invoice', number: 'INV-000001' }] },
      ],
      next_cursor: null,
    });

    expect((await erase()).json).toEqual({ payment_intents: 2, complete: true });
    expect(await listLeftovers()).toEqual(['invoices']);
    const found = await send(shop.baseUrl, keys, `/payment_intents/${paid}`);
    expect(found.json).toMatchObject({ customer: { name: 'Erased' }, total_amount: 12_100, status: 'succeeded' });
    const invoice = await send(shop.baseUrl, keys, `/invoices/${paid}.json`);
    expect(invoice.json).toMatchObject({ number: 'INV-000001', buyer: { name: CUSTOMER.name } });
    expect((await post('/customers/export', { email: 'grace@example.com' })).json).toMatchObject({ data: [] });
    const audit = await runSql(
      shop.databaseUrl,
      `SELECT action, details FROM florin_data.audit_entries WHERE action = 'customer.erased'`,
    );
    expect(audit).toEqual([
      { action: 'customer.erased', details: { payment_intents: 2, invoices: false, address: '127.0.0.1' } },
    ]);
  });

  it('erases invoices with the customer if asked, and by the command', async () => {
    const id = await openIntent();
    await post(`/payment_intents/${id}/mark_paid`, { reason: 'In cash.' });
    const email = 'grace@example.com';
    const merchant = ['--merchant', shop.keys.merchant_id];
    const exported = await florin<{ data: object[] }>(shop.options, 'customers', 'export', email, ...merchant);
    expect(exported.data).toMatchObject([{ payment_intent_id: id }]);
    const erased = await florin(shop.options, 'customers', 'erase', email, '--invoices', ...merchant);
    expect(erased).toEqual({ payment_intents: 1, complete: true });
    const invoice = await send(shop.baseUrl, keys, `/invoices/${id}.json`);
    expect(invoice.json).toMatchObject({ kind: 'invoice', buyer: { name: 'Erased' }, total: 12_100 });
  });
});

describe('409 invalid_state', () => {
  it('while a payment intent can still be paid, and nothing is erased', async () => {
    const id = await openIntent();
    const reply = await erase();
    expectProblem(reply, 409, 'invalid_state');
    expect(reply.json['detail']).toContain(id);
    await send(shop.baseUrl, keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
    expect((await erase()).json).toEqual({ payment_intents: 1, complete: true });
  });
});

describe('403 insufficient_scope', () => {
  it('for erasing with a default key, which may export', async () => {
    const body = { email: 'nobody@example.com' };
    expectProblem(await post('/customers/erase', body, shop.keys), 403, 'insufficient_scope');
    expect((await post('/customers/export', body, shop.keys)).json).toMatchObject({ data: [], next_cursor: null });
  });
});

describe('422 validation_failed', () => {
  it('without an email address', async () => {
    for (const verb of ['export', 'erase'])
      expectProblem(await post(`/customers/${verb}`, {}), 422, 'validation_failed');
  });
});
