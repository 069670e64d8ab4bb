import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../support/server.ts';
import { setUpLinkOf } from '../support/set-up-link-of.ts';
import { openOwnShop, type RealShop } from './open-real-shop.ts';
import { focusedElement, pressTab, tabTo } from './tab-to.ts';

let shop: RealShop<RunningServer>;
let page: Page;
let checkout: Page;
let id: string;

beforeAll(async () => {
  shop = await openOwnShop({ FLORIN_SIMULATED_BLOCK_MS: '2000' });
  ({ page } = shop);
  await page.setViewportSize({ width: 1_280, height: 900 });
});
afterAll(() => shop.stop());

const press = (key: string, on = page) => on.keyboard.press(key);
const clipboard = (of: Page) => of.evaluate<string>('navigator.clipboard.readText()');

/** Presses Enter and returns the tab that opens. */
async function enterNewTab(): Promise<Page> {
  const opening = shop.context.waitForEvent('page');
  await press('Enter');
  const opened = await opening;
  await opened.waitForLoadState();
  await opened.bringToFront();
  return opened;
}

/** Records every announcement and every screen title from now on. */
async function listen(to: Page): Promise<() => Promise<{ said: string[]; shown: string[] }>> {
  await to.evaluate(`{
    const root = document.querySelector('florin-checkout').shadowRoot;
    const read = () => [...root.querySelectorAll('.status h2, .status h2 + p')].map((part) => part.textContent).join('. ');
    const heard = { said: [], shown: [read()] };
    globalThis.heard = heard;
    const region = root.querySelector('[aria-live]');
    new MutationObserver(() => heard.said.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true });
    new MutationObserver(() => { if (read() !== heard.shown.at(-1)) heard.shown.push(read()); })
      .observe(root, { childList: true, characterData: true, subtree: true });
  }`);
  return () => to.evaluate('globalThis.heard');
}

/** Opens a dialog, tabs through it more than once, and closes it with Escape. */
async function cycleThroughDialog(opener: string | RegExp): Promise<void> {
  const { name } = await tabTo(page, opener);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(async () => (await focusedElement(page)).inDialog).toBe(true);
  for (let presses = 0; presses < 15; presses += 1) expect(await pressTab(page)).toMatchObject({ inDialog: true });
  await press('Shift+Tab');
  expect(await focusedElement(page)).toMatchObject({ inDialog: true, visible: true });
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => (await focusedElement(page)).name).toBe(name);
}

describe('the keyboard alone', () => {
  it('creates an account from the setup link', async () => {
    await page.goto(await setUpLinkOf(shop.server));
    await page.getByLabel('Business name').waitFor();
    await tabTo(page, 'Business name');
    await page.keyboard.type('Tulip & Sons');
    await tabTo(page, 'Email');
    await page.keyboard.type('ada@example.com');
    await tabTo(page, 'Password');
    await page.keyboard.type('correct horse battery');
    await tabTo(page, 'Create account');
    await press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('opens the API keys; dialogs trap the focus and restore it', async () => {
    await tabTo(page, 'API keys');
    await press('Enter');
    await page.getByRole('article').waitFor();
    await cycleThroughDialog('Create key');
    await cycleThroughDialog(/^Roll /);
    await cycleThroughDialog(/^Revoke /);
  });

  it('copies the command, which creates a payment in a shell', async () => {
    await tabTo(page, 'Copy command');
    await press('Enter');
    await expect.poll(() => clipboard(page)).toMatch(/fsk_test_[0-9A-Za-z]{49}/);
    const answer = execFileSync('bash', ['-c', await clipboard(page)], { encoding: 'utf8', stdio: 'pipe' });
    id = /pi_[0-9A-Za-z]{22}/.exec(answer)?.[0] ?? '';
    await tabTo(page, 'Payments');
    await press('Enter');
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    await tabTo(page, id);
    await press('Enter');
    await page.getByText('Simulate a payment').waitFor();
    await cycleThroughDialog('Cancel payment');
  });

  it('opens the checkout, which offers to simulate a payment, and copies address and amount', async () => {
    await tabTo(page, /^Open checkout/);
    checkout = await enterNewTab();
    await checkout.getByText('This page updates automatically.').waitFor();
    await tabTo(checkout, 'Simulate payment');
    expect(await checkout.getByRole('link', { name: 'Open wallet' }).count()).toBe(0);
    await tabTo(checkout, 'Send manually or from an exchange');
    await press('Enter', checkout);
    await tabTo(checkout, 'Copy address');
    await press('Enter', checkout);
    await expect.poll(() => clipboard(checkout)).toMatch(/^sim1/);
    await tabTo(checkout, 'Copy amount');
    await press('Enter', checkout);
    await expect.poll(() => clipboard(checkout)).toMatch(/^\d+\.\d+$/);
  });

  it('simulates a payment; the open checkout announces each change once', async () => {
    const region = checkout.locator('florin-checkout [aria-live]');
    await expect.poll(() => region.textContent()).toBe('');
    const heard = await listen(checkout);
    await page.bringToFront();
    await tabTo(page, /^Full/);
    await press('Space');
    await page.getByText('Fulfill the order.').waitFor();
    await checkout.getByRole('heading', { name: 'Payment received' }).waitFor();
    const { said: all, shown } = await heard();
    // An empty live region announces nothing.
    const said = all.filter((text) => text !== '');
    expect(shown.length).toBeGreaterThanOrEqual(3);
    expect(said).toEqual(shown.slice(1));
    expect(new Set(said).size).toBe(said.length);
    // The focused button is gone with its screen, so the title has the focus.
    expect(await focusedElement(checkout)).toMatchObject({ name: 'Payment received' });
  });

  it('opens the invoice and its PDF link', async () => {
    await tabTo(page, /^Invoice page/);
    const invoice = await enterNewTab();
    await invoice.getByRole('heading', { name: 'Invoice' }).waitFor();
    expect((await tabTo(invoice, 'Download as PDF')).href).toContain('.pdf');
    await invoice.close();
  });

  it('reloads the status without JavaScript', async () => {
    const browser = shop.context.browser();
    const plain = await browser?.newContext({ javaScriptEnabled: false });
    const still = await plain?.newPage();
    if (!still) throw new Error('The browser is closed.');
    await still.goto(checkout.url());
    await tabTo(still, 'Check again');
    const loaded = still.waitForEvent('load');
    await press('Enter', still);
    await loaded;
    expect(still.url()).toBe(checkout.url());
    await still.getByRole('heading', { name: 'Payment received' }).waitFor();
    await plain?.close();
  });

  it('no page logs an error', () => expect(shop.browserErrors).toEqual([]));
});
