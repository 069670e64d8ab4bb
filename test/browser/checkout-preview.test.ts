import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePng } from '../support/pictures.ts';
import { florin } from '../support/server.ts';
import { openRealShop, type RealShop } from './open-real-shop.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';

let shop: RealShop;
beforeAll(async () => {
  shop = await openRealShop();
  await florin(shop.options, 'merchants', 'create', '--name', 'Tulip', '--email', EMAIL, '--password', PASSWORD);
  await shop.page.goto(`${shop.server.baseUrl}/dashboard/sign-in?next=/dashboard/settings`);
  await shop.page.getByLabel('Email').fill(EMAIL);
  await shop.page.getByLabel('Password').fill(PASSWORD);
  await shop.page.getByRole('button', { name: 'Sign in' }).click();
  await shop.page.getByRole('heading', { name: 'Settings' }).waitFor();
});
afterAll(() => shop.stop());

it('shows the checkout with the name, the color and the logo of the form, and saves nothing', async () => {
  const { page, browserErrors } = shop;
  const preview = page.frameLocator('iframe[title="Preview of the checkout"]');
  await preview.getByText('Tulip', { exact: true }).waitFor();
  await preview.getByText('Waiting for your payment').first().waitFor();
  await page.getByLabel('Business name').fill('Tulip <b>& Sons');
  await preview.getByText('Tulip <b>& Sons', { exact: true }).waitFor();
  await page.getByLabel('Accent color', { exact: true }).fill('#c0392b');
  const accent = preview.locator('florin-checkout');
  await expect
    .poll(() => accent.evaluate((element) => getComputedStyle(element).getPropertyValue('--accent')))
    .toBe('#c0392b');
  await page.getByLabel('Accent color', { exact: true }).fill('#c03');
  const png = makePng();
  await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  const logo = preview.locator('img.logo');
  await logo.waitFor();
  expect(await logo.getAttribute('src')).toBe(`data:image/png;base64,${png.toString('base64')}`);
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
  await page.reload();
  await preview.getByText('Tulip', { exact: true }).waitFor();
  expect(browserErrors).toEqual([]);
});
