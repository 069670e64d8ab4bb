import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SolanaShop, startSolanaShop } from '../chains/start-solana-shop.ts';
import { send } from '../support/client.ts';
import { launchChromium } from './launch-chromium.ts';

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

async function visit(id: string, settings: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...settings });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(solana.checkoutOf(id));
  return page;
}

/** Submits a transaction ID by keyboard. */
async function ask(page: Page, tx: string): Promise<void> {
  const field = page.getByLabel('Transaction ID');
  if (!(await field.isVisible())) {
    await page.locator('summary', { hasText: 'I paid, but it is not shown' }).focus();
    await page.keyboard.press('Enter');
  }
  await field.fill(tx);
  await page.keyboard.press('Enter');
}

describe('I paid, but it is not shown', () => {
  it('reports that nothing was found, keeps the input and the focus, and is accessible', async () => {
    const { id } = await solana.createIntent('0.1');
    const page = await visit(id);
    await ask(page, 'nonsense');
    await page.locator('.claim .notice', { hasText: 'No matching payment found. Check the transaction ID.' }).waitFor();
    expect(await page.locator('florin-checkout [aria-live]').innerText()).toContain('No matching payment found');
    expect(await page.getByLabel('Transaction ID').inputValue()).toBe('nonsense');
    expect(await page.evaluate('document.querySelector("florin-checkout").shadowRoot.activeElement.id')).toBe(
      'florin-tx',
    );
    await page.evaluate(axe.source);
    expect(
      await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))'),
    ).toEqual([]);
  });

  it('sends a transfer without a reference to review', async () => {
    const { actors, payer, merchant } = solana.scene;
    const { id } = await solana.createIntent('0.1');
    const page = await visit(id);
    const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 100_000_000n, [])]);
    await ask(page, tx);
    await page.getByRole('heading', { name: 'Payment under review' }).waitFor();
    expect(await page.locator('.claim').count()).toBe(0);
    expect(await page.evaluate('document.querySelector("florin-checkout").shadowRoot.activeElement?.id')).toBe('title');
    const { json } = await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${id}`);
    expect(json).toMatchObject({ status: 'needs_review', review: { cause: 'ambiguous' }, amount_received: '0' });
  });

  it('shows the result and the rate limit in Arabic', async () => {
    const { id } = await solana.createIntent('0.1');
    const page = await visit(id, { locale: 'ar' });
    await page.locator('summary', { hasText: 'دفعتُ ولا يظهر ذلك' }).click();
    for (let round = 0; round < 6; round += 1) {
      await page.locator('#florin-tx').fill(`x${round}`);
      await page.getByRole('button', { name: 'ابحث عن الدفعة' }).click();
      const words = round < 5 ? 'لم نعثر على دفعة مطابقة' : 'انتظر دقيقة';
      await page.locator('.claim .notice', { hasText: words }).waitFor();
    }
  });

  it('is hidden without JavaScript', async () => {
    const { id } = await solana.createIntent('0.1');
    const page = await visit(id, { javaScriptEnabled: false });
    await page.getByText('Need help?').waitFor();
    expect(await page.locator('form, input:not([type=radio])').count()).toBe(0);
  });
});
