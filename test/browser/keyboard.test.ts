import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../support/server.ts';
import { openOwnShop, type RealShop } from './open-real-shop.ts';
import { stopOf, tab, tabTo } from './walk-by-keyboard.ts';

let shop: RealShop<RunningServer>;
let page: Page;
let checkout: Page;
let id: string;

beforeAll(async () => {
  shop = await openOwnShop({ FLORIN_SIMULATED_BLOCK_MS: '1000' });
  ({ page } = shop);
  await page.setViewportSize({ width: 1_280, height: 900 });
});
afterAll(() => shop.stop());

const press = (key: string, on = page) => on.keyboard.press(key);
const clipboard = (of: Page) => of.evaluate<string>('navigator.clipboard.readText()');

/** What opens in a tab of its own when Enter is pressed. */
async function enterNewTab(): Promise<Page> {
  const opening = shop.context.waitForEvent('page');
  await press('Enter');
  const opened = await opening;
  await opened.waitForLoadState();
  await opened.bringToFront();
  return opened;
}

/** All that the live region says from now on, and all that the screen shows, each as it changes. */
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

/** Opens a dialog, goes round in it more than once, and leaves it by Escape. */
async function goRoundDialog(opener: string | RegExp): Promise<void> {
  const { name } = await tabTo(page, opener);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(async () => (await stopOf(page)).inDialog).toBe(true);
  for (let presses = 0; presses < 15; presses += 1) expect(await tab(page)).toMatchObject({ inDialog: true });
  await press('Shift+Tab');
  expect(await stopOf(page)).toMatchObject({ inDialog: true, visible: true });
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => (await stopOf(page)).name).toBe(name);
}

describe('the keyboard alone', () => {
  it('goes from the set-up link to an account', async () => {
    await page.goto(/Set up your account: (\S+)/.exec(shop.server.output())?.[1] ?? '');
    await page.getByLabel('Business name').waitFor();
    await tabTo(page, 'Business name');
    await page.keyboard.type('Tulip & Sons');
    await tabTo(page, 'E-mail');
    await page.keyboard.type('ada@example.com');
    await tabTo(page, 'Password');
    await page.keyboard.type('correct horse battery');
    await tabTo(page, 'Create account');
    await press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('finds the API keys, and is kept in each dialog and given back', async () => {
    await tabTo(page, 'API Keys');
    await press('Enter');
    await page.getByRole('article').waitFor();
    await goRoundDialog('Create key');
    await goRoundDialog(/^Roll /);
    await goRoundDialog(/^Revoke /);
  });

  it('copies the command, which makes a payment in a shell', async () => {
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
    await goRoundDialog('Cancel payment');
  });

  it('opens the checkout, copies amount and address, and reaches the wallet', async () => {
    await tabTo(page, /^Open checkout/);
    checkout = await enterNewTab();
    await checkout.getByRole('button', { name: 'Copy amount' }).waitFor();
    await tabTo(checkout, 'Copy amount');
    await press('Enter', checkout);
    await expect.poll(() => clipboard(checkout)).toMatch(/^\d+\.\d+$/);
    const amount = await clipboard(checkout);
    const wallet = await tabTo(checkout, 'Open wallet');
    expect(wallet.href).toMatch(/^simulated:sim1/);
    expect(wallet.href).toContain(`amount=${amount}`);
    await tabTo(checkout, /^Cop(y|ied) address$/);
    await press('Enter', checkout);
    await expect.poll(() => clipboard(checkout)).toMatch(/^sim1/);
    expect(wallet.href).toContain(await clipboard(checkout));
  });

  it('pays by simulation; the open checkout says each change exactly once', async () => {
    const region = checkout.locator('florin-checkout [aria-live]');
    await expect.poll(() => region.textContent(), { timeout: 5_000 }).toBe('');
    const heard = await listen(checkout);
    await page.bringToFront();
    await tabTo(page, /^Full/);
    await press('Space');
    await page.getByText('Deliver the order.').waitFor();
    await checkout.getByRole('heading', { name: 'Payment received' }).waitFor();
    const { said: all, shown } = await heard();
    // An empty region says nothing.
    const said = all.filter((text) => text !== '');
    expect(shown.length).toBeGreaterThanOrEqual(3);
    expect(said).toEqual(shown.slice(1));
    expect(new Set(said).size).toBe(said.length);
    // The button that had the focus is gone with its screen; the focus has not fallen out.
    expect(await stopOf(checkout)).toMatchObject({ name: 'Payment received' });
  });

  it('opens the invoice and finds its PDF', async () => {
    await tabTo(page, /^Invoice page/);
    const invoice = await enterNewTab();
    await invoice.getByRole('heading', { name: 'Invoice' }).waitFor();
    expect((await tabTo(invoice, 'Download as PDF')).href).toContain('.pdf');
    await invoice.close();
  });

  it('looks again where no script runs', async () => {
    const browser = shop.context.browser();
    const plain = await browser?.newContext({ javaScriptEnabled: false });
    const still = await plain?.newPage();
    if (!still) throw new Error('There is no browser.');
    await still.goto(checkout.url());
    await tabTo(still, 'Check again');
    const loaded = still.waitForEvent('load');
    await press('Enter', still);
    await loaded;
    expect(still.url()).toBe(checkout.url());
    await still.getByRole('heading', { name: 'Payment received' }).waitFor();
    await plain?.close();
  });

  it('and no page complained on the way', () => expect(shop.complaints).toEqual([]));
});
