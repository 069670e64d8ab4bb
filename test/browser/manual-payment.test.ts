import { address as toAddress } from '@solana/kit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseDecimal, toUnits } from '../../src/domain/money/decimal.ts';
import { toBigInt } from '../../src/domain/money/money.ts';
import { type SolanaShop, startSolanaShop } from '../chains/start-solana-shop.ts';
import { send } from '../support/client.ts';
import { launchChromium } from './launch-chromium.ts';

const SOL_DECIMALS = 9;

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

/** Opens the checkout and the panel for payments by hand. */
async function visit(id: string): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', permissions });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(solana.checkoutOf(id));
  // Test mode always offers the simulated network too.
  await page.getByRole('radio', { name: 'Local Solana' }).check();
  await page.locator('.manual:visible > summary').click();
  return page;
}

/** What a payer gets from one of the panel's copy buttons. */
async function copy(page: Page, what: 'address' | 'amount'): Promise<string> {
  const button = page.getByRole('button', { name: `Copy ${what}` });
  await button.click();
  await page.getByRole('button', { name: `Copied ${what}` }).waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** Sends money like an exchange: to this address, with no reference. */
async function sendByHand(asset: string, address: string, amount: string): Promise<void> {
  const { actors, payer, usdc } = solana.scene;
  const units = (decimals: number) => toBigInt(toUnits(parseDecimal(amount), decimals));
  const to = toAddress(address);
  const instructions =
    asset === 'SOL'
      ? [actors.pay(payer, to, units(SOL_DECIMALS))]
      : [
          await actors.openAssociated(payer, to, usdc),
          await actors.payToken(payer, await actors.associated(to, usdc), units(usdc.decimals), { token: usdc }),
        ];
  await actors.send(payer, instructions);
}

async function readIntent(id: string): Promise<Record<string, unknown>> {
  return (await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${id}`)).json;
}

const untilPaid = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: /Waiting for confirmation|Confirming/ }).waitFor();
  solana.scene.finalize();
  await page.getByRole('heading', { name: 'Payment received', exact: true }).waitFor();
};

describe('a payer without a reference', () => {
  it.each([
    ['0.46342', 'SOL'],
    ['121', 'USDC'],
  ])('sends what the page says for %s %s, and the page turns to paid', async (due, asset) => {
    const { id } = await solana.createIntent(due, asset);
    const page = await visit(id);
    const [address, amount] = [await copy(page, 'address'), await copy(page, 'amount')];
    expect(address).toBe(solana.scene.merchant.address);
    expect(parseDecimal(amount) > parseDecimal(due)).toBe(true);
    await sendByHand(asset, address, amount);
    await untilPaid(page);
    expect(await readIntent(id)).toMatchObject({
      status: 'succeeded',
      amount_due: due,
      amount_received: amount,
      overpaid_by: '0',
      payments: [{ asset, state: 'final' }],
    });
  });

  it('sends the rest after part was paid with the link', async () => {
    const { id, reference } = await solana.createIntent('0.3');
    const page = await visit(id);
    const first = await copy(page, 'amount');
    const { actors, payer, merchant } = solana.scene;
    await actors.send(payer, [actors.pay(payer, merchant.address, 100_000_000n, [reference])]);
    await page.getByRole('heading', { name: 'Partially paid' }).waitFor();
    await page.locator('.manual:visible .amount', { hasText: /^0\.200/ }).waitFor();
    const rest = await copy(page, 'amount');
    expect(rest).not.toBe(first);
    await sendByHand('SOL', await copy(page, 'address'), rest);
    await untilPaid(page);
    expect(await readIntent(id)).toMatchObject({ status: 'succeeded', overpaid_by: '0' });
  });

  it('reads that the network cannot be seen, and what they send is found when it can', async () => {
    const { id } = await solana.createIntent('0.4');
    const page = await visit(id);
    const { node } = solana.scene;
    node.fallBehind(400);
    const notice = page.locator('[data-notice]');
    await notice.filter({ hasText: /We can’t see payments on .Local Solana. right now/ }).waitFor();
    expect(await notice.count()).toBe(1);
    await sendByHand('SOL', await copy(page, 'address'), await copy(page, 'amount'));
    expect(await readIntent(id)).toMatchObject({ status: 'requires_payment', visibility: 'delayed' });
    node.fallBehind(0);
    await untilPaid(page);
    expect(await notice.count()).toBe(0);
  });

  it('gets an amount of their own for the same price', async () => {
    const [one, other] = [await solana.createIntent('0.25'), await solana.createIntent('0.25')];
    const [first, second] = [await visit(one.id), await visit(other.id)];
    const amount = await copy(first, 'amount');
    expect(await copy(second, 'amount')).not.toBe(amount);
    await sendByHand('SOL', await copy(first, 'address'), amount);
    await untilPaid(first);
    expect(await second.getByRole('heading', { name: 'Waiting for your payment' }).isVisible()).toBe(true);
    expect(await readIntent(other.id)).toMatchObject({ status: 'requires_payment', payments: [] });
  });
});
