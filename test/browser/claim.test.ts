import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SolanaShop, startSolanaShop } from '../chains/start-solana-shop.ts';
import { send } from '../support/client.ts';
import { launchChromium } from './launch-chromium.ts';

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

async function visit(id: string, settings: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...settings });
  context.setDefaultTimeout(10_000);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(place.checkoutOf(id));
  return page;
}

/** By the keyboard alone. */
async function ask(page: Page, tx: string): Promise<void> {
  const field = page.getByLabel('Transaction id');
  if (!(await field.isVisible())) {
    await page.locator('summary', { hasText: 'I paid, but it is not shown' }).focus();
    await page.keyboard.press('Enter');
  }
  await field.fill(tx);
  await page.keyboard.press('Enter');
}

describe('I paid, but it is not shown', () => {
  it('says that nothing was found, keeps the field and the focus, and has no fault', async () => {
    const { id } = await place.createIntent('0.1');
    const page = await visit(id);
    await ask(page, 'nonsense');
    await page.locator('.claim .notice', { hasText: 'No money for this payment was found there.' }).waitFor();
    expect(await page.locator('florin-checkout [aria-live]').innerText()).toContain('No money for this payment');
    expect(await page.getByLabel('Transaction id').inputValue()).toBe('nonsense');
    expect(await page.evaluate('document.querySelector("florin-checkout").shadowRoot.activeElement.id')).toBe(
      'florin-tx',
    );
    await page.evaluate(axe.source);
    expect(
      await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))'),
    ).toEqual([]);
  });

  it('brings money without a reference before the merchant, and the page says so', async () => {
    const { actors, payer, merchant } = place.scene;
    const { id } = await place.createIntent('0.1');
    const page = await visit(id);
    const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 100_000_000n, [])]);
    await ask(page, tx);
    await page.getByRole('heading', { name: 'Your payment is being looked at' }).waitFor();
    expect(await page.locator('.claim').count()).toBe(0);
    expect(await page.evaluate('document.querySelector("florin-checkout").shadowRoot.activeElement?.id')).toBe('title');
    const { json } = await send(place.shop.baseUrl, place.shop.keys, `/payment_intents/${id}`);
    expect(json).toMatchObject({ status: 'needs_review', review: { cause: 'ambiguous' }, amount_received: '0' });
  });

  it('says it in Arabic, and that one has to wait', async () => {
    const { id } = await place.createIntent('0.1');
    const page = await visit(id, { locale: 'ar' });
    await page.locator('summary', { hasText: 'دفعتُ ولا يظهر ذلك' }).click();
    for (let round = 0; round < 6; round += 1) {
      await page.locator('#florin-tx').fill(`x${round}`);
      await page.getByRole('button', { name: 'ابحث عنها' }).click();
      const words = round < 5 ? 'لم نجد هناك مالًا' : 'انتظر دقيقة';
      await page.locator('.claim .notice', { hasText: words }).waitFor();
    }
  });

  it('is not there without a script, which it needs', async () => {
    const { id } = await place.createIntent('0.1');
    const page = await visit(id, { javaScriptEnabled: false });
    await page.getByText('Need help?').waitFor();
    expect(await page.locator('form, input:not([type=radio])').count()).toBe(0);
  });
});
