import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSigner } from '@solana/kit';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SolanaShop, startSolanaShop } from '../chains/start-solana-shop.ts';
import { waitUntil } from '../http/wait-until.ts';
import { send } from '../support/client.ts';
import { launchChromium } from './launch-chromium.ts';
import { addTestWallet, ICON, type TestWallet } from './test-wallet.ts';

let place: SolanaShop;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  place = await startSolanaShop();
  browser = await launchChromium();
});

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

afterAll(async () => {
  await browser.close();
  await place.stop();
});

interface Opened {
  page: Page;
  wallet: TestWallet;
  button: ReturnType<Page['getByRole']>;
  /** What the live region has said since; an empty one says nothing. */
  said: () => Promise<string[]>;
  complaints: string[];
}

interface Opening {
  locale?: string;
  delayMs?: number;
  change?: (wallet: TestWallet) => void;
}

/** A payer's browser with a wallet in it, at the checkout. */
async function visit(url: string, { locale = 'en', delayMs = 0, change }: Opening = {}): Promise<Opened> {
  const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
  context.setDefaultTimeout(10_000);
  contexts.push(context);
  const { payer, node } = place.scene;
  const wallet = await addTestWallet(context, { payer, nodeUrl: node.url, delayMs });
  change?.(wallet);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A browser asks for an icon of the site by itself.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  const button = page.getByRole('button', { name: locale === 'ar' ? 'ادفع عبر' : /^Pay with .Test Wallet.$/ });
  await chooseSolana(page);
  await button.waitFor();
  await page.evaluate(`{
    globalThis.said = [];
    globalThis.stayed = true;
    const region = document.querySelector('florin-checkout').shadowRoot.querySelector('[aria-live]');
    new MutationObserver(() => region.textContent && globalThis.said.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true });
  }`);
  return { page, wallet, button, complaints, said: () => page.evaluate('globalThis.said') };
}

/** In test mode the simulated network is always among the choices. */
async function chooseSolana(page: Page): Promise<void> {
  await page.locator('florin-checkout').getByText('Solana on this machine').first().click();
}

async function untilSucceeded(id: string): Promise<Record<string, unknown>> {
  const { found } = await waitUntil(`${id} succeeded`, 20_000, async () => {
    const { json } = await send(place.shop.baseUrl, place.shop.keys, `/payment_intents/${id}`);
    return json['status'] === 'succeeded' ? json : undefined;
  });
  return found;
}

const focusedText = (page: Page) =>
  page.evaluate<string>('document.querySelector("florin-checkout").shadowRoot.activeElement?.textContent ?? ""');

describe('a wallet of the browser pays', () => {
  it.each([
    ['0.00025', 'SOL'],
    ['2.5', 'USDC'],
  ])('%s %s, to the end on the same page', async (amount, asset) => {
    const { id } = await place.createIntent(amount, asset);
    const { page, wallet, button, said, complaints } = await visit(place.checkoutOf(id), {
      change: (own) => {
        own.holds = true;
      },
    });
    expect(await button.locator('img').getAttribute('src')).toBe(ICON);
    expect(await page.getByRole('button', { name: /Other Chain|Only Messages/ }).count()).toBe(0);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('.notice', { hasText: 'Sent. Waiting for the network' }).waitFor();
    expect(await focusedText(page)).toContain('Pay with');
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    // A second press must not pay a second time.
    await page.keyboard.press('Enter');
    await wallet.release();
    await page.getByRole('heading', { name: /Payment seen|Confirming/ }).waitFor();
    place.scene.finalize();
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    expect(await page.evaluate('globalThis.stayed')).toBe(true);
    expect(wallet.asked).toEqual([{ chain: 'solana:localnet', address: place.scene.payer.address }]);
    expect(await untilSucceeded(id)).toMatchObject({ amount_received: amount, payments: [{ asset, state: 'final' }] });
    const words = (await said()).map((text) => text.split('.')[0]?.replaceAll(/[\u2066-\u2069]/g, ''));
    expect(words.slice(0, 2)).toEqual(['Go on in Test Wallet', 'Sent']);
    expect(words.at(-1)).toBe('Payment complete');
    expect(new Set(words).size).toBe(words.length);
    expect(complaints).toEqual([]);
  });

  it('in the page of a merchant on another origin', async () => {
    const { id } = await place.createIntent('0.002');
    const { url, close } = await openMerchantPage(id);
    try {
      const { page, button } = await visit(url);
      expect(new URL(page.url()).origin).not.toBe(place.shop.baseUrl);
      await button.click();
      await page.getByRole('heading', { name: /Payment seen|Confirming/ }).waitFor();
      place.scene.finalize();
      await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
      await untilSucceeded(id);
    } finally {
      await close();
    }
  });

  it('that comes after the page', async () => {
    const { id } = await place.createIntent('0.003');
    const { page, button } = await visit(place.checkoutOf(id), { delayMs: 1_500 });
    await button.click();
    await page.getByRole('heading', { name: /Payment seen|Confirming/ }).waitFor();
  });
});

describe('a wallet of the browser does not pay', () => {
  it('where its owner rejects, and does when asked again', async () => {
    const { id } = await place.createIntent('0.004');
    const { page, wallet, button, said } = await visit(place.checkoutOf(id), {
      change: (own) => {
        own.mood = 'reject';
      },
    });
    await button.click();
    const notice = page.locator('.notice', { hasText: 'You declined in your wallet. Nothing was sent.' });
    await notice.waitFor();
    expect(await said()).toEqual([
      expect.stringContaining('Go on in'),
      'You declined in your wallet. Nothing was sent.',
    ]);
    expect(await focusedText(page)).toContain('Pay with');
    expect(await button.getAttribute('aria-disabled')).toBeNull();
    await page.evaluate(axe.source);
    expect(
      await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))'),
    ).toEqual([]);
    const { json } = await send(place.shop.baseUrl, place.shop.keys, `/payment_intents/${id}`);
    expect(json).toMatchObject({ status: 'requires_payment', payments: [] });
    wallet.mood = 'sign';
    await button.click();
    await page.getByRole('heading', { name: /Payment seen|Confirming/ }).waitFor();
    place.scene.finalize();
    await untilSucceeded(id);
  });

  it.each([
    ['shares no account', { shares: 'none' }, 'Your wallet shares no account', 'لا تشارك محفظتك أي حساب'],
    [
      'is on another chain',
      { shares: 'elsewhere' },
      'has no account on this network',
      'ليس في محفظتك حساب على هذه الشبكة',
    ],
    ['breaks', { mood: 'crash' }, 'That did not work', 'لم ينجح ذلك'],
  ] as const)('where it %s, in words of both languages', async (_what, change, english, arabic) => {
    const { id } = await place.createIntent('0.005');
    for (const [locale, words] of [
      ['en', english],
      ['ar', arabic],
    ] as const) {
      const { page, button } = await visit(place.checkoutOf(id), {
        locale,
        change: (own) => Object.assign(own, change),
      });
      await button.click();
      await page.locator('.notice', { hasText: words }).waitFor();
    }
  });

  it('where it holds too little, and says what the server says where that refuses', async () => {
    const { id } = await place.createIntent('0.006');
    const payer = await generateKeyPairSigner();
    const { page, wallet, button } = await visit(place.checkoutOf(id), {
      change: (own) => Object.assign(own, { payer }),
    });
    await button.click();
    await page.locator('.notice', { hasText: 'does not hold enough' }).waitFor();
    wallet.payer = place.scene.merchant;
    await button.click();
    await page.locator('.notice', { hasText: 'This is the merchant’s wallet.' }).waitFor();
    expect(wallet.asked).toEqual([]);
  });

  it('inside a frame, where a new tab is offered', async () => {
    const { id } = await place.createIntent('0.007');
    const { url, close } = await openMerchantPage(id, 'frame');
    try {
      const context = await browser.newContext();
      contexts.push(context);
      await addTestWallet(context, { payer: place.scene.payer, nodeUrl: place.scene.node.url });
      const page = await context.newPage();
      await page.goto(url);
      const frame = page.frameLocator('iframe');
      await frame.getByText('Solana on this machine').first().click();
      await frame.getByText('To pay with a wallet of this browser, open this page in a new tab.').first().waitFor();
      expect(await frame.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(
        place.checkoutOf(id),
      );
      expect(await frame.getByRole('button', { name: 'Pay with' }).count()).toBe(0);
    } finally {
      await close();
    }
  });
});

/** A merchant's own server, with the checkout in its page or in a frame, under the policy that the docs ask for. */
async function openMerchantPage(
  id: string,
  how: 'inlined' | 'frame' = 'inlined',
): Promise<{ url: string; close: () => Promise<void> }> {
  const florin = place.shop.baseUrl;
  const fragment =
    how === 'frame'
      ? `<iframe title="Checkout" src="${place.checkoutOf(id)}" width="480" height="900"></iframe>`
      : await (await fetch(`${place.checkoutOf(id)}?embed=1`)).text();
  const own = ['script-src', 'style-src', 'img-src', 'connect-src', 'frame-src'].map(
    (rule) => `${rule} 'self' ${florin}`,
  );
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': own.join('; ') });
    response.end(`<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${fragment}</main></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
