import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop } from '../http/start-shop.ts';
import { create, createdId, validBody } from '../support/client.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { launchChromium } from './launch-chromium.ts';
import { openMerchantPage } from './open-merchant-page.ts';

let shop: Shop;
let browser: Browser;

beforeAll(async () => {
  shop = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '300' });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const openCheckout = async (change: Record<string, unknown> = {}) => {
  const id = createdId(await create(shop.baseUrl, shop.keys, { ...validBody(), ...change }));
  return `${shop.baseUrl}/${shop.keys.public_key}/checkout/${id}`;
};

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const untilTitle = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

describe('a test payment on the page itself', () => {
  it('is paid in two parts, and ends with a receipt that can be downloaded', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await page.goto(await openCheckout());
    await page.getByRole('button', { name: 'Simulate payment', exact: true }).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await click(page, 'Simulate partial payment');
    await untilTitle(page, 'Partially paid');
    expect(await page.locator('florin-checkout .field-amount').innerText()).toMatch(/Still due\s+0\.278052 SOL/);
    await waitUntil(
      'the first payment is final',
      async () =>
        (await page.getByRole('button', { name: 'Simulate payment', exact: true }).getAttribute('aria-disabled')) ===
        null,
    );
    await click(page, 'Simulate payment');
    await untilTitle(page, 'Payment received');
    expect(await page.locator('florin-checkout .tx').count()).toBe(2);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    const link = page.getByRole('link', { name: 'Download PDF' });
    const { href } = new URL((await link.getAttribute('href')) ?? '', page.url());
    expect((await untilHandled(() => fetch(href))).status).toBe(200);
    const download = page.waitForEvent('download');
    await link.click();
    expect((await download).suggestedFilename()).toMatch(/^receipt-pi_\w+\.pdf$/);
    await page.close();
  });

  it.each(['inlined', 'frame'] as const)('works in a page of another origin: %s', async (how) => {
    const merchant = await openMerchantPage(await openCheckout(), how);
    const page = await browser.newPage();
    await page.goto(merchant.url);
    const place = how === 'frame' ? page.frameLocator('iframe') : page;
    await place.getByRole('button', { name: 'Simulate overpayment' }).click();
    await place.getByRole('heading', { name: 'Payment received, overpaid' }).waitFor();
    await page.close();
    await merchant.close();
  });

  it('says what failed, and can be tried again', async () => {
    const page = await browser.newPage();
    await page.goto(await openCheckout());
    await page.route('**/simulate', (route) => route.fulfill({ status: 503, body: 'no' }));
    await click(page, 'Simulate payment');
    await page.locator('.notice', { hasText: 'Could not simulate the payment. Try again.' }).waitFor();
    await page.unroute('**/simulate');
    await click(page, 'Simulate payment');
    await untilTitle(page, 'Payment received');
    await page.close();
  });
});
