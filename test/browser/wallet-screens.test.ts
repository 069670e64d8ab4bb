import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIXTURES } from '../../web/checkout/fixtures.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { launchChromium } from './launch-chromium.ts';
import { type CheckoutServer, serveCheckout } from './serve-checkout.ts';

const PREPARED = {
  call: { to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', value: '0x0', data: '0xa9059cbb' },
  authorization: null,
  add_chain: null,
};
const shortOf = (code: string) => ({ errors: [{ code, detail: 'Not enough.' }] });

let folder: string;
let server: CheckoutServer;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-wallets-'));
  server = await serveCheckout(FIXTURES, folder);
  browser = await launchChromium();
});
beforeEach(() => server.prepare(200, PREPARED));
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Runs in the page: a wallet that answers these methods with a value, an error, or never (`null`). */
const announcement = (answers: Record<string, unknown>) => `{
  const answers = ${JSON.stringify({ eth_requestAccounts: ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'], eth_chainId: '0x2105', ...answers })};
  const request = ({ method }) => {
    const answer = answers[method] === undefined ? { code: -32601 } : answers[method];
    if (answer === null) return new Promise(() => undefined);
    if (answer.code === undefined) return Promise.resolve(answer);
    return Promise.reject(Object.assign(new Error(answer.message ?? ''), answer));
  };
  const info = { uuid: 'b0c9a1e2', name: 'Test EVM Wallet', icon: 'data:,', rdns: 'test.wallet' };
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: { request } } }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}`;

interface Opened {
  page: Page;
  browserErrors: string[];
}

async function open(path: string, wallet?: Record<string, unknown>, host = '127.0.0.1'): Promise<Opened> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  contexts.push(context);
  if (wallet !== undefined) await context.addInitScript({ content: announcement(wallet) });
  const page = await context.newPage();
  const browserErrors: string[] = [];
  page.on('console', (message) => {
    // The browser logs the errors with which the server answers.
    if (message.type() === 'error' && !/status of (422|503)/.test(message.text())) browserErrors.push(message.text());
  });
  page.on('pageerror', (error) => browserErrors.push(error.message));
  await page.goto(`${server.url.replace('127.0.0.1', host)}${path}`);
  return { page, browserErrors };
}

const payButton = (page: Page) => page.locator('florin-checkout .wallets .button:visible');

interface Scene {
  wallet: Record<string, unknown>;
  status?: number;
  body?: object;
  en: RegExp;
  ar: RegExp;
}

const SCENES: Record<string, Scene> = {
  busy: {
    wallet: { eth_sendTransaction: null },
    en: /^Continue in .Test EVM Wallet. .*reject it there first/,
    ar: /^تابِع في/,
  },
  sent: { wallet: { eth_sendTransaction: '0x01' }, en: /^Payment sent Waiting for the network/, ar: /^أُرسلت الدفعة/ },
  rejected: {
    wallet: { eth_sendTransaction: { code: 4001 } },
    en: /^Payment declined .*Nothing was sent/,
    ar: /^رُفضت الدفعة/,
  },
  'wrong chain': {
    wallet: { eth_chainId: '0x1', wallet_switchEthereumChain: { code: 4001 } },
    en: /^Wrong network .*not on .Base.\. Nothing was sent\. Switch to .Base./,
    ar: /^شبكة غير صحيحة/,
  },
  'unknown chain': {
    wallet: { eth_chainId: '0x1', wallet_switchEthereumChain: { code: 4902 } },
    en: /^Network missing in your wallet .*does not have .Base., and this page cannot add it/,
    ar: /^الشبكة غير موجودة في محفظتك/,
  },
  'insufficient funds': {
    wallet: {},
    status: 422,
    body: shortOf('insufficient_funds'),
    en: /^Not enough funds .*enough .USDC. on .Base./,
    ar: /^الرصيد غير كافٍ/,
  },
  'insufficient gas': {
    wallet: {},
    status: 422,
    body: shortOf('insufficient_gas'),
    en: /^Not enough for the network fee .*more .ETH. on .Base./,
    ar: /^الرصيد لا يكفي لرسوم الشبكة/,
  },
  'no account': { wallet: { eth_requestAccounts: [] }, en: /^No account /, ar: /^لا يوجد حساب/ },
  'an open request': {
    wallet: { eth_requestAccounts: { code: -32_002 } },
    en: /^Your wallet is waiting/,
    ar: /^محفظتك في انتظارك/,
  },
  'no transaction': {
    wallet: {},
    status: 503,
    body: { detail: 'Base is away.' },
    en: /^Could not prepare the payment .Base is away\.. Nothing was sent/,
    ar: /^تعذّر تجهيز الدفعة/,
  },
  failed: { wallet: { eth_sendTransaction: { code: -32_603 } }, en: /^Something went wrong/, ar: /^حدث خطأ ما/ },
};

describe.each(Object.entries(SCENES))('%s', (name, { wallet, status = 200, body = PREPARED, en, ar }) => {
  it.each([
    ['en', en],
    ['ar', ar],
  ] as const)('in %s is a screen with nothing else to pay', async (locale, words) => {
    server.prepare(status, body);
    const { page, browserErrors } = await open(`/checkout/exact_amount?locale=${locale}`, wallet);
    await payButton(page).click();
    await page.locator('florin-checkout .wallets .notice', { hasText: words }).waitFor();
    expect(
      await page.locator('florin-checkout .qr, florin-checkout .address, florin-checkout a[href^=ethereum]').count(),
    ).toBe(0);
    expect(browserErrors).toEqual([]);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    const back = page.getByRole('button', { name: locale === 'en' ? 'Pay another way' : 'ادفع بطريقة أخرى' });
    expect(await back.count()).toBe(name === 'sent' ? 0 : 1);
    if (name === 'sent') return;
    await back.click();
    await page.locator('florin-checkout .qr').waitFor();
    expect(await page.locator('florin-checkout .wallets .notice').count()).toBe(0);
  });
});

const modules = () => server.requests.filter((request) => /files\/checkout-\w+\.js/.test(request));

describe('the wallet module', () => {
  it.each([
    ['on its own page', '/checkout/exact_amount', '127.0.0.1'],
    ['in a page of another origin', '/shop/exact_amount', 'localhost'],
  ])('is loaded once, with its hash, if a wallet announces itself %s', async (_, path, host) => {
    server.requests.length = 0;
    const { page, browserErrors } = await open(path, {}, host);
    await payButton(page).waitFor();
    await page.evaluate("dispatchEvent(new Event('eip6963:requestProvider'))");
    expect(modules()).toHaveLength(3);
    expect(await page.locator('script[integrity^=sha384]').count()).toBe(3);
    expect(browserErrors).toEqual([]);
  });

  it('is not loaded without a wallet', async () => {
    server.requests.length = 0;
    const { page } = await open('/checkout/exact_amount');
    await page.getByText('This page updates automatically.').waitFor();
    expect(modules()).toHaveLength(2);
    expect(await payButton(page).count()).toBe(0);
  });
});

it('a payment that the wallet sends after the payer left is shown all the same, and locks the other networks', async () => {
  const { page } = await open('/checkout/several_evm_networks', {});
  await page.evaluate(`{
    const provider = { request: ({ method }) =>
      method === 'eth_requestAccounts' ? Promise.resolve(['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'])
      : method === 'eth_chainId' ? Promise.resolve('0x2105')
      : method === 'eth_sendTransaction' ? new Promise((resolve) => { globalThis.confirmPayment = resolve; })
      : Promise.reject(new Error('no')) };
    const info = { uuid: 'slow', name: 'Slow Wallet', icon: 'data:,', rdns: 'slow.wallet' };
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
  }`);
  await page.getByRole('button', { name: /Pay with .Slow Wallet./ }).click();
  await page.waitForFunction('globalThis.confirmPayment !== undefined');
  await page.getByRole('button', { name: 'Pay another way' }).click();
  await page.getByRole('radio', { name: 'Arbitrum One' }).check();
  await page.locator('florin-checkout .qr:visible').waitFor();
  await page.evaluate("confirmPayment('0x01')");
  await page.locator('.notice', { hasText: 'Payment sent Waiting for the network' }).waitFor();
  expect(await page.getByRole('radio', { name: 'Base' }).isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: 'Arbitrum One' }).isDisabled()).toBe(true);
  expect(await page.locator('florin-checkout .qr:visible').count()).toBe(0);
});
