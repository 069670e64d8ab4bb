import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_ROUTE_BYTES_MAX } from '../../web/dashboard/build.ts';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 60), { signedIn: true });
});

const firstId = (place = 0) => dashboard.mock.state.modes.test.intents[place]?.id ?? '';

it('the first route weighs no more than promised', () => {
  expect(dashboard.firstRouteBytes).toBeGreaterThan(50_000);
  expect(dashboard.firstRouteBytes).toBeLessThanOrEqual(FIRST_ROUTE_BYTES_MAX);
});

describe('entering', () => {
  beforeEach(() => {
    dashboard.mock.state.signedIn = false;
  });

  it('shows errors beside their fields, a wrong password, and how long to wait', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This must not be empty.').first().waitFor();
    expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email');
    await page.getByLabel('E-mail').fill('owner@example.com');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The e-mail address or the password is not right.').waitFor();
    dashboard.mock.state.failedSignIns = 9;
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Too many attempts. Try again in 1 min.').waitFor();
    await leave();
  });

  it('leads back to the page that was asked for, and out again', async () => {
    const { page, complaints, leave } = await dashboard.visit(`/dashboard/payments/${firstId()}?mode=test`);
    await page.waitForURL(/sign-in\?next=/);
    await page.getByLabel('E-mail').fill('owner@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(new RegExp(`/payments/${firstId()}`));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/dashboard\/sign-in$/);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('goes nowhere else after signing in', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/sign-in?next=https://evil.example/dashboard');
    await page.getByLabel('E-mail').fill('owner@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${dashboard.mock.url}/dashboard`);
    await leave();
  });

  it('sets up by the token of the fragment, which then leaves the address', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/setup#good');
    await page.getByLabel('Business name').fill('Tulip');
    await page.getByLabel('E-mail').fill('owner@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(page.url()).toBe(`${dashboard.mock.url}/dashboard`);
    await leave();
  });

  it('a session that ends leads to the sign-in', async () => {
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
  it('are found by status, id, e-mail and order, and the address keeps the view', async () => {
    const { page, complaints, leave } = await dashboard.visit('/dashboard/payments');
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
    await page.getByText('No payment fits').waitFor();
    await page.getByRole('link', { name: 'Show all payments' }).click();
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByRole('link', { name: firstId(20), exact: true }).waitFor();
    await page.getByRole('link', { name: 'Newest' }).click();
    await page.getByRole('link', { name: firstId(), exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  it('come in on an open page without a reload, and are announced', async () => {
    const { page, complaints, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByRole('link', { name: firstId(), exact: true }).waitFor();
    await page.evaluate('window.stillHere = true');
    const id = dashboard.mock.addIntent();
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    await expect.poll(() => page.locator('[data-announcer]').textContent()).toMatch(/^New payment: /);
    expect(await page.getByRole('row').nth(1).textContent()).toContain(id);
    expect(await page.getByText(/^Reconnecting/).count()).toBe(0);
    expect(await page.evaluate('window.stillHere')).toBe(true);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('come in by asking when the stream is away', async () => {
    dashboard.mock.state.streaming = false;
    const { page, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByText('Reconnecting, updated every 5 s').waitFor();
    const id = dashboard.mock.addIntent();
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    await leave();
  });

  it('that do not exist yet are a command, which turns into the row', async () => {
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

  it('that cannot be read are an error with a second try', async () => {
    dashboard.mock.state.broken = /payment_intents/;
    const { page, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByText('Payments could not be loaded').waitFor();
    dashboard.mock.state.broken = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: firstId(), exact: true }).waitFor();
    await leave();
  });

  it('of test mode never show in live mode', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/payments');
    await page.getByRole('link', { name: firstId(), exact: true }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await page.getByText('No live payments yet').waitFor();
    expect(await page.getByText('pi_').count()).toBe(0);
    for (const link of ['API Keys', 'Home', 'Payments']) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('heading', { name: link, level: 1 }).waitFor();
      expect(page.url()).toContain('mode=live');
    }
    expect(asked.filter((path) => path.includes('/api/test/'))).toEqual([]);
    expect(await page.getByText('TEST', { exact: true }).count()).toBe(0);
    await leave();
  });
});

describe('a payment', () => {
  it('is simulated to the end, and the page follows', async () => {
    const { page, complaints, leave } = await dashboard.visit(`/dashboard/payments/${firstId()}`);
    await page.getByText('Do not deliver yet.').waitFor();
    await page.getByRole('button', { name: /^Full/ }).click();
    await page.getByText('Deliver the order.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Succeeded' }).waitFor();
    await expect.poll(() => page.title()).toContain('Succeeded');
    await expect.poll(() => page.locator('[data-announcer]').textContent()).toBe('The payment is now: Succeeded');
    await page.getByText('Show the JSON').click();
    expect(await page.getByRole('region', { name: 'Payment intent' }).textContent()).toContain('"status": "succeeded"');
    expect(await page.getByRole('link', { name: 'Invoice PDF' }).getAttribute('href')).toBe(
      `/dashboard/api/test/invoices/${firstId()}.pdf`,
    );
    expect(complaints).toEqual([]);
    await leave();
  });

  it('is canceled after a question', async () => {
    const { page, leave } = await dashboard.visit(`/dashboard/payments/${firstId()}`);
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByText('You canceled this payment').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await leave();
  });

  it('of the other mode, or none, is not there', async () => {
    const { page, leave } = await dashboard.visit(`/dashboard/payments/${firstId()}?mode=live`);
    await page.getByText('There is no such payment in live mode').waitFor();
    await leave();
  });
});

describe('keys and settings', () => {
  it('a test key can be revealed, rolled and revoked', async () => {
    const { page, complaints, leave } = await dashboard.visit('/dashboard/developers/api-keys');
    await page.getByRole('button', { name: 'Reveal private key of First key' }).click();
    await page.getByText(dashboard.mock.state.modes.test.keys[0]?.private_key ?? '?', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Roll First key' }).click();
    await page.getByLabel('In 7 days').check();
    await page.getByRole('button', { name: 'Roll key' }).click();
    await page.getByText('You can reveal this test key again at any time.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Being replaced').waitFor();
    await page.getByRole('button', { name: 'Revoke First key' }).last().click();
    expect(await page.getByRole('button', { name: 'Revoke key' }).isDisabled()).toBe(true);
    await page.getByLabel(/^Type/).fill('First key');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Keys that no longer work (1)').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  it('a live key is shown once', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/developers/api-keys?mode=live');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('The name must not be empty.').waitFor();
    await page.getByLabel('Name').fill('Web shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('This is the only time that the private key is shown.').waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('article', { name: 'Web shop' }).waitFor();
    expect(await page.getByRole('button', { name: /Reveal/ }).count()).toBe(0);
    await leave();
  });

  it('settings are saved, and what the server refuses stands beside its field', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/settings');
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('The name must not be empty.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Rose & Rake');
    await page.getByLabel('Time to pay, in minutes').fill('30');
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

  it('items are added in the decimals of their currency, and imported with errors by line', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/settings');
    await page.getByRole('button', { name: 'Add item' }).click();
    await page.getByLabel('Item id').fill('sku_kimono');
    await page.getByRole('dialog').getByLabel('Name').fill('Kimono');
    await page.getByLabel('Currency').fill('JPY');
    await page.getByLabel('Price').fill('12.50');
    await page.getByRole('button', { name: 'Save item' }).click();
    await page.getByText('A whole number, such as 1210.').waitFor();
    await page.getByLabel('Price').fill('1250');
    await page.getByRole('button', { name: 'Save item' }).click();
    await page.getByText('¥1,250').waitFor();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByLabel('Or paste it').fill('item_id,name,unit_amount,currency');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Line 3: The amount is not a whole number.').waitFor();
    await leave();
  });
});
