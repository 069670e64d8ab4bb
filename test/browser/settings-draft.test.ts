import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, openDashboard, type Visit } from '../../web/dashboard/test/open-dashboard.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await openDashboard();
  dashboard.mock.state.signedIn = true;
});

afterAll(() => dashboard.close());

async function openEdited(): Promise<Visit> {
  const visit = await dashboard.visit('/dashboard/settings');
  await visit.page.getByLabel('Legal name').fill('Tulip & Trowel B.V.');
  return visit;
}

describe('settings that are not saved', () => {
  it('stay when somebody follows a link and decides to keep editing', async () => {
    const { page, leave } = await openEdited();
    await page.getByRole('link', { name: 'Payments' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Tulip & Trowel B.V.');
    await leave();
  });

  it('are discarded only after a question', async () => {
    const { page, leave } = await openEdited();
    await page.getByRole('link', { name: 'Payments' }).first().click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    await leave();
  });

  it('are saved with what invoices say, and the page is left without a question', async () => {
    const { page, leave } = await openEdited();
    await page.getByLabel('Address', { exact: true }).fill('Street 1\n\n City ');
    await page.getByLabel('Number prefix').fill('2026-');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(dashboard.mock.state.settings).toMatchObject({
      legal_name: 'Tulip & Trowel B.V.',
      address: ['Street 1', 'City'],
      invoice_prefix: '2026-',
      invoice_footer: null,
    });
    await page.getByRole('link', { name: 'Payments' }).first().click();
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    await leave();
  });
});

describe('the data of a customer', () => {
  it('is erased after a question', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/settings');
    await page.getByLabel('Customer’s email address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase this customer’s data?' });
    await dialog.getByRole('button', { name: 'Erase data' }).click();
    await page.getByText('Erased the data of 2 payments.').waitFor();
    await leave();
  });

  it('is saved as a file', async () => {
    const { page, leave } = await dashboard.visit('/dashboard/settings');
    await page.getByLabel('Customer’s email address').fill('ada@example.com');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('customer.json');
    await leave();
  });
});
