import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_ROUTE_BYTES_MAX } from '../../web/dashboard/build.ts';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
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

it('the first route stays within its size limit', () => {
  expect(dashboard.firstRouteBytes).toBeGreaterThan(50_000);
  expect(dashboard.firstRouteBytes).toBeLessThanOrEqual(FIRST_ROUTE_BYTES_MAX);
});

describe('signing in', () => {
  beforeEach(() => {
    dashboard.mock.state.signedIn = false;
  });

  it('shows field errors, a wrong password and the rate limit', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Required.').first().waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email');
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The email or password is incorrect.').waitFor();
    dashboard.mock.state.failedSignIns = 9;
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Too many attempts. Try again in 1 min.').waitFor();
    await leave();
  });

  it('leads to the address of the server from any other, before anything is typed', async () => {
    const { state, url } = dashboard.mock;
    const { port } = new URL(url);
    state.baseUrl = `http://localhost:${port}`;
    const { page, leave } = await dashboard.visit('/dashboard/sign-in?next=/dashboard/settings#part');
    await page.getByText(`You opened this page at ${url}.`, { exact: false }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    const link = page.getByRole('link', { name: `Continue at http://localhost:${port}` });
    expect(await link.getAttribute('href')).toBe(
      `http://localhost:${port}/dashboard/sign-in?next=/dashboard/settings#part`,
    );
    await link.click();
    await page.getByLabel('Email').waitFor();
    await leave();
  });

  it('works on a machine without a network, since the server may be on it', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/sign-in');
    await page.getByLabel('Email').waitFor();
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Recent payments').waitFor();
    await leave();
  });

  it('returns to the requested page, and signs out', async () => {
    const { page, browserErrors, leave } = await dashboard.visit(`/dashboard/payments/${firstId()}?mode=test`);
    await page.waitForURL(/sign-in\?next=/);
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(new RegExp(`/payments/${firstId()}`));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/dashboard\/sign-in$/);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('signs up a newcomer, and says nothing about an email that has an account', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/sign-up');
    await page.getByLabel('Business name').fill('Tulip');
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('If you already have an account, sign in with its password.').waitFor();
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await leave();
  });

  it('does not redirect to another site', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/sign-in?next=https://evil.example/dashboard');
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${dashboard.mock.url}/dashboard`);
    await leave();
  });

  it('does not ask for an account once the server has one', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/setup#good');
    await page.getByRole('heading', { name: 'This server is already set up' }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await leave();
  });

  it('asks for the whole setup link', async () => {
    dashboard.mock.state.setupOpen = true;
    const { page, leave } = await dashboard.visit('/dashboard/setup');
    await page.getByRole('heading', { name: 'Setup link required' }).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await leave();
  });

  it('sets up with the token in the fragment, then removes it from the URL', async () => {
    dashboard.mock.state.setupOpen = true;
    const { page, leave } = await dashboard.visit('/dashboard/setup#good');
    await page.getByLabel('Business name').fill('Tulip');
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(page.url()).toBe(`${dashboard.mock.url}/dashboard`);
    await leave();
  });

  it('an ended session redirects to the sign-in page', async () => {
    dashboard.mock.state.signedIn = true;
    const { page, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByRole('table').waitFor();
    dashboard.mock.state.signedIn = false;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL(/sign-in\?next=/);
    await leave();
  });
});

describe('payments', () => {
  it('are filtered by status, ID, email and order, and the URL keeps the filter', async () => {
    const { page, browserErrors, leave } = await dashboard.visit('/dashboard/payments');
    const rows = page.getByRole('row');
    await page.getByRole('link', { name: firstId(), exact: true }).waitFor();
    expect(await rows.count()).toBe(21);
    await page.getByRole('link', { name: 'Needs review' }).click();
    await expect.poll(() => rows.count()).toBe(8);
    expect(page.url()).toContain('status=needs_review');
    await page.reload();
    await expect.poll(() => rows.count()).toBe(8);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByLabel('Search payments').fill('order-1050');
    await expect.poll(() => rows.count()).toBe(2);
    expect(page.url()).toContain('q=order-1050');
    await page.getByLabel('Search payments').fill('nobody@example.com');
    await page.getByText('No matching payments').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByRole('link', { name: firstId(20), exact: true }).waitFor();
    await page.getByRole('link', { name: 'Newest' }).click();
    await page.getByRole('link', { name: firstId(), exact: true }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('appear on an open page without a reload, and are announced', async () => {
    const { page, browserErrors, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByRole('link', { name: firstId(), exact: true }).waitFor();
    await page.evaluate('window.stillHere = true');
    const id = dashboard.mock.addIntent();
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    await expect.poll(() => page.locator('[data-announcer]').textContent()).toMatch(/^New payment: /);
    expect(await page.getByRole('row').nth(1).textContent()).toContain(id);
    expect(await page.getByText(/^Reconnecting/).count()).toBe(0);
    expect(await page.evaluate('window.stillHere')).toBe(true);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('are polled while the stream is unavailable', async () => {
    dashboard.mock.state.streaming = false;
    const { page, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByText('Reconnecting, updates every 5 s').waitFor();
    const id = dashboard.mock.addIntent();
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    await leave();
  });

  it('are replaced by a command while there are none', async () => {
    dashboard.mock.state.modes.test.intents = [];
    const { page, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByRole('button', { name: 'Reveal key' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'curl command' }).textContent())
      .toContain(`Bearer ${dashboard.mock.state.modes.test.keys[0]?.private_key}`);
    const id = dashboard.mock.addIntent();
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    await leave();
  });

  it('show an error with a retry if they cannot be loaded', async () => {
    dashboard.mock.state.broken = /payment_intents/;
    const { page, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByText('Could not load payments').waitFor();
    dashboard.mock.state.broken = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: firstId(), exact: true }).waitFor();
    await leave();
  });

  it.each(['/dashboard', '/dashboard/payments'])('have their ID on one line on %s', async (path) => {
    const { page, leave } = await dashboard.visit(path, { reducedMotion: 'reduce' });
    const link = page.getByRole('link', { name: firstId(), exact: true });
    for (const width of [360, 768, 1_024, 1_152, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      await link.waitFor();
      expect((await link.boundingBox())?.height, `${width} px`).toBeLessThan(24);
    }
    await leave();
  });

  it('from test mode never appear in live mode', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByRole('link', { name: firstId(), exact: true }).waitFor();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await page.getByText('No live payments yet').waitFor();
    expect(await page.getByText('pi_').count()).toBe(0);
    for (const link of ['API keys', 'Home', 'Payments']) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('heading', { name: link, level: 1 }).waitFor();
      expect(page.url()).toContain('mode=live');
    }
    expect(requested.filter((path) => path.includes('/api/test/'))).toEqual([]);
    expect(await page.getByText('TEST', { exact: true }).count()).toBe(0);
    await leave();
  });
});

describe('a payment', () => {
  it('is simulated, and the page updates', async () => {
    const { page, browserErrors, leave } = await dashboard.visit(`/dashboard/payments/${firstId()}`);
    await page.getByText('Do not fulfill the order yet.').waitFor();
    await page.getByRole('button', { name: /^Full/ }).click();
    await page.getByText('Fulfill the order.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Succeeded' }).waitFor();
    await expect.poll(() => page.title()).toContain('Succeeded');
    await expect.poll(() => page.locator('[data-announcer]').textContent()).toBe('Payment status: Succeeded');
    await page.getByText('Show JSON').click();
    expect(await page.getByRole('region', { name: 'Payment intent' }).textContent()).toContain('"status": "succeeded"');
    expect(await page.getByRole('link', { name: 'Invoice PDF' }).getAttribute('href')).toBe(
      `/dashboard/api/test/invoices/${firstId()}.pdf`,
    );
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('is canceled after a confirmation', async () => {
    const { page, leave } = await dashboard.visit(`/dashboard/payments/${firstId()}`);
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByText('This payment was canceled.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await leave();
  });

  it('from the other mode is not found', async () => {
    const { page, leave } = await dashboard.visit(`/dashboard/payments/${firstId()}?mode=live`);
    await page.getByText('Payment not found in live mode').waitFor();
    await leave();
  });
});

describe('keys and settings', () => {
  it('a test key can be revealed, rolled and revoked', async () => {
    const { page, browserErrors, leave } = await dashboard.visit('/dashboard/developers/api-keys');
    await page.getByRole('button', { name: 'Reveal private key for First key' }).click();
    await page.getByText(dashboard.mock.state.modes.test.keys[0]?.private_key ?? '?', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Roll First key' }).click();
    await page.getByLabel('In 7 days').check();
    await page.getByRole('button', { name: 'Roll key' }).click();
    await page.getByText('You can reveal this test key again at any time.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Expiring').waitFor();
    await page.getByRole('button', { name: 'Revoke First key' }).last().click();
    expect(await page.getByRole('button', { name: 'Revoke key' }).isDisabled()).toBe(true);
    await page.getByLabel(/^Type/).fill('First key');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Inactive keys (1)').waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('a live key is shown once, and only “I have stored it” closes it, also after rolling', async () => {
    const { page, browserErrors, leave } = await dashboard.visit('/dashboard/developers/api-keys?mode=live');
    const dialog = page.getByRole('dialog');
    const stored = dialog.getByRole('button', { name: 'I have stored it' });
    const ask = dialog.getByText('Have you stored the private key?');
    const expectToAsk = async () => {
      await page.getByText('You will not see it again.').waitFor();
      const dismissals = [
        () => page.keyboard.press('Escape'),
        () => page.mouse.click(5, 5),
        () => dialog.getByRole('button', { name: 'Close' }).click(),
      ];
      for (const dismiss of dismissals) {
        await dismiss();
        await ask.waitFor();
        await dialog.getByText(/^fsk_live_/).waitFor();
        await dialog.getByRole('button', { name: 'Back to the key' }).click();
        await ask.waitFor({ state: 'detached' });
      }
      await page.keyboard.press('Escape');
      await ask.waitFor();
      await tabTo(page, 'I have stored it');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Create a live key' }).click();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('Web shop');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expectToAsk();
    await page.getByRole('article', { name: 'Web shop' }).waitFor();
    expect(await page.getByRole('button', { name: /Reveal/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Roll Web shop' }).click();
    await dialog.getByRole('button', { name: 'Roll key' }).click();
    await expectToAsk();
    await page.getByText('Expiring').waitFor();
    await page.getByRole('button', { name: 'Roll Web shop' }).click();
    await dialog.getByRole('button', { name: 'Roll key' }).click();
    await stored.click();
    await dialog.waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it.each(['live', 'test'])('a %s key that can change wallets takes the password, also to roll it', async (mode) => {
    const { page, leave } = await dashboard.visit(`/dashboard/developers/api-keys?mode=${mode}`);
    const dialog = page.getByRole('dialog');
    const close = () => dialog.getByRole('button', { name: /^(I have stored it|Done)$/ }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Payouts');
    expect(await dialog.getByLabel('Your password').count()).toBe(0);
    await dialog.getByLabel('Change wallets').check();
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('The password is incorrect.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password');
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await close();
    await page.getByRole('article', { name: 'Payouts' }).getByText('wallets:write').waitFor();
    await page.getByRole('button', { name: 'Roll Payouts' }).click();
    await dialog.getByRole('button', { name: 'Roll key' }).click();
    await dialog.getByText('The password is incorrect.').waitFor();
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Roll key' }).click();
    await close();
    await page.getByText('Expiring').waitFor();
    await leave();
  });

  it('settings are saved, and errors appear beside their field', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/settings');
    await page.getByLabel('Business name').fill('');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Business name').fill('Rose & Rake');
    await page.getByLabel('Payment window (minutes)').fill('half an hour');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Enter a number of minutes from 5 to 10080.').waitFor();
    await page.getByLabel('Payment window (minutes)').fill('30');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('complementary').getByText('Rose & Rake').waitFor();
    expect(dashboard.mock.state.settings).toMatchObject({
      name: 'Rose & Rake',
      expires_in: 1_800,
      tolerance_percent: '0.5',
    });
    await leave();
  });

  it('items use the decimals of their currency, and imports report errors by line', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/settings');
    await page.getByRole('button', { name: 'Add item' }).click();
    await page.getByRole('button', { name: 'Save item' }).click();
    await page.getByText('Enter a number with up to 2 decimals.').waitFor();
    expect(await page.getByText(/^Enter (an item ID|a name)\.$/).count()).toBe(2);
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('item_id');
    await page.getByLabel('Item ID').fill('sku_kimono');
    await page.getByRole('dialog').getByLabel('Name').fill('Kimono');
    await page.getByLabel('Currency').fill('JPY');
    await page.getByLabel('Price').fill('12.50');
    await page.getByRole('button', { name: 'Save item' }).click();
    await page.getByText('Enter a whole number, such as 1210.').waitFor();
    await page.getByLabel('Price').fill('1250');
    await page.getByRole('button', { name: 'Save item' }).click();
    await page.getByText('¥1,250').waitFor();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByLabel('Or paste CSV').fill('item_id,name,unit_amount,currency');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Line 3: The amount must be a whole number.').waitFor();
    await leave();
  });
});
