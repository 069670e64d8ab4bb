import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { JPEG, makePng } from '../support/pictures.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 3), { signedIn: true });
});

const png = { name: 'logo.png', mimeType: 'image/png', buffer: makePng() };

it('a logo is previewed, saved and removed', async () => {
  const { page, browserErrors, leave } = await dashboard.visit('/dashboard/settings');
  const field = page.getByLabel('Logo', { exact: true });
  await page.getByText('None', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Remove logo' }).count()).toBe(0);
  await field.setInputFiles(png);
  await page.getByRole('img', { name: 'Selected logo' }).waitFor();
  expect(dashboard.mock.state.settings.logo_url).toBeNull();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('img', { name: 'Current logo' }).waitFor();
  const sent = `data:image/png;base64,${png.buffer.toString('base64')}`;
  expect(dashboard.mock.state.settings.logo_url).toBe(sent);
  expect(await page.locator(`img[alt=""][src="${sent}"]`).count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Remove logo' }).press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('file');
  await page.getByText('None', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect.poll(() => dashboard.mock.state.settings.logo_url).toBeNull();
  expect(browserErrors).toEqual([]);
  await leave();
});

it('an invalid file is rejected at once, and the current logo stays', async () => {
  const { page, leave } = await dashboard.visit('/dashboard/settings');
  const field = page.getByLabel('Logo', { exact: true });
  await field.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await page.getByRole('alert').getByText('Choose a PNG, JPEG, or WebP image.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  const large = Buffer.concat([JPEG, Buffer.alloc(50_000)]);
  await field.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: large });
  await page.getByText('This file is 50 KiB. The limit is 40 KiB.').waitFor();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(dashboard.mock.state.settings.logo_url).toBeNull();
  await field.setInputFiles({ ...png, buffer: Buffer.from('not an image') });
  await page.getByText('This file is not a valid image.').waitFor();
  await page.getByText('None', { exact: true }).waitFor();
  await field.setInputFiles(png);
  await page.getByRole('img', { name: 'Selected logo' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await leave();
});

it('the server’s error appears beside the field', async () => {
  const { page, leave } = await dashboard.visit('/dashboard/settings');
  const field = page.getByLabel('Logo', { exact: true });
  await field.setInputFiles(png);
  await page.route('**/dashboard/api/settings', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'validation_failed',
        errors: [{ pointer: '#/logo', code: 'invalid_value', detail: 'Must be a PNG, JPEG, or WebP image.' }],
      }),
    }),
  );
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Must be a PNG, JPEG, or WebP image.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('file');
  await leave();
});
