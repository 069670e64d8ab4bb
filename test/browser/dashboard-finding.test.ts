import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { florin, type NewMerchant } from '../support/server.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { createIntent, openRealShop, payAndWait, type RealShop } from './open-real-shop.ts';

let shop: RealShop;
let keys: NewMerchant;
const made: string[] = [];
const [EMAIL, PASSWORD] = ['ada@example.com', 'correct horse battery'];
const PATH = '/dashboard/payments';

beforeAll(async () => {
  shop = await openRealShop();
  const account = ['--name', 'Tulips', '--email', EMAIL, '--password', PASSWORD];
  keys = await florin<NewMerchant>(shop.options, 'merchants', 'create', ...account);
  for (const [name, total] of [
    ['Zoë Straße', 1_000],
    ['Ada Lovelace', 2_000],
    ['Alan Turing', 3_000],
  ] as const) {
    const customer = { name, email: `${made.length}@example.org`, phone_number: '' };
    made.push(await createIntent(shop.server.baseUrl, keys, { customer, total_amount: total, order_id: `o-${total}` }));
  }
  const { page } = shop;
  await page.goto(`${shop.server.baseUrl}/dashboard/sign-in`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});
afterAll(() => shop.stop());

const visit = (query: string) => shop.page.goto(`${shop.server.baseUrl}${PATH}${query}`);
const rows = () => shop.page.getByRole('link', { name: /^pi_/ });

it('finds payments by what a person types, and keeps it in the URL', async () => {
  const { page } = shop;
  await visit('');
  await expect.poll(() => rows().count()).toBe(3);
  // Names are found once their terms are written.
  await expect
    .poll(
      async () => {
        await page.getByLabel('Search payments').fill('');
        await page.getByLabel('Search payments').fill('STRASSE');
        await page.getByLabel('Search payments').press('Enter');
        await page.waitForURL(/q=STRASSE/);
        await page.reload();
        await page
          .getByText(/No matching payments|pi_/)
          .first()
          .waitFor();
        return rows().count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  expect(await rows().first().textContent()).toBe(made[0]);
});

it('filters by amount, keeps the filter in the URL, and says what is missing', async () => {
  const { page } = shop;
  await visit('');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Amount from').fill('15');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.getByText('Enter the currency of the amounts.').waitFor();
  await page.getByLabel('Currency').fill('usd');
  await page.getByLabel('Amount to').fill('25,00');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect.poll(() => page.url()).toContain('currency=USD&amount_min=1500&amount_max=2500');
  await expect.poll(() => rows().count()).toBe(1);
  await page.reload();
  await expect.poll(() => rows().count()).toBe(1);
  expect(await page.getByLabel('Amount from').inputValue()).toBe('15.00');
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
});

it('saves a view for everyone, opens it and deletes it', async () => {
  const { page } = shop;
  await visit('?status=requires_payment&q=o-2000');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('Name').fill('Second order');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Delete view' }).waitFor();
  await visit('');
  await page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: 'Second order' }).click();
  await expect.poll(() => page.url()).toContain('q=o-2000');
  await expect.poll(() => rows().count()).toBe(1);
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect.poll(() => page.getByRole('list', { name: 'Saved views' }).count()).toBe(0);
});

it('exports what the filters match, and saves nothing that is cut off', async () => {
  const { page } = shop;
  await visit('?q=o-2000');
  await expect.poll(() => rows().count()).toBe(1);
  await page.getByRole('button', { name: 'Export' }).click();
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('payments-test.csv');
  const records = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(records).toHaveLength(2);
  expect(records[1]).toContain(made[1]);
  await page.route('**/exports/**', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  await page.getByText('The export is incomplete and was not saved.').waitFor();
});

it('lists invoices and credit notes, and each opens its document', async () => {
  const { page } = shop;
  await payAndWait(shop.server.baseUrl, keys, made[2] ?? '', 'deep_reorg', 'needs_review');
  await page.goto(`${shop.server.baseUrl}${PATH}/invoices`);
  const [note, invoice] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  await note.getByText('Credit note for INV-000001').waitFor();
  expect(await invoice.textContent()).toContain('INV-000001');
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  const open = async (name: RegExp) => {
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name }).click()]);
    const title = await opened.getByRole('heading', { level: 1 }).textContent();
    await opened.close();
    return title;
  };
  expect(await open(/^CN-000001/)).toBe('Credit note');
  expect(await open(/^INV-000001/)).toBe('Invoice');
});

it('keeps every ID on one line from a tablet on', async () => {
  const { page } = shop;
  for (const width of [768, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    await visit('');
    await expect.poll(() => rows().count()).toBe(3);
    expect((await rows().first().boundingBox())?.height).toBeLessThan(24);
  }
});
