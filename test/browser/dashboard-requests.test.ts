import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { focusedElement, tabTo } from './tab-to.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 10), { signedIn: true });
});

const PATH = '/dashboard/developers/logs';
const state = () => dashboard.mock.state.modes.test;
const visit = (path = PATH) =>
  dashboard.visit(path, { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });

it('requests are listed page by page, and errors stand out', async () => {
  const { page, browserErrors, leave } = await visit('/dashboard');
  await page.getByRole('link', { name: 'Logs' }).first().click();
  await page.getByRole('heading', { name: 'Logs', level: 1 }).waitFor();
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(21);
  expect(await rows.nth(1).textContent()).toMatch(/^201POST \/\{public_key\}\/create_checkout.*First key3.4 ms/);
  expect(await rows.nth(3).textContent()).toContain('validation_failed');
  expect(await rows.nth(5).textContent()).toMatch(/^503.*unavailable.*2,803.7 ms/);
  const edges = await page.evaluate<{ width: string; color: string }[]>(`[...document.querySelectorAll('tbody tr')]
    .map((row) => getComputedStyle(row))
    .map(({ borderLeftWidth: width, borderLeftColor: color }) => ({ width, color }))`);
  expect([edges[0]?.width, edges[2]?.width, edges[4]?.width]).toEqual(['0px', '4px', '4px']);
  expect(edges[4]?.color).not.toBe(edges[2]?.color);
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect.poll(() => page.url()).toContain(`cursor=${state().requests[19]?.id}`);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect.poll(() => page.url()).not.toContain('cursor=');
  expect(browserErrors).toEqual([]);
  await leave();
});

it('filters can be combined, and the URL keeps them', async () => {
  const { page, leave } = await visit();
  const rows = page.getByRole('row');
  await page.getByRole('link', { name: 'Client errors (4xx)' }).click();
  await expect.poll(() => rows.count()).toBe(19);
  await page.getByLabel('Request ID, error code, or route').fill('invalid_state');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => rows.count()).toBe(10);
  expect(page.url()).toContain('status=4xx');
  await page.reload();
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByLabel('Method').selectOption('GET');
  await page.getByText('No matching requests').waitFor();
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect.poll(() => rows.count()).toBe(21);
  expect(await page.getByLabel('Request ID, error code, or route').inputValue()).toBe('');
  await page.getByLabel('Request ID, error code, or route').fill('/{public_key}/items');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByLabel('API key').selectOption({ label: 'First key (…Kq1x)' });
  await expect.poll(() => page.url()).toContain('key_id=key_test_1');
  await page.getByLabel('To').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No matching requests').waitFor();
  await page.getByLabel('To').fill('');
  await page.getByLabel('From').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => rows.count()).toBe(10);
  expect(page.url()).toContain('after=20');
  await leave();
});

it('the details have everything, the command and the payment', async () => {
  const [created] = state().requests;
  if (!created) throw new Error('There are too few samples.');
  created.request_body = '{"name":"it\'s"}';
  created.response_body = '{"payment_intent_response":{}}';
  const { page, browserErrors, leave } = await visit();
  await page.getByRole('row').nth(1).getByRole('link').click();
  const dialog = page.getByRole('dialog', { name: 'Request' });
  await dialog.getByText(created.id).waitFor();
  const text = (await dialog.textContent()) ?? '';
  for (const part of [created.path, created.route, 'First key', 'key_test_1', '203.0.113.7', '3.4 ms', '201']) {
    expect(text).toContain(part);
  }
  expect(await dialog.getByRole('region', { name: 'Request body' }).textContent()).toBe(created.request_body);
  expect(await dialog.getByRole('region', { name: 'Response body' }).textContent()).toBe(created.response_body);
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy as curl' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain(`curl -X POST '${dashboard.mock.url}${created.path}'`);
  expect(copied).toContain('Bearer $PRIVATE_KEY');
  expect(copied).toContain(`--data-raw '{"name":"it'\\''s"}'`);
  await dialog.getByRole('link', { name: created.payment_intent_id ?? '?' }).click();
  await page.waitForURL(new RegExp(`/payments/${created.payment_intent_id}`));
  expect(browserErrors).toEqual([]);
  await leave();
});

it('a failed request without bodies says how to get them, and links to its error', async () => {
  const failed = state().requests[2];
  const { page, leave } = await visit(`${PATH}?request=${failed?.id}`);
  const dialog = page.getByRole('dialog', { name: 'Request' });
  const error = dialog.getByRole('link', { name: 'validation_failed' });
  expect(await error.getAttribute('href')).toBe('/docs/errors/validation_failed');
  await dialog.getByText('If the request had a body, add it.', { exact: false }).waitFor();
  await dialog.getByText('No bodies were logged.', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).not.toContain('request=');
  await page.getByLabel('Request ID, error code, or route').fill('req_0');
  await page.keyboard.press('Enter');
  await dialog.getByText('No request with this ID in test mode.', { exact: false }).waitFor();
  await leave();
});

it('the keyboard alone opens a request and comes back to it', async () => {
  const { page, leave } = await visit();
  await page.getByRole('row').nth(1).waitFor();
  await tabTo(page, /^POST .*create_checkout_payment_intent$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Copy as curl');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => (await focusedElement(page)).name).toMatch(/^POST .*create_checkout/);
  await leave();
});

it('the list has an empty state and an error state with a retry', async () => {
  const { page, leave } = await visit(`${PATH}?mode=live`);
  await page.getByText('No requests yet').waitFor();
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await leave();
  dashboard.mock.state.broken = /request_log/;
  const again = await visit();
  await again.page.getByText('Could not load the logs').waitFor();
  dashboard.mock.state.broken = null;
  await again.page.getByRole('button', { name: 'Try again' }).click();
  await again.page.getByRole('row').nth(1).waitFor();
  await again.leave();
});

it('the settings turn bodies on, for each mode', async () => {
  const { page, leave } = await visit('/dashboard/settings');
  await page.getByLabel('Log bodies in test mode').check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(dashboard.mock.state.settings.log_bodies).toEqual({ test: true, live: false });
  await leave();
});
