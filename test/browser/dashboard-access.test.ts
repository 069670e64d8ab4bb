import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../web/dashboard/src/api/types.ts';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard, type Visit } from '../../web/dashboard/test/open-dashboard.ts';
import { sampleWallet } from '../../web/dashboard/test/sample-wallet.ts';
import { applyView, findA11yIssues } from './find-a11y-issues.ts';
import { tabTo } from './tab-to.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 60), { signedIn: true });
});

const firstId = (index = 0) => dashboard.mock.state.modes.test.intents[index]?.id ?? '';

interface Screen {
  path: () => string;
  /** Text that is visible once the screen has loaded. */
  shows: string;
  signedOut?: boolean;
  broken?: RegExp;
}

/** Screens that need a rare server state. every-page.test.ts checks all other screens on a real server. */
const SCREENS: Record<string, Screen> = {
  'sign up': { path: () => '/dashboard/sign-up', shows: 'Create an account', signedOut: true },
  'payments on several pages': { path: () => '/dashboard/payments', shows: 'Due / received' },
  'payments, error': { path: () => '/dashboard/payments', shows: 'Try again', broken: /payment_intents/ },
  'payment in review': { path: () => `/dashboard/payments/${firstId(5)}`, shows: 'Timeline' },
  'account with several sessions': { path: () => '/dashboard/account', shows: 'Firefox on macOS' },
};

describe('in light and dark, narrow and wide', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await dashboard.visit('/dashboard/nowhere', { reducedMotion: 'reduce' });
  });
  afterAll(() => visit.leave());

  async function load(screen: Screen): Promise<void> {
    const { page } = visit;
    // A URL that differs only in its fragment would not load again.
    await page.goto('about:blank');
    await page.goto(`${dashboard.mock.url}${screen.path()}`);
    await page.getByText(screen.shows, { exact: true }).first().waitFor({ state: 'attached' });
  }

  it.each(Object.keys(SCREENS))('axe finds no issues on: %s', async (name) => {
    const screen = SCREENS[name] as Screen;
    dashboard.mock.state.signedIn = screen.signedOut !== true;
    dashboard.mock.state.broken = screen.broken ?? null;
    const { page, browserErrors } = visit;
    browserErrors.length = 0;
    for (const colorScheme of ['light', 'dark'] as const) {
      await applyView(page, [colorScheme, 1_280]);
      // Signed-in pages follow the system theme at once, other pages with the next load.
      if (colorScheme === 'light' || screen.signedOut) await load(screen);
      for (const width of [1_280, 360]) {
        await applyView(page, [colorScheme, width]);
        expect([colorScheme, width, await findA11yIssues(page)]).toEqual([colorScheme, width, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(colorScheme);
        expect(await page.title()).toMatch(/ · Florin$/);
      }
    }
    expect(browserErrors).toEqual([]);
  });
});

it('the menu on a small screen is accessible and closes after navigation', async () => {
  const { page, browserErrors, leave } = await dashboard.visit('/dashboard/payments', {
    viewport: { width: 360, height: 740 },
  });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'API keys' }).waitFor();
  expect(await findA11yIssues(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(browserErrors).toEqual([]);
  await leave();
});

it('a selected theme applies from the first paint of the next visit', async () => {
  const { page, leave } = await dashboard.visit('/dashboard', { colorScheme: 'light' });
  await page.getByRole('button', { name: 'Dark theme' }).click();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  // With the main script blocked, only the boot script can set the theme.
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort());
  await page.reload();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await leave();
});

it('the keyboard alone signs in, finds a payment, pays it, and creates a key', async () => {
  dashboard.mock.state.signedIn = false;
  const { page, browserErrors, leave } = await dashboard.visit('/dashboard/sign-in');
  const { keyboard } = page;
  await page.getByLabel('Email').waitFor();
  await tabTo(page, 'Email');
  await keyboard.type('owner@example.com');
  await tabTo(page, 'Password');
  await keyboard.type('correct horse battery');
  await keyboard.press('Enter');
  await page.getByText('Recent payments').waitFor();
  await page.reload();
  await page.getByText('Recent payments').waitFor();
  await tabTo(page, 'Skip to content');
  await tabTo(page, 'Payments');
  await keyboard.press('Enter');
  await page.getByRole('table').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Payments');
  await tabTo(page, 'Search payments');
  await keyboard.type(firstId().slice(0, 5));
  // The search begins meanwhile, and must not take the focus.
  await page.waitForURL(/q=/);
  await keyboard.type(firstId().slice(5));
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await tabTo(page, firstId());
  await keyboard.press('Enter');
  await page.getByText('Simulate a payment').waitFor();
  await tabTo(page, /^Full/);
  await keyboard.press('Space');
  await page.getByText('Fulfill the order.').waitFor();
  await page.reload();
  await page.getByText('Fulfill the order.').waitFor();
  await tabTo(page, 'API keys');
  await keyboard.press('Enter');
  await page.getByRole('article').waitFor();
  await tabTo(page, 'Create key');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Name');
  await keyboard.type('Keyboard key');
  await keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Private key').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('article', { name: 'Keyboard key' }).waitFor();
  expect(browserErrors).toEqual([]);
  await leave();
});

/** Puts executable markup into every text that a customer or the merchant can set. */
function poison(): string {
  const evil = '<img src=x onerror="window.hit=1">';
  const { state } = dashboard.mock;
  const address = { address: evil, city: evil, state: evil, country: evil, postal_code: evil };
  const hostile: Partial<Intent> = {
    customer: { name: evil, email: evil, phone_number: evil },
    items: [{ item_id: evil, quantity: 1 }],
    currency_displayed: evil,
    exchange_rate: evil,
    crypto_amount_requested: evil,
    asset: evil,
    billing_address: address,
    shipping_address: address,
    metadata: { [evil]: evil },
    order_id: evil,
    description: evil,
    return_url: 'javascript:window.hit=1',
    cancel_url: 'javascript:window.hit=1',
    checkout_url: 'javascript:window.hit=1',
    locale: evil,
    flags: [evil] as never[],
    warnings: [{ code: evil, pointer: evil, detail: evil }],
    request: { [evil]: evil },
    targets: [
      {
        network: evil,
        address: evil,
        reference: evil,
        manual_amount: evil,
        assigned_at: new Date().toISOString(),
      },
    ],
    decision: { kind: 'accepted', reason: evil, at: new Date().toISOString() },
  };
  for (const intent of state.modes.test.intents) {
    Object.assign(intent, hostile);
    for (const payment of intent.payments) Object.assign(payment, { network: evil, tx: evil, asset: evil });
    for (const entry of intent.timeline ?? []) entry.type = evil;
  }
  for (const key of state.modes.test.keys) {
    Object.assign(key, {
      name: evil,
      public_key: evil,
      private_key_end: evil,
      scopes: [evil],
      last_used_address: evil,
    });
  }
  for (const item of state.modes.test.items) Object.assign(item, { item_id: evil, name: evil, currency: evil });
  for (const network of state.modes.test.networks)
    Object.assign(network, { title: evil, detail: evil, assets: [evil] });
  for (const transfer of state.modes.test.transfers) Object.assign(transfer, { network: evil, tx: evil, asset: evil });
  state.modes.test.wallets = state.modes.test.networks.map(({ name: network }) =>
    sampleWallet({
      id: `wal_${network}`,
      network,
      addresses: [evil],
      warnings: [{ code: evil, pointer: evil, detail: evil }],
    }),
  );
  Object.assign(state.settings, { name: evil, accent_color: evil, allowed_origins: [evil] });
  state.modes.test.items.length = 1;
  return evil;
}

it.each([
  ['/dashboard', 'Recent payments'],
  ['/dashboard/payments', 'Due / received'],
  ['/dashboard/payments/1', 'Timeline'],
  ['/dashboard/developers/api-keys', 'Public key'],
  ['/dashboard/settings', 'Allowed origins'],
  ['/dashboard/settings/wallets', 'Active'],
  ['/dashboard/payments/unmatched', 'Reason'],
])('stored markup stays text on %s', async (path, shows) => {
  const evil = poison();
  const { page, browserErrors, leave } = await dashboard.visit(path.replace('/1', `/${firstId(1)}`));
  await page.getByText(shows, { exact: true }).first().waitFor();
  await page.getByText(evil).first().waitFor();
  // The logo's src is the hostile text; injected markup would have the src `x`.
  expect(await page.locator('img[src="x"], [onerror]').count()).toBe(0);
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  expect(browserErrors).toEqual([]);
  await leave();
});
