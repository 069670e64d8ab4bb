import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from '../chains/start-bitcoin-node.ts';
import { pricedAt } from '../support/client.ts';
import { florin, type NewMerchant } from '../support/server.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { createIntent, openRealShop, type RealShop, untilStatus } from './open-real-shop.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';
const TEST_KEY_VERSIONS = { public: 0x043587cf, private: 0x04358394 };

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(21), TEST_KEY_VERSIONS).derive("m/84'/1'/0'");
const litecoin = NODE_PROGRAMS.find(({ network }) => network.name === 'litecoin-regtest');

describe.runIf(litecoin?.command)('a wallet on a real server with a real node', () => {
  let node: BitcoinNodeProcess;
  let shop: RealShop;
  let keys: NewMerchant;
  let preview: string[] = [];

  beforeAll(async () => {
    if (!litecoin) return;
    node = await startBitcoinNode(litecoin);
    shop = await openRealShop({ FLORIN_RPC_LITECOIN_REGTEST: node.url });
    const owner = ['--name', 'Tulip & Sons', '--email', EMAIL, '--password', PASSWORD];
    keys = await florin<NewMerchant>(shop.options, 'merchants', 'create', ...owner);
    const { page, server } = shop;
    await page.goto(`${server.baseUrl}/dashboard/sign-in?next=/dashboard/settings/wallets`);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor();
  });

  afterAll(async () => {
    await shop?.stop();
    await node?.remove();
  });

  const dialog = () => shop.page.getByRole('dialog');

  async function enter(text: string): Promise<void> {
    await dialog().getByLabel('Extended public key or descriptor').fill(text);
    await dialog().getByRole('button', { name: 'Preview addresses' }).click();
  }

  it('a private key is rejected with a warning', async () => {
    const { page } = shop;
    await page.getByRole('button', { name: 'Add wallet for Litecoin regtest' }).click();
    await enter(account.privateExtendedKey);
    await dialog().getByRole('alert').getByText('Move your funds now').waitFor();
    expect(await dialog().getByRole('alert').textContent()).toContain('Move the money');
    expect(await page.content()).not.toContain(account.privateExtendedKey);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  });

  it('an address is rejected, and a key without a script type asks for it', async () => {
    await enter('rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kwn8sn8');
    await dialog().getByText('This is a single address.', { exact: false }).waitFor();
    expect(await dialog().getByRole('alert').count()).toBe(0);
    await enter(account.publicExtendedKey);
    await dialog().getByLabel('Address type').selectOption('p2wpkh');
    await dialog().getByRole('button', { name: 'Preview addresses' }).click();
    await dialog().getByRole('region', { name: 'Preview' }).waitFor();
    preview = await dialog().getByRole('region', { name: 'Preview' }).getByRole('listitem').allTextContents();
    expect(preview).toHaveLength(3);
    // The node derives the same addresses from the same key.
    const text = `wpkh(${account.publicExtendedKey}/0/*)`;
    const { descriptor } = await node.call<{ descriptor: string }>('getdescriptorinfo', text);
    expect(preview).toEqual(await node.call('deriveaddresses', descriptor, [0, 2]));
    expect(await findA11yIssuesIn(VIEWS, shop.page)).toEqual([]);
  });

  it('a wrong password is rejected, the right one saves the wallet', async () => {
    const { page } = shop;
    await dialog().getByLabel('Your password').fill('wrong horse battery');
    await dialog().getByRole('button', { name: 'Save wallet' }).click();
    await dialog().getByText('The password is wrong.').waitFor();
    await dialog().getByLabel('Your password').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Save wallet' }).click();
    const card = page.getByRole('region', { name: 'Litecoin regtest' });
    await card.getByText(preview[0] ?? '?', { exact: true }).waitFor();
    await page.reload();
    await card.getByText('Active', { exact: true }).waitFor();
    expect(await card.getByRole('listitem').allTextContents()).toEqual(preview);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  });

  it('the checkout shows a previewed address, and a payment to it is found', async () => {
    const { page, server, context } = shop;
    const id = await createIntent(server.baseUrl, keys, pricedAt(20, '0.5 LTC'));
    await page.goto(`${server.baseUrl}/dashboard/payments/${id}`);
    const reasons = page.getByRole('region', { name: 'Why is this unpaid?' });
    await reasons.getByText('No payment target yet', { exact: false }).waitFor();

    const checkout = await context.newPage();
    await checkout.goto(`${server.baseUrl}/${keys.public_key}/checkout/${id}`);
    await checkout
      .getByText(preview[0] ?? '?')
      .first()
      .waitFor({ state: 'attached' });
    await checkout.close();

    await page.reload();
    await reasons.getByText('Watching Litecoin regtest', { exact: false }).waitFor();
    await reasons.getByText('No payments detected.').waitFor();
    await node.send(preview[0] ?? '', '0.5');
    await untilStatus(server.baseUrl, keys, id, 'processing');
    await reasons.getByText('pending, ', { exact: false }).waitFor();
    await node.mine(6);
    await page.getByText('Fulfill the order.').waitFor();
  });

  it('the wallet is removed with the password', async () => {
    const { page, server } = shop;
    await page.goto(`${server.baseUrl}/dashboard/settings/wallets`);
    await page.getByRole('button', { name: 'Remove wallet for Litecoin regtest' }).click();
    await dialog().getByLabel('Your password').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Remove wallet' }).click();
    await page.getByRole('button', { name: 'Add wallet for Litecoin regtest' }).waitFor();
  });
});
