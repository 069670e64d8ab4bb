import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, uuidOf } from '../../src/domain/ids.ts';
import { FIXTURES } from '../../web/checkout/fixtures.ts';
import { send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { florin, type NewMerchant, startServer } from '../support/server.ts';
import { EVERY_LOOK, findBarriersIn, type Look } from './find-barriers.ts';
import { createIntent, openRealShop, payAndWait, type RealShop, untilStatus } from './open-real-shop.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';

/**
 * The reference has 30,000 elements of some hundred kinds. An element that repeats one before it, and holds nothing but
 * kinds of which three stand there already inside the same kind of parent, shows nothing new and is taken out.
 */
const THIN_OUT = `(() => {
  const before = document.querySelectorAll('*').length;
  const kindOf = (one) => [one.tagName, one.className, one.getAttribute('role')].join();
  const shapeOf = (one) => kindOf(one.parentElement) + ' > ' + kindOf(one);
  const kept = new Map();
  const isKnown = (one) => kept.get(shapeOf(one)) >= 3;
  const thinOut = (parent) => {
    const stay = new Set();
    for (const child of [...parent.children]) {
      if (stay.has(kindOf(child)) && [child, ...child.querySelectorAll('*')].every(isKnown)) {
        child.remove();
        continue;
      }
      stay.add(kindOf(child));
      kept.set(shapeOf(child), (kept.get(shapeOf(child)) ?? 0) + 1);
      thinOut(child);
    }
  };
  thinOut(document.body);
  return [before, document.querySelectorAll('*').length];
})()`;

let shop: RealShop;
let keys: NewMerchant;

beforeAll(async () => {
  shop = await openRealShop();
  const account = ['--name', 'Tulip & Sons', '--email', EMAIL, '--password', PASSWORD];
  keys = await florin<NewMerchant>(shop.options, 'merchants', 'create', ...account);
});
afterAll(() => shop.stop());

/** A page that stands by itself and takes its theme from the system by style alone. */
async function barriersAt(path: string, shows: string, looks: readonly Look[] = EVERY_LOOK): Promise<string[]> {
  shop.complaints.length = 0;
  await shop.page.goto(`${shop.server.baseUrl}${path}`);
  await shop.page.getByText(shows).first().waitFor({ state: 'attached' });
  // The tool that looks for barriers adds styles of its own, so what the page itself does is asked before.
  expect(shop.complaints).toEqual([]);
  return findBarriersIn(looks, shop.page);
}

describe('an invoice', () => {
  it('of a paid order, with long names, fits and has no barrier', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik';
    const id = await createIntent(shop.server.baseUrl, keys, {
      description: long,
      items: [{ item_id: `${long}${long}`, quantity: 1_000_000 }],
    });
    await payAndWait(shop.server.baseUrl, keys, id, 'full', 'succeeded');
    const answer = await fetch(`${shop.server.baseUrl}/${keys.public_key}/invoices/${id}`, {
      headers: { authorization: `Bearer ${keys.private_key}` },
    });
    // The page's own link to its PDF is signed for the payer, and opens the page as well.
    const link = /href="[^"]*(\?expires=[^"]*)"/.exec(await answer.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await barriersAt(`/${keys.public_key}/invoices/${id}${link}`, 'Payments received')).toEqual([]);
  });
});

describe('the gallery', () => {
  it('lists every screen', async () => {
    expect(await barriersAt('/demo', 'Checkout screens')).toEqual([]);
    expect(await shop.page.locator('main a[href^="/demo/"]').count()).toBe(Object.keys(FIXTURES).length);
  });

  it.each(Object.entries(FIXTURES))('shows %s without an error in the console', async (name, state) => {
    const { page, server } = shop;
    const opened = state === null ? undefined : page.waitForResponse((answer) => answer.url().endsWith('/events'));
    expect(await barriersAt(`/demo/${name}`, state === null ? 'This link leads nowhere' : state.merchant.name)).toEqual(
      [],
    );
    if (opened) expect((await opened).status()).toBe(200);
    const status = await fetch(`${server.baseUrl}/demo/${name}/status`);
    expect(await status.json()).toEqual(state);
  });
});

describe('the reference', () => {
  it('has no barrier, and no name twice', async () => {
    const { page, complaints, server } = shop;
    complaints.length = 0;
    await page.goto(`${server.baseUrl}/docs`);
    await page.getByText('Create').first().waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
    const names = await page.evaluate<string[]>('[...document.querySelectorAll("[id]")].map(({ id }) => id)');
    expect(names.length).toBeGreaterThan(50);
    expect(new Set(names).size).toBe(names.length);
    const [before, after] = await page.evaluate<[number, number]>(THIN_OUT);
    expect(after).toBeGreaterThan(100);
    expect(after).toBeLessThan(before);
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
  });

  it.each([
    ['/docs/errors', 'not_found'],
    ['/docs/errors/not_found', 'not_found'],
  ])('%s has no barrier', async (path, shows) => {
    expect(await barriersAt(path, shows)).toEqual([]);
  });
});

interface Screen {
  path: string;
  /** What stands there when the screen is whole. */
  shows: string | RegExp;
  /** A button that opens more. */
  press?: string | RegExp;
}

async function load({ path, shows, press }: Screen): Promise<void> {
  const { page, server } = shop;
  // An address that differs in its fragment only would not be loaded again.
  await page.goto('about:blank');
  await page.goto(`${server.baseUrl}${path}`);
  if (press !== undefined) await page.getByRole('button', { name: press }).first().click();
  await page.getByText(shows, { exact: true }).first().waitFor({ state: 'attached' });
}

/** Inside its frame a page follows the system's theme by itself; outside, from the next load on. */
async function expectNoBarrier(screen: Screen, alone = false): Promise<void> {
  const { page, complaints } = shop;
  complaints.length = 0;
  const seen = new Set<string>();
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    if (alone || theme === 'light') await load(screen);
    const looks = EVERY_LOOK.filter(([colorScheme]) => colorScheme === theme);
    expect(await findBarriersIn(looks, page, seen)).toEqual([]);
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(theme);
    expect(await page.title()).toMatch(/ · Florin$/);
  }
  // The browser itself notes the answer for a payment that is not there.
  expect(complaints.filter((text) => !text.includes('/payment_intents/pi_00000'))).toEqual([]);
}

const payment = (id: string, shows: string): Screen => ({ path: `/dashboard/payments/${id}`, shows });
const create = (change: Record<string, unknown> = {}) => createIntent(shop.server.baseUrl, keys, change);
const pay = (id: string, kind: string, status: string) => payAndWait(shop.server.baseUrl, keys, id, kind, status);
const cancel = (id: string) => send(shop.server.baseUrl, keys, `/payment_intents/${id}/cancel`, { method: 'POST' });

describe('the dashboard, on a real server', () => {
  beforeAll(() => create());

  it.each([
    { path: '/dashboard/setup#token', shows: 'Set up Florin' },
    { path: '/dashboard/setup', shows: 'Set-up link needed' },
    { path: '/dashboard/sign-in', shows: 'Sign in' },
  ])('before the sign-in: $path', (screen) => expectNoBarrier(screen, true));

  it('lets in', async () => {
    const { page } = shop;
    await load({ path: '/dashboard/sign-in', shows: 'Sign in' });
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it.each([
    { path: '/dashboard?mode=live', shows: 'No live payments yet' },
    { path: '/dashboard/payments?mode=live', shows: 'No live payments yet' },
    { path: '/dashboard', shows: 'Last payments' },
    { path: '/dashboard/payments', shows: 'Expected / received' },
    { path: '/dashboard/payments?q=nothing', shows: 'No payment fits' },
    { path: '/dashboard/developers/api-keys', shows: 'Public key' },
    { path: '/dashboard/developers/api-keys?mode=live', shows: 'No live key works at the moment' },
    { path: '/dashboard/developers/api-keys', shows: 'Create a test key', press: 'Create key' },
    { path: '/dashboard/developers/api-keys', shows: 'The old key ends', press: /^Roll / },
    { path: '/dashboard/developers/api-keys', shows: 'Keep it', press: /^Revoke / },
    { path: '/dashboard/payments/unmatched', shows: 'No unmatched money' },
    { path: '/dashboard/settings/wallets', shows: 'This server watches no public test network' },
    { path: '/dashboard/settings/wallets?mode=live', shows: 'This server watches no live network yet' },
    { path: '/dashboard/settings', shows: 'This browser' },
    { path: '/dashboard/settings', shows: 'Add an item', press: 'Add item' },
    { path: '/dashboard/settings', shows: 'Or paste it', press: 'Import CSV' },
  ] as Screen[])('behind it: $path, $shows', (screen) => expectNoBarrier(screen));

  it('its empty pages in test mode, of a merchant who has just come', async () => {
    const { page, server, options, context } = shop;
    const account = ['--name', 'New', '--email', 'new@example.com', '--password', PASSWORD];
    await florin(options, 'merchants', 'create', ...account);
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.goto(`${server.baseUrl}/dashboard/sign-in`);
    await page.getByLabel('E-mail').fill('new@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Next step: make your first payment').waitFor();
    await expectNoBarrier({ path: '/dashboard', shows: 'Next step: make your first payment' });
    await expectNoBarrier({ path: '/dashboard/payments', shows: 'curl command' });
    await expectNoBarrier({ path: '/dashboard/settings', shows: /^No items yet/ });
    await context.clearCookies();
    await context.addCookies(cookies);
  });

  it('a catalogue with items, and how one is changed and removed', async () => {
    const body = { item_id: 'sku_tulip', name: 'Tulip bulbs, 50', unit_amount: 1_250, currency: 'EUR' };
    await send(shop.server.baseUrl, keys, '/items', { body });
    await expectNoBarrier({ path: '/dashboard/settings', shows: 'Tulip bulbs, 50' });
    await expectNoBarrier({ path: '/dashboard/settings', shows: 'Edit the item', press: 'Edit sku_tulip' });
    await expectNoBarrier({ path: '/dashboard/settings', shows: 'Keep it', press: 'Delete sku_tulip' });
  });

  it('a payment that waits, and the question before it is canceled', async () => {
    const id = await create();
    await expectNoBarrier(payment(id, 'Requires payment'));
    await expectNoBarrier({ ...payment(id, 'Keep it'), press: 'Cancel payment' });
    await expectNoBarrier({ ...payment(id, 'It is paid'), press: 'Mark as paid' });
  });

  it.each([
    ['full', 'succeeded', 'Succeeded'],
    ['over', 'succeeded', 'Overpaid'],
    ['late', 'succeeded', 'Late'],
    ['partial', 'partially_paid', 'Partially paid'],
  ])('a payment that was made: %s', async (kind, status, shows) => {
    const id = await create();
    await pay(id, kind, status);
    await expectNoBarrier(payment(id, shows));
  });

  it('a payment that was canceled, and one that was paid all the same', async () => {
    const [id, paid] = [await create(), await create()];
    await cancel(id);
    await cancel(paid);
    await pay(paid, 'full', 'needs_review');
    await expectNoBarrier(payment(id, 'Canceled'));
    await expectNoBarrier(payment(paid, 'Needs review'));
    await expectNoBarrier({ ...payment(paid, 'Your decision'), press: 'Resolve' });
  });

  it('a payment whose time ran out', async () => {
    const id = await create();
    const values = [uuidOf(id as IntentId)];
    const expire = 'UPDATE florin_data.payment_intents SET expires_at = now() WHERE id = $1';
    await runSql(shop.options.databaseUrl, expire, values);
    await untilStatus(shop.server.baseUrl, keys, id, 'expired');
    await expectNoBarrier(payment(id, 'Expired'));
  });

  it('what is not there', async () => {
    await expectNoBarrier(payment('pi_0000000000000000000000', 'All payments'));
    await expectNoBarrier({ path: '/dashboard/nowhere', shows: 'There is no such page' }, true);
  });

  it('a payment on its way, while no block comes', async () => {
    const port = Number(new URL(shop.server.baseUrl).port);
    await shop.server.stop();
    const env = { FLORIN_LOG_LEVEL: 'error', FLORIN_SIMULATED_BLOCK_MS: '600000' };
    shop.server = await startServer({ ...shop.options, port, env });
    const id = await create();
    await pay(id, 'full', 'processing');
    await expectNoBarrier(payment(id, 'Processing'));
  });
});
