import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../http/browser.ts';
import { create, createdId, type Reply, send, validBody } from '../support/client.ts';
import { florin, type NewMerchant } from '../support/server.ts';
import { openRealShop, payAndWait, type RealShop } from './open-real-shop.ts';

/** Short enough for every field that takes text. */
const EVIL = '<img src=x onerror=hit=1>';
const EVIL_URL = `https://shop.example/?a="><img/src=x/onerror=hit=1>`;
const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';

let shop: RealShop;
let keys: NewMerchant;
let session: Browser;
let docs: string;
/** An unpaid and a paid payment intent. */
let open: string;
let paid: string;

const address = { address: EVIL, city: EVIL, state: EVIL, country: EVIL, postal_code: EVIL };

/** Markup in every string. Fields with a strict format get the value from `FORMED`, with as much markup as allowed. */
const hostile: Record<string, unknown> = {
  ...validBody(),
  customer: { name: EVIL, email: EVIL, phone_number: EVIL },
  items: [
    { item_id: EVIL, quantity: 1 },
    { item_id: 'sku_named', quantity: 2 },
  ],
  currency_displayed: EVIL,
  crypto_amount_requested: EVIL,
  exchange_rate: EVIL,
  billing_address: address,
  shipping_address: { ...address, city: `${EVIL}2` },
  metadata: { [EVIL]: EVIL },
  order_id: EVIL,
  description: EVIL,
  return_url: EVIL,
  cancel_url: EVIL,
  locale: EVIL,
};
const FORMED: Record<string, unknown> = {
  currency_displayed: 'USD',
  crypto_amount_requested: validBody()['crypto_amount_requested'],
  exchange_rate: validBody()['exchange_rate'],
  return_url: EVIL_URL,
  cancel_url: EVIL_URL,
  locale: 'en',
};

async function createHostile(): Promise<string> {
  const refused = await create(shop.server.baseUrl, keys, hostile);
  const pointers = (refused.json['errors'] as { pointer: string }[]).map(({ pointer }) => pointer.slice(2));
  // If another field starts to reject text, add it to `FORMED`.
  expect(pointers.toSorted()).toEqual([...Object.keys(FORMED), 'customer/email'].toSorted());
  const customer = { name: EVIL, phone_number: EVIL, email: '"<img/src=x/onerror=hit=1>"@example.com' };
  const best = await create(shop.server.baseUrl, keys, { ...hostile, ...FORMED, customer });
  const reply: Reply =
    best.status === 201
      ? best
      : await create(shop.server.baseUrl, keys, { ...hostile, ...FORMED, customer: { ...customer, email: EMAIL } });
  expect(reply.status, reply.text).toBe(201);
  return createdId(reply);
}

beforeAll(async () => {
  shop = await openRealShop();
  const { options, server, page } = shop;
  docs = await (await fetch(`${server.baseUrl}/docs`)).text();
  const account = ['--name', EVIL, '--email', EMAIL, '--password', PASSWORD];
  keys = await florin<NewMerchant>(options, 'merchants', 'create', ...account);
  for (const body of [
    { item_id: 'sku_named', name: EVIL, unit_amount: 100, currency: 'USD' },
    { item_id: `${EVIL}!`, name: `${EVIL}!`, unit_amount: 100, currency: 'USD' },
  ]) {
    expect((await send(server.baseUrl, keys, '/items', { body })).status).toBe(201);
  }
  session = new Browser(server.baseUrl);
  const signedIn = await session.signIn(EMAIL, PASSWORD, { 'user-agent': EVIL });
  expect(signedIn.status, signedIn.text).toBe(200);
  const settings = await session.call('PATCH', '/settings', { body: { name: EVIL } });
  expect(settings.status, settings.text).toBe(200);
  for (const body of [{ accent_color: EVIL }, { allowed_origins: [EVIL] }, { logo: EVIL }]) {
    expect((await session.call('PATCH', '/settings', { body })).status).toBe(422);
  }
  expect((await session.call('POST', '/test/api_keys', { body: { name: EVIL } })).status).toBe(201);
  [open, paid] = [await createHostile(), await createHostile()];
  await payAndWait(server.baseUrl, keys, paid, 'full', 'succeeded');
  await page.goto(`${server.baseUrl}/dashboard/sign-in`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});
afterAll(() => shop.stop());

/** All text and all executable elements of the page, including shadow roots and form values. */
const LOOK = `(() => {
  const found = { text: '', hostile: [], hit: globalThis.hit ?? null };
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      const runs = [...element.attributes].some(({ name, value }) => name.startsWith('on') || /^\\s*javascript:/i.test(value));
      if (runs || element.getAttribute('src') === 'x') found.hostile.push(element.outerHTML.slice(0, 200));
      if (element.shadowRoot) look(element.shadowRoot);
      if ('value' in element && typeof element.value === 'string') found.text += element.value + '\\n';
    }
    found.text += (root.body ?? root).textContent + '\\n';
  };
  look(document);
  return found;
})()`;

async function expectText(path: string, shows: string | RegExp): Promise<void> {
  const { page, server } = shop;
  await page.goto(`${server.baseUrl}${path}`);
  await page.getByText(shows).first().waitFor({ state: 'attached' });
  const { text, hostile: found, hit } = await page.evaluate<{ text: string; hostile: string[]; hit: unknown }>(LOOK);
  expect(found).toEqual([]);
  expect(hit).toBe(null);
  expect(text).toContain(EVIL);
}

describe('stored markup never runs and is shown as text', () => {
  it('on the dashboard', async () => {
    await expectText('/dashboard', 'Recent payments');
    await expectText('/dashboard/payments', 'Due / received');
    await expectText(`/dashboard/payments?q=${encodeURIComponent(EVIL)}`, /No matching payments|Due/);
    await expectText(`/dashboard/payments/${open}`, 'Timeline');
    await expectText(`/dashboard/payments/${paid}`, 'Timeline');
    await expectText('/dashboard/developers/api-keys', 'Public key');
    await expectText('/dashboard/account', 'This browser');
  });

  it('in the dialogs of the dashboard', async () => {
    const { page } = shop;
    for (const [path, button] of [
      ['/dashboard/developers/api-keys', `Roll ${EVIL}`],
      ['/dashboard/developers/api-keys', `Revoke ${EVIL}`],
      ['/dashboard/settings', `Edit ${EVIL}!`],
      ['/dashboard/settings', `Delete ${EVIL}!`],
    ] as const) {
      await page.goto(`${shop.server.baseUrl}${path}`);
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      const { hostile: found, hit } = await page.evaluate<{ hostile: string[]; hit: unknown }>(LOOK);
      expect([found, hit]).toEqual([[], null]);
    }
  });

  it('on the checkout, as a page and as a fragment, open and paid', async () => {
    for (const id of [open, paid]) {
      for (const query of ['', '?embed=1']) await expectText(`/${keys.public_key}/checkout/${id}${query}`, EVIL);
    }
  });

  it('in an embedded fragment', async () => {
    const { page, server } = shop;
    const accept = { accept: 'application/json' };
    const { json } = await send(server.baseUrl, keys, `/checkout/${open}`, { headers: accept });
    const merchant = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html; charset=utf-8');
      answer.end(`<!doctype html><title>Shop</title>${String(json['html'])}`);
    });
    await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve));
    await page.goto(`http://127.0.0.1:${(merchant.address() as AddressInfo).port}`);
    await page.getByText('This page updates automatically.').waitFor();
    const { text, hostile: found, hit } = await page.evaluate<{ text: string; hostile: string[]; hit: unknown }>(LOOK);
    merchant.close();
    expect([found, hit]).toEqual([[], null]);
    expect(text).toContain(EVIL);
  });

  it('on the invoice', async () => {
    await expectText(`/dashboard/api/test/invoices/${paid}`, 'Payments received');
    await expectText(`/dashboard/api/test/invoices/${open}`, 'Billed to');
  });

  it('and the API reference is unchanged', async () => {
    const { baseUrl } = shop.server;
    expect(await (await fetch(`${baseUrl}/docs`)).text()).toBe(docs);
    expect(docs).not.toContain('onerror');
    const unknown = await fetch(`${baseUrl}/docs/errors/${encodeURIComponent(EVIL)}`);
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).not.toContain(EVIL);
  });
});
