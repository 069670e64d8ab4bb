import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { sampleEvmNetworks } from '../../web/dashboard/test/sample-networks.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { tabTo } from './tab-to.ts';

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

it('unmatched transfers are listed with reasons, page by page', async () => {
  const { page, browserErrors, leave } = await visit('/dashboard/payments');
  await page.getByRole('link', { name: 'Unmatched transfers' }).click();
  await page.getByRole('heading', { name: 'Unmatched transfers', level: 1 }).waitFor();
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBe(21);
  const first = await rows.nth(1).textContent();
  expect(first).toContain('0.46342 SOL');
  await expect.poll(() => rows.nth(1).textContent()).toContain('Solana devnet');
  expect(first).toContain('It has no payment reference, and no open payment is due exactly this amount.');
  expect(first).toContain(state().transfers[0]?.tx);
  expect(await rows.nth(2).textContent()).toContain('Unsupported token');
  expect(
    await rows
      .nth(5)
      .getByRole('button', { name: /^Assign/ })
      .count(),
  ).toBe(0);
  const unlisted = page.getByRole('region', { name: 'Transfers that are not listed' });
  expect(await unlisted.getByRole('listitem').allTextContents()).toEqual(['1,204 on Solana devnet, 0.0006 SOL']);
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect.poll(() => rows.count()).toBe(6);
  expect(page.url()).toContain(`cursor=${state().transfers[19]?.id}`);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect.poll(() => rows.count()).toBe(21);
  expect(browserErrors).toEqual([]);
  await leave();
});

it('a transfer is assigned to a payment found by its order ID', async () => {
  const [intent] = state().intents;
  const [transfer] = state().transfers;
  const { page, browserErrors, leave } = await visit();
  await page
    .getByRole('button', { name: /^Assign/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Assign transfer' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Payment ID, email, or order ID').fill('no-such-order');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await dialog.getByText('No matching payments.', { exact: false }).waitFor();
  await dialog.getByLabel('Payment ID, email, or order ID').fill(intent?.order_id ?? '');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await dialog.getByText('0.46342 SOL due').waitFor();
  await dialog.getByRole('radio').check();
  await dialog.getByText('0.46342 SOL due. This transfer is exactly that: the payment will succeed.').waitFor();
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Assign transfer' }).click();
  await page.getByText('Transfer assigned.').waitFor();
  expect(transfer?.assigned_to).toBe(intent?.id);
  await expect.poll(() => page.getByText(transfer?.tx ?? '?', { exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'View payment' }).click();
  await page.waitForURL(new RegExp(`/payments/${intent?.id}`));
  expect(browserErrors).toEqual([]);
  await leave();
});

it('claims and suggestions are offered, and nothing is chosen in advance', async () => {
  const [proven, unproven] = state().intents;
  const nearest = state().intents.find((intent) => intent.status === 'requires_payment' && intent !== proven);
  const [transfer] = state().transfers;
  if (!transfer || !proven || !unproven || !nearest) throw new Error('There are too few samples.');
  const claimedAt = new Date(Date.now() - 300_000).toISOString();
  Object.assign(transfer, {
    // What the transfer itself names is no choice of the merchant's either.
    payment_intent_id: nearest.id,
    claims: [
      {
        payment_intent_id: proven.id,
        claimed_at: claimedAt,
        proof: { address: '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny', proven_at: claimedAt },
      },
      { payment_intent_id: unproven.id, claimed_at: claimedAt, proof: null },
    ],
    more_claims: 3,
    suggestions: [
      { payment_intent_id: unproven.id, network: 'solana-devnet', amount: '0.46342', difference: '0' },
      { payment_intent_id: nearest.id, network: 'solana-devnet', amount: '0.4644201', difference: '-0.0010001' },
    ],
  });
  const { page, browserErrors, leave } = await visit();
  await page.getByText('5 claims, 1 proven').waitFor();
  await page
    .getByRole('button', { name: /^Assign/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const claims = dialog.getByRole('group', { name: 'Claimed by customers' });
  await claims.getByRole('radio').nth(1).waitFor();
  const open = dialog.getByRole('group', { name: 'Open payments, nearest amount first' });
  await open.getByRole('radio').waitFor();
  await dialog.getByText('And 3 more that are not listed.', { exact: false }).waitFor();
  const labels = await claims.locator('label').allTextContents();
  expect(labels).toHaveLength(2);
  expect(labels[0]).toMatch(
    new RegExp(`Proven.*claimed \\d+ min. ago.*82ZJ7nbG.*This transfer is exactly that: the.*succeed.*${proven.id}`),
  );
  expect(labels[1]).toMatch(new RegExp(`Unproven.*claimed \\d+ min. ago.*${unproven.id}`));
  // One that is claimed is not offered twice.
  expect(await open.locator('label').allTextContents()).toEqual([
    expect.stringMatching(
      `the payment will succeed. Asked for 0.4644201 SOL when sent manually. An exchange may.*${nearest.id}`,
    ),
  ]);
  expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await dialog.getByLabel('Payment ID, email, or order ID').inputValue()).toBe('');
  expect(await dialog.getByRole('button', { name: 'Assign transfer' }).isDisabled()).toBe(true);
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await open.getByRole('radio').check();
  await dialog.getByText('0.46342 SOL due. This transfer is exactly that: the payment will succeed.').waitFor();
  await dialog.getByRole('button', { name: 'Assign transfer' }).click();
  await page.getByText('Transfer assigned.').waitFor();
  expect(transfer.assigned_to).toBe(nearest.id);
  expect(browserErrors).toEqual([]);
  await leave();
});

it('an asset mismatch is shown before assigning', async () => {
  const [intent] = state().intents;
  if (intent) intent.asset = 'USDC';
  const { page, leave } = await visit();
  await page
    .getByRole('button', { name: /^Assign/ })
    .first()
    .click();
  await page.getByLabel('Payment ID, email, or order ID').fill(intent?.id ?? '');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('radio').check();
  await page
    .getByText('The amount due is in USDC, but this transfer is in SOL. The payment will need a review.')
    .last()
    .waitFor();
  await leave();
});

it('the keyboard alone assigns a transfer', async () => {
  const [intent] = state().intents;
  const { page, leave } = await visit();
  await page.getByRole('row').nth(1).waitFor();
  await tabTo(page, /^Assign 0\.46342 SOL/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Payment ID, email, or order ID');
  await page.keyboard.type(intent?.id ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('radio').waitFor();
  await tabTo(page, /SOL due/);
  await page.keyboard.press('Space');
  await tabTo(page, 'Assign transfer');
  await page.keyboard.press('Enter');
  await page.getByText('Transfer assigned.').waitFor();
  expect(state().transfers[0]?.assigned_to).toBe(intent?.id);
  await leave();
});

it('the list has an empty state and an error state with a retry', async () => {
  const { page, leave } = await visit(`${PATH}?mode=live`);
  await page.getByText('No unmatched transfers').waitFor();
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await leave();
  dashboard.mock.state.broken = /transfers/;
  const again = await visit();
  await again.page.getByText('Could not load unmatched transfers').waitFor();
  dashboard.mock.state.broken = null;
  await again.page.getByRole('button', { name: 'Try again' }).click();
  await again.page.getByRole('row').nth(1).waitFor();
  await again.leave();
});

it('an amount that was issued on another network names its payment, and an unexplained one cannot be assigned', async () => {
  const [intent = expect.fail()] = state().intents;
  const [transfer = expect.fail(), unexplained = expect.fail()] = state().transfers;
  state().networks = sampleEvmNetworks();
  const suggestions = [
    { payment_intent_id: intent.id, network: 'base-sepolia', amount: transfer.amount, difference: '0' },
  ];
  Object.assign(transfer, { network: 'ethereum-sepolia', reason: 'other_amount', suggestions });
  Object.assign(unexplained, { network: 'ethereum-sepolia', reason: 'unexplained', asset: 'ETH', suggestions: [] });
  const { page, browserErrors, leave } = await visit();
  const words = 'asked for exactly this amount on Base Sepolia.';
  const rows = page.getByRole('row');
  await expect.poll(() => rows.nth(1).textContent()).toContain(`${intent.id} ${words}`);
  expect(await rows.nth(1).getByRole('link', { name: intent.id }).count()).toBe(1);
  expect(await rows.nth(1).textContent()).toContain('Ethereum Sepolia');
  expect(await rows.nth(2).textContent()).toContain('found no transaction for it. Check your wallet.');
  expect(await rows.nth(2).getByText('Cannot be assigned').count()).toBe(1);
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await rows
    .nth(1)
    .getByRole('button', { name: /^Assign/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`The payment ${words}`, { exact: false }).waitFor();
  await dialog.getByRole('radio').check();
  await dialog.getByRole('button', { name: 'Assign transfer' }).click();
  await page.getByText('Transfer assigned.').waitFor();
  expect(transfer.assigned_to).toBe(intent.id);
  expect(browserErrors).toEqual([]);
  await leave();
});
