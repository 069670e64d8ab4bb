import { HDKey } from '@scure/bip32';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parametersOf } from '../../src/chains/bitcoin/network-parameters.ts';
import { openRpcProxy, type RpcProxy } from '../chains/rpc-proxy.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from '../chains/start-bitcoin-node.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { freePort } from '../support/external-postgres.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { setUpLinkOf } from '../support/set-up-link-of.ts';
import { addLitecoinWallet } from './add-litecoin-wallet.ts';
import { applyView, findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { launchChromium } from './launch-chromium.ts';
import { startTlsProxy, type TlsProxy } from './start-tls-proxy.ts';
import { takePicture } from './take-picture.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';

const litecoin = NODE_PROGRAMS.find(({ network }) => network.name === 'litecoin-regtest');

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(23)).derive("m/84'/2'/0'");

/**
 * From the first look at live mode to the checkout page of a live payment, by the checklist alone: the operator does what
 * its lines say, and the merchant follows its links. The payment itself would need real money. The node is on a private chain
 * and says that it began with the first block of Litecoin.
 */
describe.runIf(litecoin?.command)('going live', () => {
  let node: BitcoinNodeProcess;
  let live: RpcProxy;
  let proxy: TlsProxy;
  let databaseUrl: string;
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  const port = { http: 0, https: 0 };
  /** The lines of configuration that the page showed. */
  let lines: string[] = [];

  beforeAll(async () => {
    if (!litecoin) return;
    [node, databaseUrl, port.http, port.https] = await Promise.all([
      startBitcoinNode(litecoin),
      createMigrated(['control', 'data']),
      freePort(),
      freePort(),
    ]);
    live = await openRpcProxy(node.url);
    const { genesisHash } = parametersOf('litecoin');
    live.override = (method, [height]) => (method === 'getblockhash' && height === 0 ? genesisHash : undefined);
    server = await start({});
    proxy = await startTlsProxy(port.https, port.http);
    browser = await launchChromium();
    const context = await browser.newContext({ reducedMotion: 'reduce', ignoreHTTPSErrors: true });
    page = await context.newPage();
    await applyView(page, ['light', 1_280]);
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await server?.stop();
    await live?.remove();
    await node?.remove();
  });

  const start = (env: Record<string, string>) =>
    startServer({ databaseUrl, port: port.http, env: { FLORIN_LOG_LEVEL: 'error', ...env } });
  const steps = () => page.getByRole('list', { name: 'Go live' });
  const step = (title: string) => steps().getByRole('listitem').filter({ hasText: title });
  const isDone = (title: string) => step(title).getByText('Done:').waitFor({ state: 'attached' });
  const isOpen = (title: string) => step(title).getByText('To do:').first().waitFor({ state: 'attached' });
  const dialog = () => page.getByRole('dialog');
  const toHome = async () => {
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  };

  it('shows the lines that the operator has to add', async () => {
    await page.goto(await setUpLinkOf(server));
    await page.getByLabel('Business name').fill('Tulip & Sons');
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await isOpen('A node for a network');
    await isOpen('A wallet for a network');
    await isOpen('A first small live payment');
    await page.getByText('0 of 5 done.', { exact: false }).waitFor();
    await step('A node for a network').getByText('Variables for 8 networks').click();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    lines = await steps().locator('code').allTextContents();
    expect(lines).toEqual(
      expect.arrayContaining(['FLORIN_RPC_LITECOIN=https://…', 'FLORIN_BASE_URL=https://pay.example.com']),
    );
  });

  it('sees what the operator has done after the restart', async () => {
    const names = new Set(lines.map((line) => line.split('=')[0] ?? ''));
    const values: Record<string, string> = {
      FLORIN_RPC_LITECOIN: live.url,
      FLORIN_BASE_URL: `https://localhost:${port.https}`,
    };
    await server.stop();
    server = await start(Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))));
    await applyView(page, ['light', 1_280]);
    await page.goto(`https://localhost:${port.https}/dashboard?mode=live`);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await isDone('A node for Litecoin that answers');
    await isDone('A public address on HTTPS');
    await page.getByText('2 of 5 done.', { exact: false }).waitFor();
    await takePicture(page, 'go-live');
  });

  it('adds a wallet that its preview confirms', async () => {
    await step('A wallet for Litecoin').getByRole('link', { name: 'Add a wallet' }).click();
    await addLitecoinWallet(page, 'Litecoin', { extendedKey: account.publicExtendedKey, password: PASSWORD });
    await toHome();
    await isDone('A wallet for Litecoin');
  });

  it('creates a live key, and a small live payment that waits for its money', async () => {
    await step('A live key').getByRole('link', { name: 'Create a live key' }).click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await dialog().getByLabel('Name').fill('Server');
    await dialog().getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'API key “Server” created' }).waitFor();
    await dialog().getByRole('button', { name: 'I have stored it' }).click();
    await toHome();
    await isDone('A live key');
    await step('A first small live payment').getByRole('link', { name: 'New payment' }).click();
    await page.getByLabel('Email').fill('me@example.com');
    await page.getByLabel('Item 1: ID or name').fill('Trial');
    await page.getByLabel('Price of one in USD').fill('1');
    await page.getByLabel('Price of 1 LTC in USD').fill('80');
    await page.getByRole('button', { name: 'Create payment' }).click();
    await page.getByRole('heading', { name: '$1.00' }).waitFor();
    const [checkout] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open checkout' }).click(),
    ]);
    await checkout.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
    await checkout
      .getByText(/ltc1q[0-9a-z]+/)
      .first()
      .waitFor({ state: 'attached' });
    expect(await checkout.getByText('Simulate payment').count()).toBe(0);
    await checkout.close();
    await page.bringToFront();
    await toHome();
    await page.getByText('4 of 5 done.', { exact: false }).waitFor();
    await step('A first small live payment').getByText('Pay it from a wallet of your own', { exact: false }).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  });
});
