import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { florin, type NewMerchant } from '../support/server.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { openRealShop, type RealShop } from './open-real-shop.ts';

let shop: RealShop;
let keys: NewMerchant;

beforeAll(async () => {
  shop = await openRealShop();
  const account = ['--name', 'Tulip & Sons', '--email', 'ada@example.com', '--password', 'correct horse battery'];
  keys = await florin<NewMerchant>(shop.options, 'merchants', 'create', ...account);
});

afterAll(() => shop.stop());

beforeEach(() => {
  shop.browserErrors.length = 0;
});

const open = (path: string) => shop.page.goto(`${shop.server.baseUrl}${path}`);

const pathOf = () => {
  const { pathname, hash } = new URL(shop.page.url());
  return pathname + hash;
};

const panel = () => shop.page.locator('.try');

const result = () => panel().getByRole('status');

describe('the search', () => {
  it('is loaded at its first use, and works with the keyboard alone', async () => {
    const { page } = shop;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await open('/docs/guides/webhooks');
    await page.getByRole('combobox', { name: 'Search the documentation' }).waitFor();
    expect(asked).not.toContain('/docs/search.json');
    await page.keyboard.press('/');
    await page.keyboard.type('idempotency_key_reused');
    await page.getByRole('option').first().waitFor();
    expect(asked).toContain('/docs/search.json');
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).textContent()).toContain('idempotency_key_reused');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/errors/idempotency_key_reused');
    expect(shop.browserErrors).toEqual([]);
  });

  it.each([
    ['exchange_rate', 'Field'],
    ['create_checkout_payment_intent', 'Endpoint'],
    ['restoring', 'Guide'],
  ])('finds %s', async (query, kind) => {
    const { page } = shop;
    await open('/docs');
    await page.getByRole('combobox').fill(query);
    await page.getByRole('option').filter({ hasText: kind }).first().waitFor();
  });

  it('says so if nothing is found, and closes with Escape', async () => {
    const { page } = shop;
    await open('/docs');
    await page.getByRole('combobox').fill('zzzzzz');
    await page.locator('.found').getByText('No results found.').waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.found').waitFor({ state: 'hidden' });
  });

  it('leads old links to the pages that replaced them', async () => {
    // A URL that differs only in its fragment would not load again.
    await shop.page.goto('about:blank');
    await open('/docs#payment-intents-create');
    await shop.page.waitForURL('**/docs/reference/payment-intents-create');
    await open('/docs#authentication');
    expect(pathOf()).toBe('/docs#authentication');
  });
});

describe('a sample', () => {
  it('has a visible copy button, which copies all of it', async () => {
    const { page } = shop;
    await open('/docs/reference/payment-intents-list');
    const button = page.getByRole('button', { name: 'Copy' }).first();
    expect(await button.isVisible()).toBe(true);
    await button.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^curl "http.*\/payment_intents"[\s\S]*Bearer \$PRIVATE_KEY"$/);
  });
});

describe('a request from the page', () => {
  it('creates a payment intent with a test key, and reads it back', async () => {
    const { page } = shop;
    await open('/docs/reference/payment-intents-create');
    await panel().getByText('Try it').click();
    await page.getByLabel('Private test key').fill(keys.private_key);
    await panel().getByLabel('public_key').fill(keys.public_key);
    await panel().getByRole('button', { name: 'Send' }).click();
    await result().getByText('201 Created').waitFor();
    const { payment_intent_response: created } = JSON.parse((await result().locator('pre').textContent()) ?? '') as {
      payment_intent_response: { payment_intent_id: string };
    };
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);

    await open('/docs/reference/payment-intents-get');
    await panel().getByText('Try it').click();
    // The key was kept nowhere.
    expect(await page.getByLabel('Private test key').inputValue()).toBe('');
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
    ).not.toContain('fsk_');
    await page.getByLabel('Private test key').fill(keys.private_key);
    await panel().getByLabel('public_key').fill(keys.public_key);
    await panel().getByLabel('payment_intent_id').fill(created.payment_intent_id);
    await panel().getByRole('button', { name: 'Send' }).click();
    await result().getByText('"status": "requires_payment"').waitFor();
    expect(shop.browserErrors).toEqual([]);
  });

  it('is not sent with a live key or without what it needs', async () => {
    const { page } = shop;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await open('/docs/reference/payment-intents-get');
    await panel().getByText('Try it').click();
    const before = sent.length;
    await panel().getByRole('button', { name: 'Send' }).click();
    await result().getByText('Enter public_key.').waitFor();
    await panel().getByLabel('public_key').fill(keys.public_key);
    await panel().getByLabel('payment_intent_id').fill('pi_1');
    await page.getByLabel('Private test key').fill(keys.private_key.replace('_test_', '_live_'));
    await panel().getByRole('button', { name: 'Send' }).click();
    await result().getByText('Use a private test key.').waitFor();
    await page.getByLabel('Private test key').fill(keys.private_key);
    await panel().getByLabel('public_key').fill(keys.public_key.replace('_test_', '_live_'));
    await panel().getByRole('button', { name: 'Send' }).click();
    await result().getByText('Use a public test key.').waitFor();
    expect(sent.length).toBe(before);
  });

  it('shows an error as the server sent it', async () => {
    await open('/docs/reference/payment-intents-get');
    await panel().getByText('Try it').click();
    await panel().getByLabel('public_key').fill(keys.public_key);
    await panel().getByLabel('payment_intent_id').fill('pi_1/../x');
    await panel().getByRole('button', { name: 'Send' }).click();
    await result().getByText('"code": "missing_credentials"').waitFor();
  });
});

describe('an error', () => {
  it('is a page that is accessible', async () => {
    const { page } = shop;
    await open('/docs/');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.getByRole('link', { name: '/docs', exact: false }).first().click();
    await page.getByRole('heading', { name: 'Florin' }).waitFor();
  });
});
