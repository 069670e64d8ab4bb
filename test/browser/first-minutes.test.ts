import { HDKey } from '@scure/bip32';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../../src/usecases/sessions/totp.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from '../chains/start-bitcoin-node.ts';
import { type Receiver, startReceiver } from '../http/start-receiver.ts';
import { makeDataFolder, removeDataFolder } from '../support/data-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { setUpLinkOf } from '../support/set-up-link-of.ts';
import { waitUntil } from '../support/wait-until.ts';
import { addLitecoinWallet } from './add-litecoin-wallet.ts';
import { applyView, findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { launchChromium } from './launch-chromium.ts';
import { takePicture } from './take-picture.ts';

const PASSWORD = 'correct horse battery';
const TEST_KEY_VERSIONS = { public: 0x043587cf, private: 0x04358394 };

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(22), TEST_KEY_VERSIONS).derive("m/84'/1'/0'");
const litecoin = NODE_PROGRAMS.find(({ network }) => network.name === 'litecoin-regtest');

/**
 * Everything here is done in the browser, on a server that began with an empty folder. The test reads the setup link from
 * the server's output, as an operator does, and plays the customer's wallet and the merchant's server. It calls no API.
 */
describe.runIf(litecoin?.command)('the first minutes', () => {
  let node: BitcoinNodeProcess;
  let receiver: Receiver;
  let dataDir: string;
  let server: RunningServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const errors: string[] = [];
  /** The link of the invitation. */
  let invitation = '';

  beforeAll(async () => {
    if (!litecoin) return;
    [node, receiver, dataDir] = await Promise.all([startBitcoinNode(litecoin), startReceiver(), makeDataFolder()]);
    const env = {
      FLORIN_LOG_LEVEL: 'error',
      FLORIN_SIMULATED_BLOCK_MS: '200',
      FLORIN_RPC_LITECOIN_REGTEST: node.url,
      FLORIN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    };
    server = await startServer({ dataDir, env });
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1_280, height: 860 }, reducedMotion: 'reduce' });
    context.on('weberror', (error) => errors.push(error.error().message));
    page = await context.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await removeDataFolder(dataDir);
    await receiver?.stop();
    await node?.remove();
  });

  const steps = () => page.getByRole('list', { name: 'First steps' });
  const step = (title: string) => steps().getByRole('listitem').filter({ hasText: title });
  const isDone = (title: string) => step(title).getByText('Done:').waitFor({ state: 'attached' });
  const dialog = () => page.getByRole('dialog');
  const toHome = () => page.getByRole('link', { name: 'Home' }).click();
  const expectAccessible = async () => {
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await applyView(page, ['light', 1_280]);
  };

  it('begin with the setup link', async () => {
    await page.goto(await setUpLinkOf(server));
    await page.getByLabel('Business name').fill('Tulip & Sons');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    const alert = page.getByRole('alert');
    await alert
      .or(page.getByRole('heading', { name: 'Home' }))
      .first()
      .waitFor();
    expect(await alert.allInnerTexts(), server.output()).toEqual([]);
    await steps().waitFor();
    await page.getByText('0 of 6 done.', { exact: false }).waitFor();
    await page.getByRole('region', { name: 'curl command' }).waitFor();
    await takePicture(page, 'home-new');
    await expectAccessible();
  });

  it('create a test payment, pay it, and have its invoice', async () => {
    await step('Create a test payment').getByRole('button', { name: 'Create a test payment' }).click();
    await isDone('Create a test payment');
    const [checkout] = await Promise.all([
      context.waitForEvent('page'),
      step('Pay it').getByRole('link', { name: 'Open checkout page' }).click(),
    ]);
    await checkout.getByRole('button', { name: 'Simulate payment' }).click();
    await checkout.getByRole('heading', { name: 'Payment received' }).waitFor();
    await checkout.close();
    // The page of the merchant was open all the time.
    await isDone('Pay it');
    await takePicture(page, 'home-started');
    await step('Pay it').getByRole('link', { name: 'View its invoice' }).click();
    await page.getByText(/^Invoice .*0*1$/).waitFor();
    const number = ((await page.getByText(/^Invoice .*\d+$/).textContent()) ?? '').replace('Invoice ', '');
    const href = (await page.getByRole('link', { name: 'Invoice PDF' }).getAttribute('href')) ?? '';
    // A busy server may ask to try again.
    const pdf = await waitUntil('the PDF is drawn', async () => {
      const answer = await context.request.get(new URL(href, page.url()).href);
      return answer.status() === 503 ? undefined : answer;
    });
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
    const text = readPdf(await pdf.body());
    expect(text).toContain(number);
    expect(text).toContain('121.00 USD');
  });

  it('add a wallet, after its preview', async () => {
    await toHome();
    await step('Add a wallet').getByRole('link', { name: 'Add a wallet' }).click();
    await addLitecoinWallet(page, 'Litecoin regtest', { extendedKey: account.publicExtendedKey, password: PASSWORD });
    await toHome();
    await isDone('Add a wallet');
  });

  it('add a webhook endpoint, which has to answer', async () => {
    receiver.answer = { status: 500 };
    await step('Add a webhook endpoint').getByRole('link', { name: 'Add an endpoint' }).click();
    await page.getByRole('button', { name: 'Add your first endpoint' }).click();
    await dialog().getByLabel('URL').fill(receiver.url);
    await dialog().getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('heading', { name: 'Endpoint added' }).waitFor();
    await dialog().getByRole('button', { name: 'I have stored it' }).click();
    await toHome();
    await step('Add a webhook endpoint').getByText('has not answered with a 2xx status', { exact: false }).waitFor();
    receiver.answer = { status: 200 };
    await step('Add a webhook endpoint').getByRole('link', { name: 'Send a test event' }).click();
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await toHome();
    await isDone('Add a webhook endpoint');
  });

  it('add an item to the catalog, where there was none', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add your first item' }).click();
    await dialog().getByLabel('Item ID').fill('sku_bulbs');
    await dialog().getByLabel('Name').fill('Tulip bulbs');
    await dialog().getByLabel('Price').fill('9.50');
    await dialog().getByRole('button', { name: 'Save item' }).click();
    await page.getByRole('cell', { name: 'Tulip bulbs' }).waitFor();
    await toHome();
  });

  it('take a real payment on the test network, from the form', async () => {
    await page.getByRole('link', { name: 'New payment' }).click();
    await page.getByRole('button', { name: 'Create payment' }).click();
    await page.getByText('Enter the price of 1 LTC', { exact: false }).waitFor();
    expect(await page.getByLabel('Item 1').inputValue()).toBe('sku_bulbs');
    await page.getByLabel('Quantity').fill('2');
    await page.getByRole('button', { name: 'Add another item' }).click();
    await page.getByLabel('Item 2', { exact: true }).selectOption('Another item');
    await page.getByLabel('Item 2: ID or name').fill('Gift wrapping');
    await page.getByLabel('Price of one in USD').fill('1');
    await page.getByLabel('Tax in percent').fill('21');
    await page.getByLabel('Prices of items').selectOption('added');
    await page.getByLabel('Price of 1 LTC in USD').fill('80');
    await page.getByText('0.3025 LTC').waitFor();
    await page.getByLabel('Email').fill('grace');
    await page.getByRole('button', { name: 'Create payment' }).click();
    // The server says what is missing, beside the field.
    await page.getByText('Must be an email address', { exact: false }).waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible();
    await page.getByLabel('Name (optional)').fill('Grace Hopper');
    await page.getByLabel('Email').fill('grace@example.com');
    expect(await page.getByText('Must be an email address', { exact: false }).count()).toBe(0);
    await takePicture(page, 'new-payment');
    await page.getByRole('button', { name: 'Create payment' }).click();
    await page.getByRole('heading', { name: '$24.20' }).waitFor();
    const [checkout] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open checkout' }).click(),
    ]);
    const address = await checkout
      .getByText(/rltc1[0-9a-z]+/)
      .first()
      .textContent();
    await node.send(/rltc1[0-9a-z]+/.exec(address ?? '')?.[0] ?? '', '0.3025');
    await checkout.getByRole('heading', { name: 'Waiting for confirmation' }).waitFor();
    await node.mine(6);
    await checkout.getByRole('heading', { name: 'Payment received' }).waitFor();
    await page.getByText('Fulfill the order.').waitFor();
    await expect
      .poll(() => receiver.received.some(({ body }) => body.includes('"payment_intent.succeeded"')))
      .toBe(true);
  });

  it('turn on a second factor and invite a colleague', async () => {
    await toHome();
    await step('Turn on two-factor').getByRole('link', { name: 'Turn on' }).click();
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await turnOnTotp();
    await toHome();
    await isDone('Turn on two-factor authentication');
    await step('Invite a colleague').getByRole('link', { name: 'Invite' }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog().getByLabel('Email').fill('grace@example.com');
    await dialog().getByLabel('Role').selectOption('accountant');
    await dialog().getByLabel('Your password').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Create invitation' }).click();
    const link = dialog().getByText('/dashboard/invitation#', { exact: false });
    await link.waitFor();
    invitation = (await link.textContent()) ?? '';
    await dialog().getByRole('button', { name: 'Done' }).click();
    await toHome();
  });

  async function turnOnTotp(): Promise<void> {
    await page.getByRole('button', { name: 'Set up app' }).click();
    await dialog().getByLabel('Your password').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Continue' }).click();
    const secret = ((await dialog().locator('code').first().textContent()) ?? '').replaceAll(' ', '');
    await dialog()
      .getByLabel('Code')
      .fill(totpCode(secret, Math.floor(Date.now() / 30_000)));
    await dialog().getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await dialog().getByRole('button', { name: 'I have stored them' }).click();
  }

  it('show an accountant the list without buttons that the role does not allow', async () => {
    const theirs = await browser.newContext({ reducedMotion: 'reduce' });
    const home = await theirs.newPage();
    await home.goto(invitation);
    await home.getByLabel('Password').first().fill(PASSWORD);
    await home.getByRole('button', { name: 'Create account' }).click();
    await home.getByRole('heading', { name: 'Home' }).waitFor();
    // What is left to do for this person, and for others.
    await home.getByText('5 of 6 done.', { exact: false }).waitFor();
    await home.getByRole('link', { name: 'Turn on' }).waitFor();
    await home.getByRole('button', { name: 'Expand “Go live”' }).click();
    await home.getByText('Ask an owner or a developer to do this.', { exact: false }).waitFor();
    for (const name of ['New payment', 'Create a live key', 'Add a wallet']) {
      expect([name, await home.getByRole('link', { name }).count()]).toEqual([name, 0]);
    }
    await home.goto(`${server.baseUrl}/dashboard/payments/new`);
    await home.getByText('Your role does not include this page').waitFor();
    await theirs.close();
  });

  it('end with a list that collapses, can be opened, hidden, and shown again', async () => {
    await page.getByText('All 6 steps done.').waitFor();
    expect(await steps().count()).toBe(0);
    await takePicture(page, 'home-done');
    await page.getByRole('button', { name: 'Expand “First steps”' }).click();
    await isDone('Invite a colleague');
    await page.getByRole('button', { name: 'Hide “First steps”' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Show “First steps”' }).waitFor();
    expect(await page.getByText('All 6 steps done.').count()).toBe(0);
    await page.getByRole('button', { name: 'Show “First steps”' }).click();
    await page.getByText('All 6 steps done.').waitFor();
    await expectAccessible();
    expect(errors).toEqual([]);
  });
});
