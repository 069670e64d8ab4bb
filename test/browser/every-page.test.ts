import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, uuidOf } from '../../src/domain/ids.ts';
import { DocsSite } from '../../src/http/docs/docs-site.ts';
import { publicDocument } from '../../src/http/docs/real-documents.test-fixture.ts';
import { FIXTURES } from '../../web/checkout/fixtures.ts';
import { send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { isThorough } from '../support/effort.ts';
import { florin, type NewMerchant, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { findA11yIssuesIn, VIEWS, type View } from './find-a11y-issues.ts';
import { createIntent, openRealShop, payAndWait, type RealShop, untilStatus } from './open-real-shop.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';

const ONE_OF_EACH = new Set([
  '/docs',
  '/docs/reference/payment-intents',
  '/docs/reference/payment-intents-create',
  '/docs/reference/checkout-find',
  '/docs/reference/webhook-events',
  '/docs/reference/error-codes',
  '/docs/schemas',
  '/docs/schemas/PaymentIntent',
  '/docs/errors',
  '/docs/errors/not_found',
]);

/**
 * Pages of the documentation have thousands of elements of about a hundred kinds. This removes elements that repeat an earlier sibling
 * and contain only kinds that already appear three times in the same kind of parent, because they add nothing new.
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
  await florin(shop.options, 'users', 'operator', EMAIL);
});
afterAll(() => shop.stop());

/** Checks a page that gets its theme from CSS alone. */
async function a11yIssuesAt(path: string, shows: string, views: readonly View[] = VIEWS): Promise<string[]> {
  shop.browserErrors.length = 0;
  await shop.page.goto(`${shop.server.baseUrl}${path}`);
  await shop.page.getByText(shows).first().waitFor({ state: 'attached' });
  // axe adds its own styles, so check the page's own errors first.
  expect(shop.browserErrors).toEqual([]);
  return findA11yIssuesIn(views, shop.page);
}

describe('an invoice', () => {
  it('of a paid order with long names fits and is accessible', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik';
    const id = await createIntent(shop.server.baseUrl, keys, {
      description: long,
      items: [{ item_id: `${long}${long}`, quantity: 1_000_000 }],
    });
    await payAndWait(shop.server.baseUrl, keys, id, 'full', 'succeeded');
    const answer = await fetch(`${shop.server.baseUrl}/${keys.public_key}/invoices/${id}`, {
      headers: { authorization: `Bearer ${keys.private_key}` },
    });
    // The signature of the PDF link also opens the page.
    const link = /href="[^"]*(\?[^"]*expires=[^"]*)"/.exec(await answer.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await a11yIssuesAt(`/${keys.public_key}/invoices/${id}${link}`, 'Payments received')).toEqual([]);
  });
});

describe('the gallery', () => {
  it('lists every screen', async () => {
    expect(await a11yIssuesAt('/demo', 'Checkout screens')).toEqual([]);
    expect(await shop.page.locator('main a[href^="/demo/"]').count()).toBe(Object.keys(FIXTURES).length);
  });

  it.each(Object.entries(FIXTURES))('shows %s without an error in the console', async (name, state) => {
    const { page, server } = shop;
    const opened = state === null ? undefined : page.waitForResponse((answer) => answer.url().endsWith('/events'));
    expect(await a11yIssuesAt(`/demo/${name}`, state === null ? 'Payment not found' : state.merchant.name)).toEqual([]);
    if (opened) expect((await opened).status()).toBe(204);
    const status = await fetch(`${server.baseUrl}/demo/${name}/status`);
    expect(await status.json()).toEqual(state);
  });
});

/** Every page in a thorough run. In others, all guides and one page of each other kind. */
const DOCS_PAGES = [...new DocsSite(publicDocument).pages.keys()].filter(
  (address) => isThorough || address.startsWith('/docs/guides/') || ONE_OF_EACH.has(address),
);

describe('the documentation', () => {
  it.each(DOCS_PAGES)('%s is accessible', async (address) => {
    const { page, browserErrors, server } = shop;
    browserErrors.length = 0;
    await page.goto(`${server.baseUrl}${address}`);
    await page
      .getByRole('button', { name: 'Copy' })
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
    expect(browserErrors).toEqual([]);
    await page.evaluate(THIN_OUT);
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  });
});

interface Screen {
  path: string;
  /** Text that is visible once the screen has loaded. */
  shows: string | RegExp;
  /** A button to click first. */
  press?: string | RegExp;
}

async function load({ path, shows, press }: Screen): Promise<void> {
  const { page, server } = shop;
  // A URL that differs only in its fragment would not load again.
  await page.goto('about:blank');
  await page.goto(`${server.baseUrl}${path}`);
  if (press !== undefined) await page.getByRole('button', { name: press }).first().click();
  await page.getByText(shows, { exact: true }).first().waitFor({ state: 'attached' });
}

/** Signed-in pages follow the system theme at once, other pages with the next load. */
async function expectNoA11yIssues(screen: Screen, alone = false): Promise<void> {
  const { page, browserErrors } = shop;
  browserErrors.length = 0;
  const seen = new Set<string>();
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    if (alone || theme === 'light') await load(screen);
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe(theme);
    const views = VIEWS.filter(([colorScheme]) => colorScheme === theme);
    expect(await findA11yIssuesIn(views, page, seen)).toEqual([]);
    expect(await page.title()).toMatch(/ · Florin$/);
  }
  // The browser logs the 404 of the missing payment.
  expect(browserErrors.filter((text) => !text.includes('/payment_intents/pi_00000'))).toEqual([]);
}

const payment = (id: string, shows: string): Screen => ({ path: `/dashboard/payments/${id}`, shows });
const create = (change: Record<string, unknown> = {}) => createIntent(shop.server.baseUrl, keys, change);
const pay = (id: string, kind: string, status: string) => payAndWait(shop.server.baseUrl, keys, id, kind, status);
const cancel = (id: string) => send(shop.server.baseUrl, keys, `/payment_intents/${id}/cancel`, { method: 'POST' });

describe('the dashboard, on a real server', () => {
  beforeAll(() => create());

  it.each([
    { path: '/dashboard/setup#token', shows: 'This server is already set up' },
    { path: '/dashboard/sign-in', shows: 'Sign in' },
    { path: '/dashboard/forgot-password', shows: 'Reset your password' },
  ])('signed out: $path', (screen) => expectNoA11yIssues(screen, true));

  it('signs in', async () => {
    const { page } = shop;
    await load({ path: '/dashboard/sign-in', shows: 'Sign in' });
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it.each([
    { path: '/dashboard?mode=live', shows: 'No live payments yet' },
    { path: '/dashboard/payments?mode=live', shows: 'No live payments yet' },
    { path: '/dashboard', shows: 'Recent payments' },
    { path: '/dashboard/payments', shows: 'Due / received' },
    { path: '/dashboard/payments?q=nothing', shows: 'No matching payments' },
    { path: '/dashboard/payments?currency=USD&amount_min=100', shows: 'Apply filters' },
    {
      path: '/dashboard/payments?status=succeeded',
      shows: 'Everyone in your business can use it.',
      press: 'Save view',
    },
    { path: '/dashboard/payments', shows: 'JSON Lines, for programs', press: 'Export' },
    { path: '/dashboard/payments/invoices', shows: 'Issued after' },
    { path: '/dashboard/payments/invoices?mode=live', shows: 'No invoices yet' },
    { path: '/dashboard/developers/api-keys', shows: 'Public key' },
    { path: '/dashboard/developers/api-keys?mode=live', shows: 'No active live keys' },
    { path: '/dashboard/developers/api-keys', shows: 'Create a test key', press: 'Create key' },
    { path: '/dashboard/developers/api-keys', shows: 'Old key expires', press: /^Roll / },
    { path: '/dashboard/developers/api-keys', shows: 'Cancel', press: /^Revoke / },
    { path: '/dashboard/developers/webhooks', shows: 'No test endpoints' },
    { path: '/dashboard/developers/webhooks?mode=live', shows: 'No live endpoints' },
    { path: '/dashboard/developers/webhooks', shows: 'Add a test endpoint', press: 'Add endpoint' },
    { path: '/dashboard/developers/webhooks?mode=live', shows: 'Your password', press: 'Add endpoint' },
    { path: '/dashboard/developers/events', shows: 'payment_intent.created' },
    { path: '/dashboard/developers/events?type=wallet.changed', shows: 'No matching events' },
    { path: '/dashboard/developers/events?mode=live', shows: 'No events yet' },
    { path: '/dashboard/developers/logs', shows: 'POST /{public_key}/create_checkout_payment_intent' },
    { path: '/dashboard/developers/logs?mode=live', shows: 'No requests yet' },
    { path: '/dashboard/developers/logs?status=5xx', shows: 'No matching requests' },
    { path: '/dashboard/payments/unmatched', shows: 'No unmatched transfers' },
    { path: '/dashboard/settings/wallets', shows: 'No public test network is turned on' },
    { path: '/dashboard/settings/wallets?mode=live', shows: 'No live network is turned on' },
    { path: '/dashboard/settings/networks?mode=live', shows: 'No live network is turned on' },
    { path: '/dashboard/settings/networks', shows: 'Not turned on' },
    { path: '/dashboard/account', shows: 'This browser' },
    { path: '/dashboard/settings/team', shows: 'payments:override' },
    { path: '/dashboard/settings/team', shows: 'Your password', press: 'Invite' },
    { path: '/dashboard/settings/audit-log', shows: 'Created the account' },
    { path: '/dashboard/settings/data-stores', shows: 'npx florin stores add' },
    { path: '/dashboard/settings', shows: 'Add an item', press: 'Add item' },
    { path: '/dashboard/settings', shows: 'Or paste CSV', press: 'Import CSV' },
  ] as Screen[])('signed in: $path, $shows', (screen) => expectNoA11yIssues(screen));

  it('the details of a logged request', async () => {
    const { headers } = await cancel('pi_0000000000000000000000');
    const id = headers.get('request-id') ?? '';
    const path = `/dashboard/developers/logs?request=${id}`;
    await waitUntil('it is logged', async () => {
      const { status } = await send(shop.server.baseUrl, keys, `/request_log/${id}`);
      return status === 200;
    });
    await expectNoA11yIssues({ path, shows: 'Copy as curl' });
  });

  it('empty pages of a new merchant in test mode', async () => {
    const { page, server, options, context } = shop;
    const account = ['--name', 'New', '--email', 'new@example.com', '--password', PASSWORD];
    await florin(options, 'merchants', 'create', ...account);
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.goto(`${server.baseUrl}/dashboard/sign-in`);
    await page.getByLabel('Email').fill('new@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Turn on two-factor authentication').waitFor();
    await expectNoA11yIssues({ path: '/dashboard', shows: /two-factor authentication$/ });
    await expectNoA11yIssues({ path: '/dashboard?mode=live', shows: /first small live payment$/ });
    await expectNoA11yIssues({ path: '/dashboard/payments/new', shows: 'Item 1: ID or name' });
    await expectNoA11yIssues({ path: '/dashboard/payments/new', shows: 'Enter an item ID.', press: 'Create payment' });
    await expectNoA11yIssues({ path: '/dashboard/payments/new?mode=live', shows: 'Nobody could pay it yet' });
    await expectNoA11yIssues({ path: '/dashboard/payments/invoices', shows: 'No invoices yet' });
    await expectNoA11yIssues({ path: '/dashboard/payments', shows: 'curl command' });
    await expectNoA11yIssues({ path: '/dashboard/settings', shows: /^No items yet/ });
    const forOperators = 'This page is for operators of this server';
    await expectNoA11yIssues({ path: '/dashboard/settings/data-stores', shows: forOperators });
    await context.clearCookies();
    await context.addCookies(cookies);
  });

  it('the item list, and its edit and delete dialogs', async () => {
    const body = { item_id: 'sku_tulip', name: 'Tulip bulbs, 50', unit_amount: 1_250, currency: 'EUR' };
    await send(shop.server.baseUrl, keys, '/items', { body });
    await expectNoA11yIssues({ path: '/dashboard/settings', shows: 'Tulip bulbs, 50' });
    await expectNoA11yIssues({ path: '/dashboard/payments/new', shows: 'Another item' });
    await expectNoA11yIssues({ path: '/dashboard/settings', shows: 'Edit item', press: 'Edit sku_tulip' });
    await expectNoA11yIssues({ path: '/dashboard/settings', shows: 'Cancel', press: 'Delete sku_tulip' });
  });

  it('an endpoint, its dialogs, a delivery and an event', async () => {
    const body = { url: 'http://127.0.0.1:9/hooks', events: ['*'] };
    const endpoint = await send(shop.server.baseUrl, keys, '/webhook_endpoints', { body });
    const id = String(endpoint.json['id']);
    const own = `/dashboard/developers/webhooks/${id}`;
    await expectNoA11yIssues({ path: '/dashboard/developers/webhooks', shows: body.url });
    await expectNoA11yIssues({ path: own, shows: /^Nothing has been sent to this endpoint yet/ });
    const intent = await create();
    const delivery = await waitUntil('a delivery has been tried', async () => {
      const { json } = await send(shop.server.baseUrl, keys, '/deliveries');
      return (json['data'] as { id: string; event: string; attempt_count: number }[]).find(
        ({ attempt_count: attempts }) => attempts > 0,
      );
    });
    await expectNoA11yIssues({ path: own, shows: 'Retrying' });
    await expectNoA11yIssues({ path: own, shows: 'Edit endpoint', press: 'Edit' });
    await expectNoA11yIssues({ path: own, shows: 'Old secret expires', press: 'Roll secret' });
    await expectNoA11yIssues({ path: own, shows: 'Delete this endpoint?', press: 'Delete' });
    await expectNoA11yIssues({ path: own, shows: 'Resend a range of events', press: 'Resend a range' });
    const sent = `/dashboard/developers/webhooks/deliveries/${delivery.id}`;
    await expectNoA11yIssues({ path: sent, shows: 'The connection was refused.' });
    await expectNoA11yIssues({ path: `/dashboard/developers/events/${delivery.event}`, shows: 'Resend to all' });
    await expectNoA11yIssues({ path: `/dashboard/developers/events?payment=${intent}`, shows: intent });
    await send(shop.server.baseUrl, keys, `/webhook_endpoints/${id}`, { method: 'DELETE' });
  });

  it('an unpaid payment and its dialogs', async () => {
    const id = await create();
    await expectNoA11yIssues(payment(id, 'Requires payment'));
    await expectNoA11yIssues({ ...payment(id, 'Keep payment'), press: 'Cancel payment' });
    await expectNoA11yIssues({ ...payment(id, 'Mark this payment as paid?'), press: 'Mark as paid' });
  });

  it.each([
    ['full', 'succeeded', 'Succeeded'],
    ['over', 'succeeded', 'Overpaid'],
    ['late', 'succeeded', 'Late'],
    ['partial', 'partially_paid', 'Partially paid'],
  ])('a simulated payment: %s', async (kind, status, shows) => {
    const id = await create();
    await pay(id, kind, status);
    await expectNoA11yIssues(payment(id, shows));
  });

  it('a canceled payment, and one that was paid anyway', async () => {
    const [id, paid] = [await create(), await create()];
    await cancel(id);
    await cancel(paid);
    await pay(paid, 'full', 'needs_review');
    await expectNoA11yIssues(payment(id, 'Canceled'));
    await expectNoA11yIssues(payment(paid, 'Needs review'));
    await expectNoA11yIssues({ ...payment(paid, 'Your decision'), press: 'Resolve' });
  });

  it('an expired payment', async () => {
    const id = await create();
    const values = [uuidOf(id as IntentId)];
    const expire = 'UPDATE florin_data.payment_intents SET expires_at = now() WHERE id = $1';
    await runSql(shop.options.databaseUrl, expire, values);
    await untilStatus(shop.server.baseUrl, keys, id, 'expired');
    await expectNoA11yIssues(payment(id, 'Expired'));
  });

  it('missing pages', async () => {
    await expectNoA11yIssues(payment('pi_0000000000000000000000', 'View all payments'));
    await expectNoA11yIssues({ path: '/dashboard/nowhere', shows: 'Page not found' }, true);
  });

  it('a pending payment without new blocks', async () => {
    const port = Number(new URL(shop.server.baseUrl).port);
    await shop.server.stop();
    const env = { FLORIN_LOG_LEVEL: 'error', FLORIN_SIMULATED_BLOCK_MS: '600000' };
    shop.server = await startServer({ ...shop.options, port, env });
    const id = await create();
    await pay(id, 'full', 'processing');
    await expectNoA11yIssues(payment(id, 'Processing'));
  });
});
