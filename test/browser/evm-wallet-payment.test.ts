import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EvmShop, startEvmShop } from '../chains/evm/start-evm-shop.ts';
import { create, createdId, send, validBody } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { launchChromium } from './launch-chromium.ts';
import { openMerchantPage } from './open-merchant-page.ts';
import { addTestEvmWallet, type TestEvmWallet } from './test-evm-wallet.ts';

let evm: EvmShop;
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  evm = await startEvmShop();
  const merchant = await evm.actors.newAccount('0');
  await evm.addWallet(evm.shop.keys.merchant_id, { address: merchant.address });
  browser = await launchChromium();
});

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

afterAll(async () => {
  await browser?.close();
  await evm?.stop();
});

async function createIntent(amount: string, asset: string, more: object = {}): Promise<string> {
  const due = { crypto_amount_requested: `${amount} ${asset}`, exchange_rate: `1 ${asset} = $100` };
  return createdId(await create(evm.shop.baseUrl, evm.shop.keys, { ...validBody(), ...due, ...more }));
}

const checkoutOf = (id: string) => `${evm.shop.baseUrl}/${evm.shop.keys.public_key}/checkout/${id}`;

interface Opened {
  page: Page;
  wallet: TestEvmWallet;
  browserErrors: string[];
}

/** Opens a page with a checkout in a browser with a wallet. */
async function visit(url: string, account: PrivateKeyAccount = evm.payer): Promise<Opened> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  contexts.push(context);
  const wallet = await addTestEvmWallet(context, { account, node: evm.node });
  const page = await context.newPage();
  const browserErrors: string[] = [];
  page.on('console', (message) => {
    // Browsers request a favicon on their own.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
      browserErrors.push(message.text());
  });
  page.on('pageerror', (error) => browserErrors.push(error.message));
  await page.goto(url);
  // Test mode always offers the simulated network too.
  await page.locator('florin-checkout').getByText('Local EVM chain').first().click();
  await page.evaluate('globalThis.stayed = true');
  return { page, wallet, browserErrors };
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay with .Test EVM Wallet.$/ });
const notice = (page: Page, words: RegExp) => page.locator('.wallets .notice', { hasText: words });

/** Mines what the wallet sent, and waits until the page shows it as paid. */
async function untilPaid(page: Page, id: string): Promise<Record<string, unknown>> {
  await evm.node.mine();
  await page.getByRole('heading', { name: /Waiting for confirmation|Confirming/ }).waitFor();
  await evm.node.mine(2);
  await page.getByRole('heading', { name: 'Payment received', exact: true }).waitFor();
  expect(await page.evaluate('globalThis.stayed')).toBe(true);
  return waitUntil(`${id} succeeded`, async () => {
    const { json } = await send(evm.shop.baseUrl, evm.shop.keys, `/payment_intents/${id}`);
    return json['status'] === 'succeeded' ? json : undefined;
  });
}

const ORDERS = [
  ['0.025', 'ETH'],
  ['12.5', 'USDC'],
] as const;

describe('a browser wallet pays', () => {
  it.each(ORDERS)('%s %s on the hosted page, without a reload', async (amount, asset) => {
    const id = await createIntent(amount, asset);
    const { page, wallet, browserErrors } = await visit(checkoutOf(id));
    await payButton(page).click();
    await notice(page, /^Payment sent Waiting for the network/).waitFor();
    const paid = await untilPaid(page, id);
    expect(paid).toMatchObject({ overpaid_by: '0', payments: [{ asset, state: 'final' }] });
    expect(wallet.methods.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
    expect(browserErrors).toEqual([]);
  });

  it.each(ORDERS)('%s %s on a merchant’s page on another origin', async (amount, asset) => {
    const id = await createIntent(amount, asset);
    const { url, close } = await openMerchantPage(checkoutOf(id));
    try {
      const { page } = await visit(url);
      expect(new URL(page.url()).origin).not.toBe(evm.shop.baseUrl);
      await payButton(page).click();
      await notice(page, /^Payment sent/).waitFor();
      await untilPaid(page, id);
    } finally {
      await close();
    }
  });

  it('by EIP-5792, if it can', async () => {
    const id = await createIntent('3', 'USDC');
    const { page, wallet } = await visit(checkoutOf(id));
    wallet.takesCalls = true;
    await payButton(page).click();
    await notice(page, /^Payment sent/).waitFor();
    await untilPaid(page, id);
    expect(wallet.methods).toContain('wallet_sendCalls');
    expect(wallet.methods).not.toContain('eth_sendTransaction');
  });

  it('with a signed authorization if no exact amount is free', async () => {
    // Without a known worth, a tail is at most a thousandth of the price: here one unit of the token.
    const price = ['0.001', 'USDC', { exchange_rate: '1 SOL = $100' }] as const;
    const other = await createIntent(...price);
    await fetch(`${checkoutOf(other)}/status`);
    const id = await createIntent(...price);
    const { page, wallet } = await visit(checkoutOf(id));
    await payButton(page).waitFor();
    expect(await page.locator('florin-checkout .network:has(:checked) :is(.qr, .address)').count()).toBe(0);
    await payButton(page).click();
    await notice(page, /^Payment sent/).waitFor();
    expect(wallet.methods).toContain('eth_signTypedData_v4');
    expect(await untilPaid(page, id)).toMatchObject({ amount_received: '0.001' });
    const { json } = await send(evm.shop.baseUrl, evm.shop.keys, `/payment_intents/${other}`);
    expect(json).toMatchObject({ status: 'requires_payment', payments: [] });
  });
});

describe('a browser wallet does not pay', () => {
  it('on the wrong chain, if the payer declines to switch, and pays after switching', async () => {
    const id = await createIntent('4', 'USDC');
    const { page, wallet } = await visit(checkoutOf(id));
    Object.assign(wallet, { chainId: 1, behavior: 'reject' });
    await payButton(page).click();
    await notice(page, /^Wrong network .*Switch to .Local EVM chain./).waitFor();
    wallet.behavior = 'sign';
    await payButton(page).click();
    await notice(page, /^Payment sent/).waitFor();
    expect(wallet.chainId).toBe(evm.node.chainId);
    await untilPaid(page, id);
  });

  it('on a chain that it does not know and that has no public node', async () => {
    const { page, wallet } = await visit(checkoutOf(await createIntent('5', 'USDC')));
    wallet.chainId = 1;
    wallet.known.delete(evm.node.chainId);
    await payButton(page).click();
    await notice(page, /^Network missing in your wallet/).waitFor();
    expect(wallet.methods).not.toContain('eth_sendTransaction');
  });

  it('if the payer rejects, and pays on the next attempt', async () => {
    const id = await createIntent('0.03', 'ETH');
    const { page, wallet } = await visit(checkoutOf(id));
    wallet.behavior = 'reject';
    await payButton(page).click();
    await notice(page, /^Payment declined .*Nothing was sent/).waitFor();
    wallet.behavior = 'sign';
    await payButton(page).click();
    await notice(page, /^Payment sent/).waitFor();
    await untilPaid(page, id);
  });

  it('without the token, or without the coin for the fee, and is not opened', async () => {
    const id = await createIntent('6', 'USDC');
    const poor = await evm.actors.newAccount();
    const { page, wallet } = await visit(checkoutOf(id), poor);
    await payButton(page).click();
    await notice(page, /^Not enough funds .*enough .USDC. on .Local EVM chain./).waitFor();
    await evm.actors.give(poor.address, evm.usdc, 10n ** 9n);
    await evm.node.setBalance(poor.address, 0n);
    await payButton(page).click();
    await notice(page, /^Not enough for the network fee .*more .ETH. on .Local EVM chain./).waitFor();
    expect(wallet.methods).not.toContain('eth_sendTransaction');
  });

  it('if it never answers: the payer goes back and copies what to send', async () => {
    const { page, wallet } = await visit(checkoutOf(await createIntent('7', 'USDC')));
    wallet.behavior = 'silent';
    await payButton(page).click();
    await notice(page, /^Continue in .Test EVM Wallet./).waitFor();
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await page.getByRole('button', { name: 'Copy amount' }).waitFor();
    expect(await payButton(page).getAttribute('aria-disabled')).toBeNull();
  });
});
