import { generateKeyPairSigner } from '@solana/kit';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SolanaShop, startSolanaShop } from '../chains/start-solana-shop.ts';
import { send } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { launchChromium } from './launch-chromium.ts';
import { openMerchantPage } from './open-merchant-page.ts';
import { addTestWallet, ICON, type TestWallet } from './test-wallet.ts';

let solana: SolanaShop;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  solana = await startSolanaShop();
  browser = await launchChromium();
});

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

afterAll(async () => {
  await browser.close();
  await solana.stop();
});

interface Opened {
  page: Page;
  wallet: TestWallet;
  button: ReturnType<Page['getByRole']>;
  /** The announcements so far. */
  said: () => Promise<string[]>;
  browserErrors: string[];
}

interface Opening {
  locale?: string;
  delayMs?: number;
  change?: (wallet: TestWallet) => void;
}

/** Opens the checkout in a browser with a wallet. */
async function visit(url: string, { locale = 'en', delayMs = 0, change }: Opening = {}): Promise<Opened> {
  const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
  contexts.push(context);
  const { payer, node } = solana.scene;
  const wallet = await addTestWallet(context, { payer, nodeUrl: node.url, delayMs });
  change?.(wallet);
  const page = await context.newPage();
  const browserErrors: string[] = [];
  page.on('console', (message) => {
    // Browsers request a favicon on their own.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
      browserErrors.push(message.text());
  });
  page.on('pageerror', (error) => browserErrors.push(error.message));
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
  return { page, wallet, button, browserErrors, said: () => page.evaluate('globalThis.said') };
}

/** Test mode always offers the simulated network too. */
async function chooseSolana(page: Page): Promise<void> {
  await page.locator('florin-checkout').getByText('Local Solana').first().click();
}

async function untilSucceeded(id: string): Promise<Record<string, unknown>> {
  const found = await waitUntil(`${id} succeeded`, async () => {
    const { json } = await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${id}`);
    return json['status'] === 'succeeded' ? json : undefined;
  });
  return found;
}

const focusedText = (page: Page) =>
  page.evaluate<string>('document.querySelector("florin-checkout").shadowRoot.activeElement?.textContent ?? ""');

describe('a browser wallet pays', () => {
  it.each([
    ['0.00025', 'SOL'],
    ['2.5', 'USDC'],
  ])('%s %s on the same page', async (amount, asset) => {
    const { id } = await solana.createIntent(amount, asset);
    const { page, wallet, button, said, browserErrors } = await visit(solana.checkoutOf(id), {
      change: (own) => {
        own.holds = true;
      },
    });
    expect(await button.locator('img').getAttribute('src')).toBe(ICON);
    expect(await page.getByRole('button', { name: /Other Chain|Only Messages/ }).count()).toBe(0);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('.notice', { hasText: 'Payment sent Waiting for the network' }).waitFor();
    expect(await focusedText(page)).toContain('Pay with');
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    // A second key press must not pay twice.
    await page.keyboard.press('Enter');
    await wallet.release();
    await page.getByRole('heading', { name: /Waiting for confirmation|Confirming/ }).waitFor();
    solana.scene.finalize();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(await page.evaluate('globalThis.stayed')).toBe(true);
    expect(wallet.requests).toEqual([{ chain: 'solana:localnet', address: solana.scene.payer.address }]);
    expect(await untilSucceeded(id)).toMatchObject({ amount_received: amount, payments: [{ asset, state: 'final' }] });
    const words = (await said()).map((text) => text.split('.')[0]?.replaceAll(/[\u2066-\u2069]/g, ''));
    expect(words.slice(0, 2)).toEqual(['Continue in Test Wallet', 'Payment sent']);
    expect(words.at(-1)).toBe('Payment received');
    expect(new Set(words).size).toBe(words.length);
    expect(browserErrors).toEqual([]);
  });

  it('on a merchant’s page on another origin', async () => {
    const { id } = await solana.createIntent('0.002');
    const { url, close } = await openMerchantPage(solana.checkoutOf(id));
    try {
      const { page, button } = await visit(url);
      expect(new URL(page.url()).origin).not.toBe(solana.shop.baseUrl);
      await button.click();
      await page.getByRole('heading', { name: /Waiting for confirmation|Confirming/ }).waitFor();
      solana.scene.finalize();
      await page.getByRole('heading', { name: 'Payment received' }).waitFor();
      await untilSucceeded(id);
    } finally {
      await close();
    }
  });

  it('that registers after the page loads', async () => {
    const { id } = await solana.createIntent('0.003');
    const { page, button } = await visit(solana.checkoutOf(id), { delayMs: 1_500 });
    await button.click();
    await page.getByRole('heading', { name: /Waiting for confirmation|Confirming/ }).waitFor();
  });
});

describe('a browser wallet does not pay', () => {
  it('if the user rejects, and pays on the next attempt', async () => {
    const { id } = await solana.createIntent('0.004');
    const { page, wallet, button, said } = await visit(solana.checkoutOf(id), {
      change: (own) => {
        own.behavior = 'reject';
      },
    });
    await button.click();
    const notice = page.locator('.notice', { hasText: 'You declined the payment in your wallet. Nothing was sent.' });
    await notice.waitFor();
    expect(await said()).toEqual([
      expect.stringContaining('Continue in'),
      expect.stringContaining('Payment declined. You declined the payment in your wallet. Nothing was sent.'),
    ]);
    expect(await focusedText(page)).toContain('Pay with');
    expect(await button.getAttribute('aria-disabled')).toBeNull();
    await page.evaluate(axe.source);
    expect(
      await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))'),
    ).toEqual([]);
    const { json } = await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${id}`);
    expect(json).toMatchObject({ status: 'requires_payment', payments: [] });
    wallet.behavior = 'sign';
    await button.click();
    await page.getByRole('heading', { name: /Waiting for confirmation|Confirming/ }).waitFor();
    solana.scene.finalize();
    await untilSucceeded(id);
  });

  it.each([
    ['shares no account', { shares: 'none' }, 'Your wallet did not share an account', 'لم تشارك محفظتك أي حساب'],
    ['is on another chain', { shares: 'elsewhere' }, 'Wrong network', 'شبكة غير صحيحة'],
    ['breaks', { behavior: 'crash' }, 'Something went wrong', 'حدث خطأ ما'],
  ] as const)('if it %s, in both languages', async (_what, change, english, arabic) => {
    const { id } = await solana.createIntent('0.005');
    for (const [locale, words] of [
      ['en', english],
      ['ar', arabic],
    ] as const) {
      const { page, button } = await visit(solana.checkoutOf(id), {
        locale,
        change: (own) => Object.assign(own, change),
      });
      await button.click();
      await page.locator('.notice', { hasText: words }).waitFor();
    }
  });

  it('without enough funds, or if the server returns an error', async () => {
    const { id } = await solana.createIntent('0.006');
    const payer = await generateKeyPairSigner();
    const { page, wallet, button } = await visit(solana.checkoutOf(id), {
      change: (own) => Object.assign(own, { payer }),
    });
    await button.click();
    await page.locator('.notice', { hasText: /Not enough funds .*enough .SOL. on .Local Solana./ }).waitFor();
    wallet.payer = solana.scene.merchant;
    await button.click();
    await page.locator('.notice', { hasText: 'This is the merchant’s wallet.' }).waitFor();
    expect(wallet.requests).toEqual([]);
  });

  it('inside a frame, and offers a new tab', async () => {
    const { id } = await solana.createIntent('0.007');
    const { url, close } = await openMerchantPage(solana.checkoutOf(id), 'frame');
    try {
      const context = await browser.newContext();
      contexts.push(context);
      await addTestWallet(context, { payer: solana.scene.payer, nodeUrl: solana.scene.node.url });
      const page = await context.newPage();
      await page.goto(url);
      const frame = page.frameLocator('iframe');
      await frame.getByText('Local Solana').first().click();
      await frame.getByText('To pay with a browser wallet, open this page in a new tab.').first().waitFor();
      expect(await frame.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(
        solana.checkoutOf(id),
      );
      expect(await frame.getByRole('button', { name: 'Pay with' }).count()).toBe(0);
    } finally {
      await close();
    }
  });
});
