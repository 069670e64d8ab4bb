import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsQR from 'jsqr';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES } from '../../web/checkout/fixtures.ts';
import type { CheckoutState } from '../../web/checkout/view/state.ts';
import { EVERY_LOOK, findBarriers, findBarriersIn } from './find-barriers.ts';
import { launchChromium } from './launch-chromium.ts';
import { type CheckoutServer, serveCheckout } from './serve-checkout.ts';

let folder: string;
let server: CheckoutServer;
let browser: Browser;
/** A window costs more than most of what is looked at in it, so tests without settings of their own share one. */
let shared: BrowserContext;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-checkout-'));
  server = await serveCheckout(FIXTURES, folder);
  browser = await launchChromium();
  shared = await makeContext({});
  // It keeps the window open from one test to the next.
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
  /** What the console and the page's own errors said. */
  complaints: string[];
  /** Requests that went anywhere else. */
  strangers: string[];
}

function makeContext(settings: NonNullable<Parameters<Browser['newContext']>[0]>): Promise<BrowserContext> {
  return browser.newContext({ reducedMotion: 'reduce', ...settings });
}

async function open(path: string, settings?: Parameters<typeof makeContext>[0]): Promise<Opened> {
  const context = settings === undefined ? shared : await makeContext(settings);
  if (settings !== undefined) contexts.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    // A link that leads nowhere is answered with 404, which the console mentions.
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) strangers.push(request.url());
  });
  await page.goto(`${server.url}${path}`);
  return { page, complaints, strangers };
}

/** A live element has taken over when the link for pages without a script is gone. */
async function untilLive(page: Page): Promise<void> {
  await page.locator('florin-checkout .card').waitFor();
  await page.waitForFunction('document.querySelector("florin-checkout").shadowRoot.adoptedStyleSheets.length === 2');
}

describe.each(Object.entries(FIXTURES))('%s', (name, state) => {
  it.each(['en', 'ar'])('in %s has no fault', async (locale) => {
    const { page, complaints, strangers } = await open(`/checkout/${name}?locale=${locale}`);
    if (state !== null) await untilLive(page);
    // The tool that looks for faults adds styles of its own, so what the page itself does is asked before.
    expect(complaints).toEqual([]);
    // In English every look of the same screens is taken on a real server, by every-page.test.ts.
    if (locale === 'ar') expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    expect(strangers).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });
});

describe('without JavaScript', () => {
  it('amount, address, code, state and a way to look again are there', async () => {
    const { page } = await open('/checkout/awaiting', {
      javaScriptEnabled: false,
      viewport: { width: 400, height: 900 },
    });
    const text = await page.locator('florin-checkout').locator('.card').innerText();
    for (const part of ['0.24250318', FIXTURES.awaiting.options[0]?.address ?? '', 'Waiting for your payment']) {
      expect(text).toContain(part);
    }
    expect(await readCode(page)).toBe(FIXTURES.awaiting.options[0]?.uri);
    await page.getByRole('link', { name: 'Check again' }).click();
    expect(new URL(page.url()).pathname).toBe('/checkout/awaiting');
    expect(await page.getByRole('button').count()).toBe(0);
  });
});

const shown = (page: Page) => page.locator('florin-checkout .address:visible').allInnerTexts();

describe('several networks', () => {
  const [first, second] = FIXTURES.several_networks.options;

  it.each([true, false])(
    'one is chosen at a time, with its own code, amount and address; with a script: %s',
    async (script) => {
      const { page } = await open('/checkout/several_networks', { javaScriptEnabled: script });
      if (script) await untilLive(page);
      const group = page.getByRole('group', { name: 'Choose a network' });
      expect(await group.getByRole('radio').count()).toBe(2);
      expect(await shown(page)).toEqual([first?.address]);
      expect(await readCode(page)).toBe(first?.uri);
      await group.getByRole('radio', { name: 'Simulated network 0.24250319 SOL' }).check();
      expect(await shown(page)).toEqual([second?.address]);
      expect(await readCode(page)).toBe(second?.uri);
      expect(await page.locator('.field-amount .amount:visible').innerText()).toBe('0.24250319 SOL');
    },
  );

  it('the keyboard chooses, in either direction of writing, and the choice survives what the server says', async () => {
    for (const locale of ['en', 'ar']) {
      server.set('chosen', FIXTURES.several_networks);
      const { page } = await open(`/checkout/chosen?locale=${locale}`);
      await untilLive(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      expect(await shown(page)).toEqual([second?.address]);
      const rest = FIXTURES.several_networks.options.map((option) => ({ ...option, amount: '0.1' }));
      server.set('chosen', { ...FIXTURES.partial, options: rest });
      await page.locator('.field-amount:visible', { hasText: '0.1' }).waitFor();
      expect(await shown(page)).toEqual([second?.address]);
      server.set('chosen', { ...FIXTURES.confirming, sequence: 4 });
      await page.locator('florin-checkout progress').waitFor();
      server.set('chosen', { ...FIXTURES.several_networks, sequence: 5, options: rest.toReversed() });
      await page.locator('florin-checkout .networks').waitFor();
      expect(await shown(page)).toEqual([second?.address]);
    }
  });
});

describe('the code in a picture of the page', () => {
  it.each([
    ['awaiting', 320, 'light'],
    ['awaiting', 1_280, 'dark'],
    ['partial', 320, 'dark'],
  ] as const)('%s at %d px, %s, holds the link to the wallet', async (name, width, colorScheme) => {
    const { page } = await open(`/checkout/${name}`, { viewport: { width, height: 800 }, colorScheme });
    await untilLive(page);
    expect(await readCode(page)).toBe(FIXTURES[name].options[0]?.uri);
  });
});

/** Each text that the live region has held since. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    globalThis.said = [];
    const region = document.querySelector('florin-checkout').shadowRoot.querySelector('[aria-live]');
    new MutationObserver(() => globalThis.said.push(region.textContent))
      .observe(region, { childList: true, characterData: true, subtree: true });
  }`);
  return () => page.evaluate('globalThis.said');
}

/** Lets the page's own clock run, faster than ours, until something is so; that many of its seconds are the bound. */
async function within(seconds: number, page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1_000);
    // What the page has asked for meanwhile is answered in our time.
    await page.waitForTimeout(50);
    if (await isSo()) return;
  }
  throw new Error(`Not within ${seconds} s of the page's clock.`);
}

async function follow(name: string, first: CheckoutState): Promise<Page> {
  server.set(name, first);
  const { page } = await open(`/checkout/${name}`);
  await untilLive(page);
  return page;
}

describe('a page that stays open', () => {
  it('goes the whole way without a reload, and says each change once', async () => {
    const page = await follow('whole', FIXTURES.awaiting);
    const said = await listen(page);
    await page.evaluate(
      'globalThis.told = []; addEventListener("florin:status", ({ detail }) => told.push(detail.status))',
    );
    const title = page.locator('florin-checkout h2');
    for (const [state, words] of [
      [FIXTURES.seen, 'Waiting for confirmation'],
      [FIXTURES.confirming, 'Confirming your payment'],
      [FIXTURES.confirming, 'Confirming your payment'],
      [FIXTURES.paid, 'Payment received'],
    ] as const) {
      server.set('whole', state);
      await title.filter({ hasText: words }).waitFor();
    }
    // Late news of an older state changes nothing and says nothing.
    server.set('whole', FIXTURES.seen);
    await page.waitForTimeout(300);
    expect(await title.innerText()).toBe('Payment received');
    expect((await said()).map((text) => text.split('.')[0])).toEqual([
      'Waiting for confirmation',
      'Confirming your payment',
      'Payment received',
    ]);
    expect(await page.evaluate('globalThis.told')).toEqual(['processing', 'succeeded']);
  });

  it('draws onto what the server has drawn, instead of anew', async () => {
    server.set('kept', FIXTURES.awaiting);
    const { page } = await open('/checkout/kept');
    await page.addInitScript(
      'document.addEventListener("readystatechange", () => { globalThis.qr ??= document.querySelector("florin-checkout")?.shadowRoot?.querySelector(".qr"); })',
    );
    await page.reload();
    await untilLive(page);
    await page.getByRole('button', { name: 'Copy amount' }).waitFor();
    expect(
      await page.evaluate(
        'qr !== undefined && qr === document.querySelector("florin-checkout").shadowRoot.querySelector(".qr")',
      ),
    ).toBe(true);
  });

  it('says that the connection is lost, keeps the last state, and finds back alone', async () => {
    server.set('lost', FIXTURES.seen);
    const context = await makeContext({});
    contexts.push(context);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${server.url}/checkout/lost`);
    await untilLive(page);
    const notice = page.locator('[data-notice=lost]');
    server.goAway();
    await within(20, page, () => notice.isVisible());
    expect(await page.locator('florin-checkout h2').innerText()).toBe('Waiting for confirmation');
    expect(await findBarriers(page)).toEqual([]);
    server.set('lost', FIXTURES.paid);
    server.comeBack();
    await within(30, page, () => page.getByRole('heading', { name: 'Payment received' }).isVisible());
    await notice.waitFor({ state: 'detached' });
  });

  it('a link that dies while it is open says so', async () => {
    const page = await follow('gone', FIXTURES.awaiting);
    server.set('gone', null);
    server.goAway();
    server.comeBack();
    await page.getByRole('heading', { name: 'Payment not found' }).waitFor({ timeout: 15_000 });
  });
});

describe('the keyboard', () => {
  it('copies amount and address, says so, and keeps the focus in the card when the screen changes', async () => {
    server.set('keys', FIXTURES.awaiting);
    const { page } = await open('/checkout/keys', { permissions: ['clipboard-read', 'clipboard-write'] });
    await untilLive(page);
    const region = page.locator('florin-checkout [aria-live]');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await region.filter({ hasText: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('0.24250318');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      `navigator.clipboard.readText().then((text) => text === ${JSON.stringify(FIXTURES.awaiting.options[0]?.address)})`,
    );
    server.set('keys', FIXTURES.seen);
    await page.getByRole('heading', { name: 'Waiting for confirmation' }).waitFor();
    expect(await page.evaluate('document.querySelector("florin-checkout").shadowRoot.activeElement?.id')).toBe('title');
  });
});

describe("in a merchant's own page on another origin", () => {
  it("is drawn and follows, under a policy of the merchant's own", async () => {
    server.set('inlined', FIXTURES.awaiting);
    const { page, complaints } = await open('/checkout/inlined');
    await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/shop/inlined`);
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    expect(await readCode(page)).toBe(FIXTURES.awaiting.options[0]?.uri);
    expect(await findBarriers(page)).toEqual([]);
    server.set('inlined', FIXTURES.paid);
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('is drawn where a script has made the element', async () => {
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
  });
});

describe('inside a frame', () => {
  it('a new tab is offered', async () => {
    const { page } = await open('/frame/awaiting');
    const link = page.frameLocator('iframe').getByRole('link', { name: 'Open in a new tab' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('/checkout/awaiting');
  });

  it.each([
    ['its exact origin', (own: string) => own, true],
    ['an origin that begins alike', (own: string) => own.slice(0, -1), false],
    ['a wildcard', () => '*', false],
    ['an origin with a path', (own: string) => `${own}/`, false],
  ])('the page around is told of changes when named by %s: %#', async (_, named, told) => {
    server.set('framed', FIXTURES.awaiting);
    const { page } = await open(`/frame/framed?parent=${encodeURIComponent(named(server.url))}`);
    await page.frameLocator('iframe').getByRole('link', { name: 'Open in a new tab' }).waitFor();
    server.set('framed', FIXTURES.paid);
    await page.frameLocator('iframe').getByRole('heading', { name: 'Payment received' }).waitFor();
    const { payment_intent_id } = FIXTURES.paid;
    expect(await page.evaluate('told')).toEqual(
      told ? [{ type: 'florin:status', payment_intent_id, status: 'succeeded' }] : [],
    );
  });
});

/** Looks at the code with a camera's eyes: a picture of the page, and nothing else. */
async function readCode(page: Page): Promise<string | undefined> {
  const picture = PNG.sync.read(await page.locator('.qr:visible').first().screenshot());
  return jsQR.default(new Uint8ClampedArray(picture.data), picture.width, picture.height)?.data;
}
