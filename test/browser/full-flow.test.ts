import { execFileSync } from 'node:child_process';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigrated } from '../support/create-migrated.ts';
import { createShopEndpoint, type ExampleShop, startExampleShop } from '../support/example-shop.ts';
import { readPdf } from '../support/read-pdf.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { setUpLinkOf } from '../support/set-up-link-of.ts';
import { untilHandled } from '../support/until-handled.ts';
import { launchChromium } from './launch-chromium.ts';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let dashboard: Page;
let shop: ExampleShop;
const keys = { public_key: '', private_key: '' };
const pageErrors: string[] = [];

beforeAll(async () => {
  const env = { FLORIN_LOG_LEVEL: 'error', FLORIN_SIMULATED_BLOCK_MS: '400' };
  server = await startServer({ databaseUrl: await createMigrated(['control', 'data']), env });
  browser = await launchChromium();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.on('weberror', (error) => pageErrors.push(error.error().message));
  dashboard = await context.newPage();
});

afterAll(async () => {
  await shop?.stop();
  await browser?.close();
  await server?.stop();
});

/** Buys in the shop; returns the shop's page and the payment intent ID. */
async function buy(): Promise<{ page: Page; id: string }> {
  const page = await context.newPage();
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Buy two' }).click();
  const checkout = page.locator('florin-checkout');
  await checkout.getByText('Waiting for your payment').waitFor();
  const id = /pi_[0-9A-Za-z]{22}/.exec((await checkout.getAttribute('src')) ?? '')?.[0] ?? '';
  return { page, id };
}

async function simulate(id: string, kind: string): Promise<void> {
  await dashboard.goto(`${server.baseUrl}/dashboard/payments/${id}`);
  await dashboard.getByRole('button', { name: new RegExp(`^${kind}`) }).click();
}

describe('the full flow', () => {
  it('creates an account from the setup link', async () => {
    await dashboard.goto(await setUpLinkOf(server));
    await dashboard.getByLabel(/business/i).fill('Tulip & Sons');
    await dashboard.getByLabel(/e-?mail/i).fill('ada@example.com');
    await dashboard
      .getByLabel(/password/i)
      .first()
      .fill('correct horse battery');
    await dashboard.getByRole('button', { name: /create|set up/i }).click();
    await dashboard.getByRole('link', { name: 'API keys' }).click();
    await dashboard.getByRole('heading', { name: 'API keys' }).waitFor();
  });

  it('lists the payment that the curl command creates, before and after a reload', async () => {
    await dashboard.getByRole('link', { name: 'Payments' }).click();
    // The page before has this button, too.
    await dashboard.getByRole('heading', { name: 'Payments' }).waitFor();
    await dashboard.getByRole('button', { name: 'Reveal key' }).first().click();
    const curl = dashboard.getByRole('region', { name: 'curl command' }).first();
    await curl.getByText(/fsk_test_[0-9A-Za-z]{49}/).waitFor();
    const command = await curl.innerText();
    keys.public_key = /fpk_test_\w+/.exec(command)?.[0] ?? '';
    keys.private_key = /fsk_test_\w+/.exec(command)?.[0] ?? '';
    const answer = JSON.parse(execFileSync('bash', ['-c', command], { encoding: 'utf8' })) as {
      payment_intent_response: { payment_intent_id: string };
    };
    const { payment_intent_id: id } = answer.payment_intent_response;
    await dashboard.getByRole('link', { name: id, exact: true }).waitFor();
    await dashboard.reload();
    await dashboard.getByRole('link', { name: id, exact: true }).waitFor();
    shop = await startExampleShop(await createShopEndpoint(server.baseUrl, keys));
  });

  it.each([
    { kind: 'Full', payer: 'Payment received', row: 'Succeeded', received: '0.46342', status: 'paid' },
    { kind: 'Overpaid', payer: 'Payment received, overpaid', row: 'Succeeded', received: '0.509762', status: 'paid' },
    { kind: 'Late', payer: 'Late payment accepted', row: 'Succeeded', received: '0.46342', status: 'paid' },
    {
      kind: 'Partial',
      payer: 'Partially paid',
      row: 'Partially paid',
      received: '0.185368',
      status: 'partially_paid',
    },
  ])('pays in the shop: $kind', async ({ kind, payer, row, received, status }) => {
    const { page, id } = await buy();
    await simulate(id, kind);
    await page.locator('florin-checkout').getByRole('heading', { name: payer }).waitFor();
    if (row === 'Succeeded') await page.getByText('Paid. Your bulbs are on their way.').waitFor();
    await dashboard.getByText(row, { exact: true }).first().waitFor();
    await dashboard.goto(`${server.baseUrl}/dashboard/payments?q=${id}`);
    await dashboard
      .getByRole('row', { name: new RegExp(id) })
      .getByText(row)
      .waitFor();
    const base = `${server.baseUrl}/${keys.public_key}/invoices/${id}`;
    const headers = { authorization: `Bearer ${keys.private_key}` };
    const invoice = (await (await fetch(`${base}.json`, { headers })).json()) as Record<string, unknown>;
    expect(invoice).toMatchObject({ status, total: 12_100, crypto: { amount_received: received } });
    const pdf = await untilHandled(() => fetch(`${base}.pdf`, { headers }));
    const text = readPdf(Buffer.from(await pdf.arrayBuffer()));
    expect(text).toContain(invoice['number'] ?? 'Pro forma invoice');
    expect(text).toContain('121.00 USD');
    expect(text).toContain(`${received} SOL`);
    await page.close();
  });

  it('logs no errors', () => expect(pageErrors).toEqual([]));
});
