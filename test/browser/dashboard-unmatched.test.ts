import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { EVERY_LOOK, findBarriersIn } from './find-barriers.ts';
import { tabTo } from './walk-by-keyboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 10), { signedIn: true });
});

const PATH = '/dashboard/payments/unmatched';
const state = () => dashboard.mock.state.modes.test;
const visit = (path = PATH) => dashboard.visit(path, { reducedMotion: 'reduce' });

it('unmatched money is a list with reasons in words, in pages, reached from the payments', async () => {
  const { page, complaints, leave } = await visit('/dashboard/payments');
  await page.getByRole('link', { name: 'Unmatched' }).click();
  await page.getByRole('heading', { name: 'Unmatched', level: 1 }).waitFor();
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(21);
  const first = await rows.nth(1).textContent();
  expect(first).toContain('0.46342 SOL');
  await expect.poll(() => rows.nth(1).textContent()).toContain('Solana devnet');
  expect(first).toContain('It does not say which payment it is for.');
  expect(first).toContain(state().transfers[0]?.tx);
  expect(await rows.nth(2).textContent()).toContain('Cannot be counted');
  expect(
    await rows
      .nth(5)
      .getByRole('button', { name: /^Assign/ })
      .count(),
  ).toBe(0);
  expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect.poll(() => rows.count()).toBe(6);
  expect(page.url()).toContain(`cursor=${state().transfers[19]?.id}`);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect.poll(() => rows.count()).toBe(21);
  expect(complaints).toEqual([]);
  await leave();
});

it('it is assigned to a payment that is found by its order, after a look at what is expected', async () => {
  const [intent] = state().intents;
  const [transfer] = state().transfers;
  const { page, complaints, leave } = await visit();
  await page
    .getByRole('button', { name: /^Assign/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Assign' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Payment id, e-mail or order').fill('no-such-order');
  await dialog.getByRole('button', { name: 'Find' }).click();
  await dialog.getByText('No payment fits.', { exact: false }).waitFor();
  await dialog.getByLabel('Payment id, e-mail or order').fill(intent?.order_id ?? '');
  await dialog.getByRole('button', { name: 'Find' }).click();
  await dialog.getByText('0.46342 SOL expected').waitFor();
  await dialog.getByRole('radio').check();
  await dialog.getByText('0.46342 SOL is still due there; this transfer brings 0.46342 SOL.').waitFor();
  expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await page.getByText('Assigned.').waitFor();
  expect(transfer?.assigned_to).toBe(intent?.id);
  await expect.poll(() => page.getByText(transfer?.tx ?? '?', { exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Open the payment' }).click();
  await page.waitForURL(new RegExp(`/payments/${intent?.id}`));
  expect(complaints).toEqual([]);
  await leave();
});

it('what is in another asset than is due says so before', async () => {
  const [intent] = state().intents;
  if (intent) intent.asset = 'USDC';
  const { page, leave } = await visit();
  await page
    .getByRole('button', { name: /^Assign/ })
    .first()
    .click();
  await page.getByLabel('Payment id, e-mail or order').fill(intent?.id ?? '');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('radio').check();
  await page.getByText('USDC is due there, and this is SOL. The payment will need a review.').waitFor();
  await leave();
});

it('the keyboard alone assigns it', async () => {
  const [intent] = state().intents;
  const { page, leave } = await visit();
  await page.getByRole('row').nth(1).waitFor();
  await tabTo(page, /^Assign 0\.46342 SOL/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Payment id, e-mail or order');
  await page.keyboard.type(intent?.id ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('radio').waitFor();
  await tabTo(page, /SOL expected/);
  await page.keyboard.press('Space');
  await tabTo(page, 'Assign');
  await page.keyboard.press('Enter');
  await page.getByText('Assigned.').waitFor();
  expect(state().transfers[0]?.assigned_to).toBe(intent?.id);
  await leave();
});

it('none is a sentence, and what cannot be read an error with a second try', async () => {
  const { page, leave } = await visit(`${PATH}?mode=live`);
  await page.getByText('No unmatched money').waitFor();
  expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
  await leave();
  dashboard.mock.state.broken = /transfers/;
  const again = await visit();
  await again.page.getByText('Unmatched money could not be loaded').waitFor();
  dashboard.mock.state.broken = null;
  await again.page.getByRole('button', { name: 'Try again' }).click();
  await again.page.getByRole('row').nth(1).waitFor();
  await again.leave();
});
