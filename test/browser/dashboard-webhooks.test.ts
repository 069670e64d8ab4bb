import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { sampleEndpoint } from '../../web/dashboard/test/sample-webhooks.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { tabTo } from './tab-to.ts';

const PASSWORD = 'correct horse battery';
const WEBHOOKS = '/dashboard/developers/webhooks';
const EVENTS = '/dashboard/developers/events';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 10), { signedIn: true });
});

const test = () => dashboard.mock.state.modes.test;
const live = () => dashboard.mock.state.modes.live;
const visit = (path = WEBHOOKS) => dashboard.visit(path, { reducedMotion: 'reduce' });
const endpointPath = () => `${WEBHOOKS}/${test().endpoints[0]?.id}`;

describe('endpoints', () => {
  it('are listed with what became of their deliveries', async () => {
    const { page, browserErrors, leave } = await visit('/dashboard');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    const card = page.getByRole('article', { name: 'https://shop.example.com/webhooks/1' });
    await card.getByText('Enabled').waitFor();
    await card.getByText(/^Last 24 hours: \d+ delivered, \d+ failed, \d+ pending$/).waitFor();
    expect(await card.getByText('Every event').count()).toBe(1);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('are added with chosen types, and the secret is shown once', async () => {
    const { page, browserErrors, leave } = await visit();
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('http://shop.example.com');
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await dialog.getByText('The URL must begin with https://.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("name")')).toBe('url');
    await dialog.getByLabel('URL').fill('https://shop.example.com/new');
    await dialog.getByLabel('Only some events').check();
    await dialog.getByRole('checkbox', { name: /^Transactions of a payment/ }).check();
    await dialog.getByLabel('payment_intent.succeeded').check();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await dialog.getByText('whsec_', { exact: false }).waitFor();
    expect(test().endpoints[0]?.events).toEqual(['payment_intent.succeeded', 'payment.*']);
    await page.keyboard.press('Escape');
    await dialog.getByText('Have you stored the secret?', { exact: false }).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('article', { name: 'https://shop.example.com/new' }).waitFor();
    expect(await page.getByText('whsec_', { exact: false }).count()).toBe(0);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('without any type are an error', async () => {
    const { page, leave } = await visit();
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://shop.example.com/new');
    await dialog.getByLabel('Only some events').check();
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await dialog.getByText('Choose at least one type of event.').waitFor();
    await leave();
  });

  it('take the password in live mode, to add, redirect, roll and delete them', async () => {
    const { page, leave } = await visit(`${WEBHOOKS}?mode=live`);
    const dialog = page.getByRole('dialog');
    await page.getByText('No live endpoints').waitFor();
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await dialog.getByLabel('URL').fill('https://shop.example.com/live');
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await dialog.getByText('The password is incorrect.').waitFor();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('link', { name: 'https://shop.example.com/live' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await dialog.getByLabel('Your password').count()).toBe(0);
    await dialog.getByLabel('URL').fill('https://shop.example.com/other');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => live().endpoints[0]?.url).toBe('https://shop.example.com/other');
    await page.getByRole('button', { name: 'Roll secret' }).click();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Roll secret' }).click();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('Old secret signs until').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete endpoint' }).click();
    await page.getByText('No live endpoints').waitFor();
    expect(live().endpoints).toEqual([]);
    await leave();
  });

  it('are disabled and enabled, and then get no test event', async () => {
    const { page, browserErrors, leave } = await visit(endpointPath());
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(Send test event|Resend)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('that the server disabled are shown on every page', async () => {
    live().endpoints = [sampleEndpoint('live', 5, { status: 'disabled', disabled_reason: 'failing' })];
    const { page, leave } = await visit('/dashboard');
    const banner = page.getByRole('region', { name: 'Disabled webhook endpoints' });
    await banner.getByText('was disabled after five days of failures', { exact: false }).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await banner.getByRole('link', { name: 'fix and enable it' }).click();
    await page.getByText('Fix the endpoint, then enable it.', { exact: false }).waitFor();
    expect(page.url()).toContain('mode=live');
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect.poll(() => banner.count()).toBe(0);
    await leave();
  });

  it('have a loading error with a retry, and a page for one that does not exist', async () => {
    dashboard.mock.state.broken = /webhook_endpoints/;
    const { page, leave } = await visit();
    await page.getByText('Could not load webhook endpoints').waitFor();
    dashboard.mock.state.broken = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article').waitFor();
    await leave();
    const missing = await visit(`${WEBHOOKS}/we_0000000000000000000000`);
    await missing.page.getByText('Endpoint not found in test mode').waitFor();
    expect(await findA11yIssuesIn(VIEWS, missing.page)).toEqual([]);
    await missing.leave();
  });

  it('can be added with the keyboard alone', async () => {
    const { page, leave } = await visit();
    await page.getByRole('article').waitFor();
    await tabTo(page, 'Add endpoint');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'URL');
    await page.keyboard.type('https://shop.example.com/keys');
    await tabTo(page, 'Every event');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'payment_intent.succeeded');
    await page.keyboard.press('Space');
    await tabTo(page, 'Add endpoint');
    await page.keyboard.press('Enter');
    await page.getByText('whsec_', { exact: false }).waitFor();
    await tabTo(page, 'I have stored it');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'https://shop.example.com/keys' }).waitFor();
    expect(test().endpoints[0]?.events).toEqual(['payment_intent.succeeded']);
    await leave();
  });
});

describe('deliveries', () => {
  it('of an endpoint are filtered by state, and each shows its attempts', async () => {
    const waiting = test().deliveries.find(({ state, attempt_count: count }) => state === 'pending' && count === 0);
    if (waiting) waiting.next_attempt_at = null;
    const { page, browserErrors, leave } = await visit(endpointPath());
    const rows = page.getByRole('row');
    await rows.nth(1).waitFor();
    const text = (await rows.allTextContents()).join('\n');
    const outcomes = ['200 in 87 ms', 'Not sent yet', 'Waiting for an earlier event'];
    for (const shown of ['Delivered', 'Retrying', 'Failed', 'Pending', ...outcomes]) {
      expect(text).toContain(shown);
    }
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    const failed = test().deliveries.filter(({ state }) => state === 'failed');
    await page.getByRole('link', { name: 'Failed', exact: true }).click();
    await expect.poll(() => rows.count()).toBe(failed.length + 1);
    expect(page.url()).toContain('state=failed');
    await page.getByRole('link', { name: 'Pending', exact: true }).click();
    await page.getByText('503 in 240 ms').first().waitFor();
    await rows.filter({ hasText: 'Retrying' }).first().getByRole('link').click();
    await page.getByText('Attempt 3', { exact: true }).waitFor();
    for (const shown of ['The endpoint answered 503.', 'webhook-timestamp: 1794735000', 'Service unavailable']) {
      expect(await page.getByText(shown, { exact: false }).first().isVisible()).toBe(true);
    }
    await page.getByText('Attempt 1', { exact: true }).click();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('are started by a test event, and sent again: one, all failed, or a range', async () => {
    const { page, browserErrors, leave } = await visit(endpointPath());
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('link', { name: 'webhook_endpoint.test' }).waitFor();
    const sent = page.getByRole('status').filter({ hasText: 'Test event sent.' });
    const link = await sent.getByRole('link', { name: 'View delivery' }).getAttribute('href');
    expect(link).toContain(`${WEBHOOKS}/deliveries/${test().deliveries[0]?.id}`);
    const before = test().deliveries.length;
    await page
      .getByRole('button', { name: /^Resend payment_intent/ })
      .first()
      .click();
    await expect.poll(() => test().deliveries.length).toBe(before + 1);
    const failed = test().deliveries.filter(({ state }) => state === 'failed').length;
    await page.getByRole('button', { name: 'Resend all failed' }).click();
    await page.getByText(`${failed} sent again.`).waitFor();
    await page.getByRole('button', { name: 'Resend a range' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await dialog.getByText('Enter the number of an event.').waitFor();
    await dialog.getByLabel('First number').fill('2');
    await dialog.getByLabel('Last number').fill('4');
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('3 sent again.').waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('come page by page', async () => {
    Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 40), { signedIn: true });
    const { page, leave } = await visit(endpointPath());
    await expect.poll(() => page.getByRole('row').count()).toBe(21);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.waitForURL(/cursor=/);
    await page.getByRole('link', { name: 'Newest' }).click();
    await expect.poll(() => page.url()).not.toContain('cursor=');
    await leave();
  });

  it('that do not exist have a page that says so', async () => {
    const { page, leave } = await visit(`${WEBHOOKS}/deliveries/dlv_0000000000000000000000`);
    await page.getByText('Delivery not found in test mode').waitFor();
    await leave();
  });
});

describe('events', () => {
  it('are filtered by type and by payment, and new ones appear', async () => {
    const { page, browserErrors, leave } = await visit('/dashboard');
    await page.getByRole('link', { name: 'Events' }).click();
    const rows = page.getByRole('row');
    await rows.nth(1).waitFor();
    const count = await rows.count();
    dashboard.mock.addEvent('payment_intent.flagged');
    await expect.poll(() => rows.count()).toBe(count + 1);
    expect(await rows.nth(1).textContent()).toContain('payment_intent.flagged');
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.getByLabel('Type').selectOption('payment_intent.flagged');
    await expect.poll(() => rows.count()).toBe(2);
    expect(page.url()).toContain('type=payment_intent.flagged');
    await page.getByLabel('Type').selectOption('');
    const [intent] = test().intents;
    await page.getByLabel('Payment ID').fill('pi_1');
    await page.keyboard.press('Enter');
    await page.getByText('Enter the full payment ID.').waitFor();
    await page.getByLabel('Payment ID').fill(intent?.id ?? '');
    await page.keyboard.press('Enter');
    const own = test().events.filter(({ data }) => data.object['id'] === intent?.id).length;
    await expect.poll(() => rows.count()).toBe(own + 1);
    await page.getByLabel('Type').selectOption('wallet.changed');
    await page.getByText('No matching events').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(() => rows.count()).toBe(count + 1);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('show their JSON and where they went, and are sent again', async () => {
    const [event] = test().events;
    const { page, browserErrors, leave } = await visit(`${EVENTS}/${event?.id}`);
    await page.getByRole('heading', { name: event?.type ?? '', level: 1 }).waitFor();
    const json = (await page.getByRole('region', { name: 'Event as JSON' }).textContent()) ?? '';
    expect(JSON.parse(json)).toEqual(event);
    await page.getByRole('link', { name: 'https://shop.example.com/webhooks/1' }).waitFor();
    await page.getByRole('button', { name: 'Resend to all' }).click();
    await page.getByText('Sent again to 1 endpoint.').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('are not sent again to an endpoint that is disabled', async () => {
    const [endpoint] = test().endpoints;
    if (endpoint) endpoint.status = 'disabled';
    test().endpoints.push(sampleEndpoint('test', 9));
    const { page, leave } = await visit(`${EVENTS}/${test().events[0]?.id}`);
    await page.getByRole('button', { name: 'Resend to all' }).waitFor();
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('button', { name: /^Resend payment/ }).count()).toBe(0);
    await leave();
  });

  it('are linked from the timeline of a payment', async () => {
    const [intent] = test().intents;
    const [entry] = intent?.timeline ?? [];
    const { page, leave } = await visit(`/dashboard/payments/${intent?.id}`);
    await page.getByRole('link', { name: 'Created' }).click();
    await page.waitForURL(`**${EVENTS}/${entry?.id}`);
    await page.getByRole('link', { name: intent?.id ?? '' }).click();
    await page.waitForURL(`**/dashboard/payments/${intent?.id}`);
    await leave();
  });

  it('have empty, missing and error states', async () => {
    const empty = await visit(`${EVENTS}?mode=live`);
    await empty.page.getByText('No events yet').waitFor();
    expect(await findA11yIssuesIn(VIEWS, empty.page)).toEqual([]);
    await empty.page.getByRole('link', { name: 'Go to Payments' }).click();
    await empty.page.getByText('No live payments yet').waitFor();
    await empty.leave();
    const missing = await visit(`${EVENTS}/evt_0000000000000000000000`);
    await missing.page.getByText('Event not found in test mode').waitFor();
    await missing.leave();
    dashboard.mock.state.broken = /\/events/;
    const broken = await visit(EVENTS);
    await broken.page.getByText('Could not load events').waitFor();
    dashboard.mock.state.broken = null;
    await broken.page.getByRole('button', { name: 'Try again' }).click();
    await broken.page.getByRole('row').nth(1).waitFor();
    await broken.leave();
  });

  it('switch the mode to the list, because an event exists in one mode only', async () => {
    const { page, leave } = await visit(`${EVENTS}/${test().events[0]?.id}`);
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await page.getByText('No events yet').waitFor();
    expect(page.url()).toContain(`${EVENTS}?mode=live`);
    await leave();
  });
});
