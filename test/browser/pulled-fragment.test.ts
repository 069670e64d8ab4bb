import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shop, startShop } from '../http/start-shop.ts';
import { create, createdId, send } from '../support/client.ts';
import { launchChromium } from './launch-chromium.ts';

let shop: Shop;
let browser: Browser;
let page: Server;
let pageUrl: string;

const around = (html: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${html}</main></html>`;

/** A merchant's page on another origin, with the HTML that its server fetched. */
beforeAll(async () => {
  shop = await startShop();
  browser = await launchChromium();
  page = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    void pull((request.url ?? '').slice(1)).then((html) => response.end(around(html)));
  });
  await new Promise<void>((done) => page.listen(0, '127.0.0.1', done));
  pageUrl = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
});

afterAll(async () => {
  page?.closeAllConnections();
  page?.close();
  await browser?.close();
  await shop?.stop();
});

const pull = async (id: string) =>
  (await send(shop.baseUrl, shop.keys, `/checkout/${id}`, { headers: { accept: 'text/html' } })).text;

const targetsOf = async (id: string) =>
  (await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`)).json['targets'] as { address: string }[];

it('gets its payment target when the payer’s browser runs the script', async () => {
  const id = createdId(await create(shop.baseUrl, shop.keys));
  expect(await pull(id)).not.toContain('sim1');
  expect(await targetsOf(id)).toEqual([]);
  const visit = await browser.newPage();
  await visit.goto(`${pageUrl}/${id}`);
  const checkout = visit.locator('florin-checkout');
  await checkout.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
  const [target] = await targetsOf(id);
  expect(await checkout.locator('code.address').textContent()).toBe(target?.address);
  await checkout.getByRole('img', { name: /QR code/ }).waitFor();
  expect(await checkout.getByRole('status').textContent()).toContain('Waiting for your payment');
  expect(await checkout.getByText('Open payment page').count()).toBe(0);
  await visit.close();
});

it('links to the page without JavaScript, and the page has the payment target', async () => {
  const id = createdId(await create(shop.baseUrl, shop.keys));
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 800 } });
  const visit = await context.newPage();
  await visit.goto(`${pageUrl}/${id}`);
  const checkout = visit.locator('florin-checkout');
  await checkout.getByRole('heading', { name: 'Preparing your payment' }).waitFor();
  await checkout.getByText('The QR code will appear here.').waitFor();
  expect(await targetsOf(id)).toEqual([]);
  await checkout.getByRole('link', { name: 'Open payment page' }).click();
  await visit.waitForURL(`${shop.baseUrl}/${shop.keys.public_key}/checkout/${id}`);
  const [target] = await targetsOf(id);
  expect(await visit.locator('florin-checkout code.address').textContent()).toBe(target?.address);
  await context.close();
});
