import { generateKeyPairSigner } from '@solana/kit';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, type TransferId, uuidOf } from '../../src/domain/ids.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { type SolanaShop, startSolanaShop } from '../chains/start-solana-shop.ts';
import { insertUnmatchedTransfer } from '../http/insert-unmatched-transfer.ts';
import { send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { launchChromium } from './launch-chromium.ts';
import { addTestWallet, type TestWallet } from './test-wallet.ts';

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

/** The payer has claimed as many transfers before as an intent may, which all went to others. */
async function useUpClaims(id: string): Promise<void> {
  const { databaseUrl, keys } = solana.shop;
  for (let count = 0; count < LIMITS.claimsPerIntentMax; count += 1) {
    const transferId = await insertUnmatchedTransfer(databaseUrl, keys.merchant_id);
    await runSql(
      databaseUrl,
      `INSERT INTO florin_data.claims (merchant_id, livemode, transfer_id, intent_id, claimed_at)
       SELECT merchant_id, livemode, $2, id, now() FROM florin_data.payment_intents WHERE id = $1`,
      [uuidOf(id as IntentId), uuidOf(transferId as TransferId)],
    );
  }
}

/** Submits a transaction ID by keyboard. */
async function ask(page: Page, tx: string): Promise<void> {
  const field = page.getByLabel('Transaction ID');
  if (!(await field.isVisible())) {
    await page.locator('summary', { hasText: 'I paid, but it’s not showing' }).focus();
    await page.keyboard.press('Enter');
  }
  await field.fill(tx);
  await page.keyboard.press('Enter');
}

describe('I paid, but it’s not showing', () => {
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
    expect(await page.evaluate('document.querySelector("florin-checkout").shadowRoot.activeElement?.id')).toBe(
      'florin-tx',
    );
    expect(await page.getByRole('button', { name: 'Prove it’s yours' }).count()).toBe(0);
    const { json } = await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${id}`);
    expect(json).toMatchObject({ status: 'needs_review', review: { cause: 'ambiguous' }, amount_received: '0' });
  });

  it('says that there are too many claims, and stops asking for money', async () => {
    const { actors, payer, merchant } = solana.scene;
    const { id } = await solana.createIntent('0.1');
    const page = await visit(id);
    await useUpClaims(id);
    const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 100_000_000n, [])]);
    await ask(page, tx);
    await page.getByRole('heading', { name: 'Payment under review' }).waitFor();
    await page.getByText('The merchant needs to review it. Do not pay again.').first().waitFor();
    await page.locator('.claim .notice', { hasText: 'Too many claims.' }).waitFor();
    expect(await page.getByText('Send manually or from an exchange').count()).toBe(0);
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

interface Claimed {
  id: string;
  tx: string;
  page: Page;
  wallet: TestWallet;
  button: ReturnType<Page['getByRole']>;
}

/** A payer sends money without a reference and claims it, in a browser with a wallet. */
async function payAndClaim(locale = 'en', change: (wallet: TestWallet) => void = () => undefined): Promise<Claimed> {
  const { actors, payer, merchant, node } = solana.scene;
  const { id } = await solana.createIntent('0.1');
  const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
  contexts.push(context);
  const wallet = await addTestWallet(context, { payer, nodeUrl: node.url });
  change(wallet);
  const page = await context.newPage();
  await page.goto(solana.checkoutOf(id));
  const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 100_000_000n, [])]);
  await page.locator('.help summary').click();
  await page.locator('#florin-tx').fill(tx);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: locale === 'ar' ? 'أثبت أنها لك' : 'Prove it’s yours' });
  await button.waitFor();
  return { id, tx, page, wallet, button };
}

const claimsOf = async (tx: string): Promise<{ payment_intent_id: string; proof: { address: string } | null }[]> => {
  const { json } = await send(solana.shop.baseUrl, solana.shop.keys, '/transfers?limit=100');
  const transfers = json['data'] as { tx: string; claims: Awaited<ReturnType<typeof claimsOf>> }[];
  return transfers.find((transfer) => transfer.tx === tx)?.claims ?? [];
};

describe('Prove it’s yours', () => {
  it('lets the account that paid sign the claim, which the merchant sees and which credits nothing', async () => {
    const { id, tx, page, wallet, button } = await payAndClaim();
    const { address } = solana.scene.payer;
    expect(await claimsOf(tx)).toMatchObject([{ payment_intent_id: id, proof: null }]);
    expect(await page.getByRole('button', { name: /Other Chain|Only Messages/ }).count()).toBe(0);
    await page.evaluate(axe.source);
    expect(
      await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))'),
    ).toEqual([]);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('.claim .notice', { hasText: 'Proof received.' }).waitFor();
    expect(await page.locator('florin-checkout [aria-live]').innerText()).toContain('Proof received.');
    expect(await button.count()).toBe(0);
    expect(wallet.messages).toEqual([
      [
        'Florin payment claim',
        '',
        'I sent this transaction as payment for the payment intent below.',
        'Signing this message moves no money and gives no access to my wallet.',
        '',
        `Website: ${solana.shop.baseUrl}`,
        `Payment intent: ${id}`,
        'Network: solana:local',
        `Transaction: ${tx}`,
      ].join('\n'),
    ]);
    expect(await claimsOf(tx)).toMatchObject([{ payment_intent_id: id, proof: { address } }]);
    const { json } = await send(solana.shop.baseUrl, solana.shop.keys, `/payment_intents/${id}`);
    expect(json).toMatchObject({ status: 'needs_review', amount_received: '0', payments: [] });
  });

  it('works after a reload, in Arabic', async () => {
    const { tx, page, button } = await payAndClaim('ar');
    await page.reload();
    await page.locator('.help summary', { hasText: 'أثبت أنها لك' }).click();
    await page.locator('#florin-tx').fill(tx);
    await page.keyboard.press('Enter');
    await button.click();
    await page.locator('.claim .notice', { hasText: 'استُلم الإثبات' }).waitFor();
    expect(await claimsOf(tx)).toMatchObject([{ proof: { address: solana.scene.payer.address } }]);
  });

  it('asks for the account that paid if the wallet shares another one, and can be declined', async () => {
    const stranger = await generateKeyPairSigner();
    const { tx, page, wallet, button } = await payAndClaim('en', (own) => {
      own.payer = stranger;
    });
    await button.click();
    await page.locator('.claim .notice', { hasText: 'Sign with the account that sent the payment.' }).waitFor();
    expect(wallet.messages).toEqual([]);
    Object.assign(wallet, { payer: solana.scene.payer, behavior: 'reject' });
    await button.click();
    await expect.poll(() => wallet.messages.length).toBe(1);
    await page.locator('.claim .notice', { hasText: 'Not proven.' }).waitFor();
    expect(await claimsOf(tx)).toMatchObject([{ proof: null }]);
    wallet.behavior = 'sign';
    await button.click();
    await page.locator('.claim .notice', { hasText: 'Proof received.' }).waitFor();
  });
});
