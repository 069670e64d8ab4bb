import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsQR from 'jsqr';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES, SAMPLE_PAYMENT } from '../../web/checkout/fixtures.ts';
import type { CheckoutState } from '../../web/checkout/view/state.ts';
import { waitUntil } from '../support/wait-until.ts';
import { findA11yIssues, findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { launchChromium } from './launch-chromium.ts';
import { type CheckoutServer, serveCheckout } from './serve-checkout.ts';
import { tabTo } from './tab-to.ts';

let folder: string;
let server: CheckoutServer;
let browser: Browser;
/** Opening a window is slow, so tests without their own settings share one. */
let shared: BrowserContext;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-checkout-'));
  server = await serveCheckout(FIXTURES, folder);
  browser = await launchChromium();
  shared = await makeContext({});
  // This page keeps the window open between tests.
  await shared.newPage();
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  for (const page of shared.pages().slice(1)) await page.close();
});
afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Opened {
  page: Page;
  /** Errors from the console and from scripts. */
  browserErrors: string[];
  /** Requests to other servers. */
  foreignRequests: string[];
}

function makeContext(settings: NonNullable<Parameters<Browser['newContext']>[0]>): Promise<BrowserContext> {
  return browser.newContext({ reducedMotion: 'reduce', ...settings });
}

async function open(path: string, settings?: Parameters<typeof makeContext>[0]): Promise<Opened> {
  const context = settings === undefined ? shared : await makeContext(settings);
  if (settings !== undefined) contexts.push(context);
  const page = await context.newPage();
  const browserErrors: string[] = [];
  const foreignRequests: string[] = [];
  page.on('console', (message) => {
    // The browser logs the 404 of an unknown link.
    if (message.type() === 'error' && !message.text().includes('404')) browserErrors.push(message.text());
  });
  page.on('pageerror', (error) => browserErrors.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreignRequests.push(request.url());
  });
  await page.goto(`${server.url}${path}`);
  return { page, browserErrors, foreignRequests };
}

/** Waits until the custom element has taken over. */
async function untilInteractive(page: Page): Promise<void> {
  await page.locator('florin-checkout .card').waitFor();
  await page.waitForFunction('document.querySelector("florin-checkout").shadowRoot.querySelector(".ready") !== null');
}

describe.each(Object.entries(FIXTURES))('%s', (name, state) => {
  it.each(['en', 'ar'])('in %s has no issues', async (locale) => {
    const { page, browserErrors, foreignRequests } = await open(`/checkout/${name}?locale=${locale}`);
    if (state !== null) await untilInteractive(page);
    // axe adds its own styles, so check the page's own errors first.
    expect(browserErrors).toEqual([]);
    // every-page.test.ts checks the English screens on a real server.
    if (locale === 'ar') expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(foreignRequests).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });
});

/** The words of the merchant's name that are written on more than one line. */
const BROKEN_WORDS = `(() => {
  const text = document.querySelector('florin-checkout').shadowRoot.querySelector('.name').firstChild;
  const range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
})()`;

it.each([
  [320, 'Tulip & Söhne GmbH', []],
  [230, 'Tulip & Söhne GmbH', []],
  [230, 'Donaudampfschifffahrtsgesellschaft mbH', ['Donaudampfschifffahrtsgesellschaft']],
])('at %i px, only words longer than the line are broken: %s', async (width, name, broken) => {
  server.set('named', { ...FIXTURES.awaiting, merchant: { ...FIXTURES.awaiting.merchant, name } });
  const { page } = await open('/checkout/named', { viewport: { width, height: 640 } });
  await untilInteractive(page);
  expect(await page.evaluate(BROKEN_WORDS)).toEqual(broken);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
});

const modules = () => server.requests.filter((request) => request.endsWith('.js'));

describe('the first load', () => {
  it.each(['en', 'ar'])('is the script and the text in %s, each loaded once', async (locale) => {
    const before = modules().length;
    const { page } = await open(`/checkout/awaiting?locale=${locale}`, {});
    await untilInteractive(page);
    const { script, languages } = server.manifest;
    const files = [script, languages[locale]].map((built) => `GET /files/${built?.file}`);
    expect(modules().slice(before).sort()).toEqual(files.sort());
  });

  it('shows the server’s page until the text is there, and asks for it again', async () => {
    const context = await makeContext({});
    contexts.push(context);
    const page = await context.newPage();
    await page.clock.install();
    const text = `**/${server.manifest.languages['en']?.file}`;
    let isRefused = false;
    await page.route(text, (route) => {
      isRefused = true;
      return route.abort();
    });
    await page.goto(`${server.url}/checkout/awaiting`);
    await waitUntil('the text was refused', () => isRefused);
    expect(await page.getByRole('link', { name: 'Check again' }).count()).toBe(1);
    await page.unroute(text);
    await within(10, page, () => page.getByText('This page updates automatically.').isVisible());
  });
});

describe('on a phone', () => {
  const sizes = [
    [320, 640],
    [390, 844],
  ] as const;
  const views = sizes.flatMap(([width, height]) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, height, colorScheme })),
  );
  const states = ['awaiting', 'several_networks', 'exact_amount', 'partial', 'last_minutes'] as const;

  it.each(views)('$width × $height, $colorScheme, what to pay and how is visible at once', async (view) => {
    const { colorScheme, ...viewport } = view;
    for (const name of states) {
      const { page } = await open(`/checkout/${name}`, { viewport, colorScheme, hasTouch: true });
      await untilInteractive(page);
      for (const part of ['.total', '.field-amount', '.rate', '.deadline time', '.ways .button']) {
        const box = await page.locator(`florin-checkout ${part}:visible`).first().boundingBox();
        expect(box && box.y >= 0 && box.y + box.height <= view.height, `${name} ${part} ${JSON.stringify(box)}`).toBe(
          true,
        );
      }
    }
  });

  it.each([
    ['a phone', { width: 390, height: 844 }, true, 'wallet'],
    ['a tablet', { width: 1_024, height: 768 }, true, 'wallet'],
    ['a small window', { width: 390, height: 844 }, false, 'wallet'],
    ['a desk', { width: 1_280, height: 800 }, false, 'code'],
  ] as const)('%s shows first: %#', async (_, viewport, hasTouch, first) => {
    const { page } = await open('/checkout/awaiting', { viewport, hasTouch, isMobile: hasTouch });
    const top = async (part: string) => (await page.locator(`florin-checkout ${part}`).boundingBox())?.y ?? 0;
    expect((await top('.ways .button')) < (await top('.qr'))).toBe(first === 'wallet');
  });
});

const deadlineOn = (page: Page) => page.locator('florin-checkout .deadline time');

it('shows the deadline in the payer’s time zone, and with the zone where no script runs', async () => {
  const timezoneId = 'Asia/Kolkata';
  const { page } = await open('/checkout/awaiting', { timezoneId });
  await untilUpdating(page);
  expect(await deadlineOn(page).innerText()).toMatch(/^6:00\sPM$/);
  expect(await deadlineOn(page).getAttribute('datetime')).toBe(FIXTURES.awaiting.expires_at);
  const plain = await open('/checkout/awaiting', { timezoneId, javaScriptEnabled: false });
  expect(await deadlineOn(plain.page).innerText()).toMatch(/^12:30\sPM UTC$/);
});

/** Opens the panel for payments by hand, unless it is open. */
async function openPanel(page: Page): Promise<Locator> {
  const panel = page.locator('florin-checkout .manual:visible');
  if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click();
  return panel;
}

/** Waits until what needs a script is there. */
const untilUpdating = (page: Page) => page.getByText('This page updates automatically.').waitFor();

describe('without JavaScript', () => {
  it('shows the amount, QR code, status and what to send manually, and a link to check again', async () => {
    const { page } = await open('/checkout/awaiting', {
      javaScriptEnabled: false,
      viewport: { width: 400, height: 900 },
    });
    const card = page.locator('florin-checkout').locator('.card');
    const { address = '', amount = '' } = FIXTURES.awaiting.options[0]?.manual ?? {};
    for (const part of ['0.24250318', 'Waiting for your payment']) expect(await card.innerText()).toContain(part);
    expect(await card.innerText()).not.toContain(address);
    await page.locator('summary').focus();
    await page.keyboard.press('Enter');
    for (const part of [address, amount, 'Solana']) expect(await card.innerText()).toContain(part);
    expect(await readCode(page)).toBe(FIXTURES.awaiting.options[0]?.uri);
    await page.getByRole('link', { name: 'Check again' }).click();
    expect(new URL(page.url()).pathname).toBe('/checkout/awaiting');
    expect(await page.getByRole('button').count()).toBe(0);
  });
});

/** The addresses that the payer can copy. */
async function shown(page: Page): Promise<string[]> {
  await openPanel(page);
  return page.locator('florin-checkout .address:visible').allInnerTexts();
}

describe('several networks', () => {
  const [first, second] = FIXTURES.several_networks.options;

  it.each([true, false])(
    'one is selected at a time, with its own QR code, amount and address; script: %s',
    async (script) => {
      const { page } = await open('/checkout/several_networks', { javaScriptEnabled: script });
      if (script) await untilInteractive(page);
      const group = page.getByRole('group', { name: 'Choose a network' });
      expect(await group.getByRole('radio').count()).toBe(2);
      expect(await shown(page)).toEqual([first?.address]);
      expect(await readCode(page)).toBe(first?.uri);
      await group.getByRole('radio', { name: 'Simulated network 0.2425032 SOL' }).check();
      expect(await shown(page)).toEqual([second?.address]);
      expect(await readCode(page)).toBe(second?.uri);
      expect(await page.locator('.field-amount .amount:visible').innerText()).toBe('0.2425032 SOL');
    },
  );

  it('the keyboard selects one in both text directions, and updates keep the selection', async () => {
    for (const locale of ['en', 'ar']) {
      server.set('selected', FIXTURES.several_networks);
      const { page } = await open(`/checkout/selected?locale=${locale}`);
      await untilInteractive(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      expect(await shown(page)).toEqual([second?.address]);
      const rest = FIXTURES.several_networks.options.map((option) => ({ ...option, amount: '0.1' }));
      server.set('selected', { ...FIXTURES.partial, options: rest });
      await page.locator('.field-amount:visible', { hasText: '0.1' }).waitFor();
      expect(await shown(page)).toEqual([second?.address]);
      server.set('selected', { ...FIXTURES.confirming, sequence: 4 });
      await page.locator('florin-checkout progress').waitFor();
      server.set('selected', { ...FIXTURES.several_networks, sequence: 5, options: rest.toReversed() });
      await page.locator('florin-checkout .networks').waitFor();
      expect(await shown(page)).toEqual([second?.address]);
    }
  });
});

describe('sending manually or from an exchange', () => {
  it.each(['en', 'ar'])('is accessible in %s', async (locale) => {
    const { page } = await open(`/checkout/awaiting?locale=${locale}`);
    await untilInteractive(page);
    const panel = await openPanel(page);
    expect(await panel.locator('.address').innerText()).toBe(FIXTURES.awaiting.options[0]?.manual?.address);
    expect(await panel.locator('.amount').innerText()).toBe('0.24250341 SOL');
    expect(await panel.getByRole('button').count()).toBe(3);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  });

  it('stays open for the rest of a partial payment, and disappears if a payment could not be matched', async () => {
    const page = await follow('by_hand', FIXTURES.awaiting);
    const panel = await openPanel(page);
    server.set('by_hand', FIXTURES.partial);
    await panel.locator('.amount', { hasText: '0.14250329 SOL' }).waitFor();
    await panel.getByRole('button', { name: 'Copy amount' }).focus();
    server.set('by_hand', { ...FIXTURES.no_manual_amount, sequence: 4 });
    await panel.waitFor({ state: 'detached' });
    expect(await page.locator('florin-checkout .address').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Open wallet' }).getAttribute('href')).toBe(
      FIXTURES.awaiting.options[0]?.uri,
    );
    expect(await readCode(page)).toBe(FIXTURES.awaiting.options[0]?.uri);
  });
});

describe('a network that cannot be seen', () => {
  const blind = /We can’t see payments on .Solana. right now\. .*do not pay again/;

  it('is named beside its option and announced, and the other option stays as it is', async () => {
    const page = await follow('blind', FIXTURES.several_networks);
    const said = await listen(page);
    server.set('blind', FIXTURES.blind_network);
    const [solana, simulated] = [0, 1].map((at) => page.locator('florin-checkout .network').nth(at));
    await solana?.locator('[data-notice=blind]', { hasText: blind }).waitFor();
    expect(await page.locator('[data-notice]').count()).toBe(1);
    expect((await said()).at(-1)).toMatch(blind);
    expect(await page.locator('florin-checkout h2').innerText()).toBe('Waiting for your payment');
    await simulated?.getByRole('radio').check();
    expect(await solana?.locator('[data-notice=blind]').isVisible()).toBe(true);
    expect(await shown(page)).toEqual([FIXTURES.several_networks.options[1]?.address]);
    server.set('blind', FIXTURES.several_networks);
    await page.locator('[data-notice]').waitFor({ state: 'detached' });
  });

  it('is the screen if there is no other, with the instructions folded', async () => {
    const page = await follow('all_blind', FIXTURES.awaiting);
    const said = await listen(page);
    server.set('all_blind', FIXTURES.delayed);
    await page.getByRole('heading', { name: 'Network temporarily unavailable' }).waitFor();
    expect((await said()).at(-1)).toMatch(blind);
    expect(await page.locator('florin-checkout .qr').isVisible()).toBe(false);
    await page.getByText('I have not paid yet').click();
    expect(await readCode(page)).toBe(FIXTURES.delayed.options[0]?.uri);
    expect(await page.locator('[data-notice]').count()).toBe(0);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  });
});

it('asks for nothing from the deadline on, and announces it', async () => {
  const page = await follow('deadline', FIXTURES.awaiting);
  const said = await listen(page);
  const deadline = Date.parse(FIXTURES.awaiting.expires_at);
  server.set('deadline', { ...FIXTURES.awaiting, server_time: new Date(deadline - 2_000).toISOString() });
  await page.getByRole('heading', { name: 'Time is up' }).waitFor();
  expect(await page.locator('florin-checkout .qr, florin-checkout .manual').count()).toBe(0);
  expect(await page.getByText('Waiting for your payment').count()).toBe(0);
  expect((await said()).at(-1)).toContain('Do not send anything now.');
});

describe('the QR code in a screenshot', () => {
  it.each([
    ['awaiting', 320, 'light'],
    ['awaiting', 1_280, 'dark'],
    ['partial', 320, 'dark'],
    ['exact_amount_of_coin', 320, 'light'],
  ] as const)('%s at %d px, %s, contains the wallet link', async (name, width, colorScheme) => {
    const { page } = await open(`/checkout/${name}`, { viewport: { width, height: 800 }, colorScheme });
    await untilInteractive(page);
    expect(await readCode(page)).toBe(FIXTURES[name].options[0]?.uri);
  });

  it('of a token on an EVM network contains the plain address of the chosen network', async () => {
    const { page } = await open('/checkout/several_evm_networks', { javaScriptEnabled: false });
    const [base, arbitrum] = FIXTURES.several_evm_networks.options;
    for (const { network_name, address, manual } of [base, arbitrum]) {
      await page.getByRole('radio', { name: network_name }).check();
      expect(await readCode(page)).toBe(address);
      expect(await page.locator('florin-checkout .address:visible').allInnerTexts()).toEqual([address]);
      const amounts = await page.locator('florin-checkout .field .amount:visible').allInnerTexts();
      expect(amounts).toEqual([`${manual.amount} USDC`, `${manual.amount} USDC`]);
      await page.getByText(`only on this network: \u2068${network_name}\u2069.`).first().waitFor();
    }
  });
});

/** Records every announcement from now on. A tick writes the empty region again, which announces nothing. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    globalThis.said = [];
    const region = document.querySelector('florin-checkout').shadowRoot.querySelector('[aria-live]');
    new MutationObserver(() => region.textContent && globalThis.said.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true });
  }`);
  return () => page.evaluate('globalThis.said');
}

/** Runs the page's fake clock until the condition holds, for at most this many seconds. */
async function within(seconds: number, page: Page, condition: () => Promise<boolean>): Promise<void> {
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('response', (response) => asked.delete(response.request()));
  page.on('requestfailed', (request) => asked.delete(request));
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1_000);
    // Requests are answered in real time.
    await waitUntil('the page is answered', () => asked.size === 0);
    if (await condition()) return;
  }
  throw new Error(`The condition did not hold within ${seconds} s of the page's clock.`);
}

/** What the page has been told so far is on the screen after its next two frames. */
async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

/** Counts the messages that the page's stream gets from here on. */
async function countMessages(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  let count = 0;
  devtools.on('Network.eventSourceMessageReceived', () => {
    count += 1;
  });
  await devtools.send('Network.enable');
  return () => count;
}

async function follow(name: string, first: CheckoutState): Promise<Page> {
  server.set(name, first);
  const { page } = await open(`/checkout/${name}`);
  await untilInteractive(page);
  return page;
}

describe('an open page', () => {
  it('follows a payment without a reload and announces each change once', async () => {
    const page = await follow('whole', FIXTURES.awaiting);
    const said = await listen(page);
    await page.evaluate(
      'globalThis.statuses = []; addEventListener("florin:status", ({ detail }) => statuses.push(detail.status))',
    );
    const title = page.locator('florin-checkout h2');
    const messages = await countMessages(page);
    for (const [state, heading] of [
      [FIXTURES.seen, 'Waiting for confirmation'],
      [FIXTURES.confirming, 'Confirming your payment'],
      [FIXTURES.confirming, 'Confirming your payment'],
      [FIXTURES.paid, 'Payment received'],
    ] as const) {
      server.set('whole', state);
      await title.filter({ hasText: heading }).waitFor();
    }
    // A stale state changes nothing and announces nothing.
    server.set('whole', FIXTURES.seen);
    await waitUntil('all five changes were told', () => messages() === 5);
    await untilDrawn(page);
    expect(await title.innerText()).toBe('Payment received');
    expect((await said()).map((text) => text.split('.')[0])).toEqual([
      'Waiting for confirmation',
      'Confirming your payment',
      'Payment received',
    ]);
    expect(await page.evaluate('globalThis.statuses')).toEqual(['processing', 'succeeded']);
  });

  it('hydrates the server’s HTML instead of replacing it', async () => {
    server.set('hydrated', FIXTURES.awaiting);
    const { page } = await open('/checkout/hydrated');
    await page.addInitScript(
      'document.addEventListener("readystatechange", () => { globalThis.qr ??= document.querySelector("florin-checkout")?.shadowRoot?.querySelector(".qr"); })',
    );
    await page.reload();
    await untilInteractive(page);
    await untilUpdating(page);
    expect(
      await page.evaluate(
        'qr !== undefined && qr === document.querySelector("florin-checkout").shadowRoot.querySelector(".qr")',
      ),
    ).toBe(true);
  });

  it('shows a lost connection, keeps the last state, and reconnects', async () => {
    server.set('lost', FIXTURES.seen);
    const context = await makeContext({});
    contexts.push(context);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${server.url}/checkout/lost`);
    await untilInteractive(page);
    const notice = page.locator('[data-notice=lost]');
    server.goOffline();
    await within(20, page, () => notice.isVisible());
    expect(await page.locator('florin-checkout h2').innerText()).toBe('Waiting for confirmation');
    expect(await findA11yIssues(page)).toEqual([]);
    server.set('lost', FIXTURES.paid);
    server.goOnline();
    await within(30, page, () => page.getByRole('heading', { name: 'Payment received' }).isVisible());
    await notice.waitFor({ state: 'detached' });
  });

  it('shows when the payment no longer exists', async () => {
    const page = await follow('gone', FIXTURES.awaiting);
    server.set('gone', null);
    server.goOffline();
    server.goOnline();
    await page.getByRole('heading', { name: 'Payment not found' }).waitFor();
  });
});

describe('the keyboard', () => {
  it('opens the panel, copies network, address and amount, announces it, and keeps the focus when the screen changes', async () => {
    server.set('keys', FIXTURES.awaiting);
    const { page } = await open('/checkout/keys', { permissions: ['clipboard-read', 'clipboard-write'] });
    await untilInteractive(page);
    const region = page.locator('florin-checkout [aria-live]');
    const { address, amount } = FIXTURES.awaiting.options[0]?.manual ?? {};
    await tabTo(page, 'Send manually or from an exchange');
    await page.keyboard.press('Enter');
    for (const [name, value] of [
      ['Copy network', 'Solana'],
      ['Copy address', address],
      ['Copy amount', amount],
    ] as const) {
      await tabTo(page, name);
      await page.keyboard.press('Enter');
      await page.waitForFunction(`navigator.clipboard.readText().then((text) => text === ${JSON.stringify(value)})`);
      await region.filter({ hasText: 'Copied' }).waitFor();
    }
    server.set('keys', FIXTURES.seen);
    await page.getByRole('heading', { name: 'Waiting for confirmation' }).waitFor();
    expect(await page.evaluate('document.querySelector("florin-checkout").shadowRoot.activeElement?.id')).toBe('title');
  });
});

const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type ?\/Page\b/g)?.length;

const styleOf = (page: Page, part: string, property: string) =>
  page.evaluate(
    `getComputedStyle(document.querySelector('florin-checkout').shadowRoot.querySelector('${part}')).${property}`,
  );

describe('the accent color', () => {
  const states = ['awaiting', 'several_networks', 'last_minutes', 'confirming', 'paid', 'partial'] as const;

  it.each(['#ffffff', '#000000', '#ffd400', '#777777', '#0f766e'])('%s is readable everywhere', async (accent) => {
    for (const name of states) {
      server.set('tinted', {
        ...FIXTURES[name],
        merchant: { ...FIXTURES[name].merchant, accent_color: accent },
      });
      const { page } = await open(`/checkout/tinted?accent=${accent.slice(1)}`);
      await untilInteractive(page);
      expect(await findA11yIssuesIn(VIEWS, page), name).toEqual([]);
    }
  });

  it('is on buttons, links, the focus, the timer and the progress', async () => {
    const merchant = { ...FIXTURES.awaiting.merchant, accent_color: '#0b6b43' };
    const green = 'rgb(11, 107, 67)';
    server.set('green', { ...FIXTURES.last_minutes, merchant });
    const { page } = await open('/checkout/green');
    await untilInteractive(page);
    // The page was rendered without the color, so the script links it.
    await expect.poll(() => styleOf(page, '.button', 'backgroundColor')).toBe(green);
    for (const part of ['.link', '.timer', '.badge', '.status > .icon'])
      expect(await styleOf(page, part, 'color'), part).toBe(green);
    await tabTo(page, 'Open wallet');
    expect(await styleOf(page, '.button', 'outlineColor')).toBe(green);
  });
});

describe('the receipt', () => {
  const long: CheckoutState = {
    ...FIXTURES.overpaid,
    description: 'Beans '.repeat(160),
    items: Array.from({ length: 100 }, () => FIXTURES.paid.items).flat(),
    receipt: { paid_at: null, payments: Array.from({ length: 8 }, () => SAMPLE_PAYMENT), more_payments: 92 },
  };

  it.each([
    ['paid', FIXTURES.paid, 'A4'],
    ['paid', FIXTURES.paid, 'Letter'],
    ['with all that it can list', long, 'A4'],
    ['with all that it can list', long, 'Letter'],
  ] as const)('%s prints on one page: %#', async (_, state, format) => {
    server.set('printed', state);
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await open('/checkout/printed', { colorScheme });
      await untilInteractive(page);
      expect(pagesIn(await page.pdf({ format, printBackground: true }))).toBe(1);
    }
  });

  it('links the transaction to a block explorer, prints, and can be downloaded', async () => {
    const { page } = await open('/checkout/paid');
    await page.addInitScript('globalThis.print = () => { globalThis.printed = true; }');
    await page.reload();
    const link = page.getByRole('link', { name: 'View on block explorer' });
    expect(await link.getAttribute('href')).toBe(SAMPLE_PAYMENT.explorer_url);
    expect(await link.getAttribute('rel')).toBe('noopener');
    expect(await page.locator('florin-checkout .tx').innerText()).toBe(SAMPLE_PAYMENT.tx);
    expect(await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe(
      '/checkout/paid/receipt.pdf',
    );
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.evaluate('globalThis.printed')).toBe(true);
  });

  it('is there without JavaScript, except for what needs it', async () => {
    const { page } = await open('/checkout/paid', { javaScriptEnabled: false });
    expect(await page.locator('florin-checkout .tx').innerText()).toBe(SAMPLE_PAYMENT.tx);
    expect(await page.getByRole('button').count()).toBe(0);
  });
});

const countdown = (page: Page) => page.locator('florin-checkout .returning');

/** Opens a page whose clock can be moved, with a shop behind its return URL. */
async function openWithShop(path: string, host = '127.0.0.1'): Promise<Page> {
  const context = await makeContext({});
  contexts.push(context);
  await context.route('https://shop.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Shop' }));
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${server.url.replace('127.0.0.1', host)}${path}`);
  await untilUpdating(page);
  return page;
}

describe('the return to the merchant', () => {
  const shop = 'https://shop.example/thanks';

  it('counts down after a payment on this page, says so once, and leaves', async () => {
    server.set('leaving', FIXTURES.awaiting);
    const page = await openWithShop('/checkout/leaving');
    const said = await listen(page);
    server.set('leaving', FIXTURES.paid);
    await countdown(page).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.clock.runFor(3_000);
    expect(await countdown(page).innerText()).toMatch(/Returning to .Harbor Coffee. in .1?\d. s\./);
    expect((await said()).filter((text) => text.includes('Returning'))).toHaveLength(1);
    await page.clock.runFor(20_000);
    await page.waitForURL(shop);
  });

  it('can be stopped', async () => {
    server.set('staying', FIXTURES.awaiting);
    const page = await openWithShop('/checkout/staying');
    server.set('staying', FIXTURES.paid);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await page.clock.runFor(60_000);
    expect(await countdown(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/checkout/staying');
  });

  it('stops when the payment is no longer final', async () => {
    server.set('reversed', FIXTURES.awaiting);
    const page = await openWithShop('/checkout/reversed');
    server.set('reversed', FIXTURES.paid);
    await countdown(page).waitFor();
    server.set('reversed', { ...FIXTURES.review, sequence: 9 });
    await page.getByRole('heading', { name: 'Payment under review' }).waitFor();
    await page.clock.runFor(60_000);
    expect(new URL(page.url()).pathname).toBe('/checkout/reversed');
  });

  it.each([['javascript:alert(1)'], ['data:text/html,x'], ['//shop.example/thanks'], ['/dashboard'], [null]])(
    'never leads to %s',
    async (return_url) => {
      server.set('elsewhere', { ...FIXTURES.awaiting, return_url });
      const page = await openWithShop('/checkout/elsewhere');
      server.set('elsewhere', { ...FIXTURES.paid, return_url });
      await page.getByRole('heading', { name: 'Payment received' }).waitFor();
      expect(await countdown(page).count()).toBe(0);
    },
  );

  it('does not take away what a payer who sent too much has to read', async () => {
    server.set('too_much', FIXTURES.awaiting);
    const page = await openWithShop('/checkout/too_much');
    server.set('too_much', FIXTURES.overpaid);
    await page.getByRole('heading', { name: 'Payment received, overpaid' }).waitFor();
    expect(await countdown(page).count()).toBe(0);
  });

  it('does not start on a page that was opened after the payment', async () => {
    const { page } = await open('/checkout/paid');
    await page.getByRole('button', { name: 'Print' }).waitFor();
    server.set('paid', { ...FIXTURES.paid, sequence: 5 });
    await untilDrawn(page);
    expect(await countdown(page).count()).toBe(0);
  });

  it('does not start in a page of the merchant, nor in a frame', async () => {
    server.set('embedded', FIXTURES.awaiting);
    const inlined = await openWithShop('/shop/embedded', 'localhost');
    const { page: framed } = await open('/frame/embedded');
    await framed.frameLocator('iframe').getByRole('link', { name: 'Open in a new tab' }).waitFor();
    server.set('embedded', FIXTURES.paid);
    for (const place of [inlined, framed.frameLocator('iframe')]) {
      await place.getByRole('heading', { name: 'Payment received' }).waitFor();
      expect(await place.locator('florin-checkout .returning').count()).toBe(0);
      await place.getByRole('link', { name: 'Back to' }).waitFor();
    }
  });
});

describe("in a merchant's own page on another origin", () => {
  it("renders and updates under the merchant's content security policy", async () => {
    server.set('inlined', FIXTURES.awaiting);
    const { page, browserErrors } = await open('/checkout/inlined');
    await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/shop/inlined`);
    await untilUpdating(page);
    expect(await readCode(page)).toBe(FIXTURES.awaiting.options[0]?.uri);
    server.set('inlined', FIXTURES.paid);
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    // axe adds its own styles, so check the page's own errors first.
    expect(browserErrors).toEqual([]);
    server.set('inlined', { ...FIXTURES.awaiting, sequence: 5 });
    await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
    expect(await findA11yIssues(page)).toEqual([]);
  });

  it('renders an element created by a script', async () => {
    server.set('made', FIXTURES.partial);
    const { page } = await open('/checkout/awaiting');
    await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/shop/awaiting`);
    await page.evaluate(`{
      const made = document.createElement('florin-checkout');
      made.setAttribute('src', '${server.url}/checkout/made');
      made.setAttribute('locale', 'ar');
      document.querySelector('florin-checkout').replaceWith(made);
    }`);
    await page.getByRole('heading', { name: 'دُفع جزء من المبلغ' }).waitFor();
    expect(await readCode(page)).toBe(FIXTURES.partial.options[0]?.uri);
    expect(
      await page.evaluate(
        'getComputedStyle(document.querySelector("florin-checkout").shadowRoot.querySelector(".card")).borderTopWidth',
      ),
    ).toBe('1px');
  });
});

describe('inside a frame', () => {
  it('offers a new tab', async () => {
    const { page } = await open('/frame/awaiting');
    const link = page.frameLocator('iframe').getByRole('link', { name: 'Open in a new tab' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('/checkout/awaiting');
  });

  it.each([
    ['its exact origin', (own: string) => own, true],
    ['an origin with the same prefix', (own: string) => own.slice(0, -1), false],
    ['a wildcard', () => '*', false],
    ['an origin with a path', (own: string) => `${own}/`, false],
  ])('notifies the parent page given by %s: %#', async (_, named, notified) => {
    server.set('framed', FIXTURES.awaiting);
    const { page } = await open(`/frame/framed?parent=${encodeURIComponent(named(server.url))}`);
    await page.frameLocator('iframe').getByRole('link', { name: 'Open in a new tab' }).waitFor();
    server.set('framed', FIXTURES.paid);
    await page.frameLocator('iframe').getByRole('heading', { name: 'Payment received' }).waitFor();
    const { payment_intent_id } = FIXTURES.paid;
    expect(await page.evaluate('messages')).toEqual(
      notified ? [{ type: 'florin:status', payment_intent_id, status: 'succeeded' }] : [],
    );
  });
});

/** Decodes the QR code from a screenshot. */
async function readCode(page: Page): Promise<string | undefined> {
  const picture = PNG.sync.read(await page.locator('.qr:visible').first().screenshot());
  return jsQR.default(new Uint8ClampedArray(picture.data), picture.width, picture.height)?.data;
}
