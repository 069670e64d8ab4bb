import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../web/dashboard/src/api/types.ts';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { sampleEntry } from '../../web/dashboard/test/sample-intent.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 10), { signedIn: true });
});

const state = () => dashboard.mock.state.modes.test;

function intentIn(status: Intent['status']): Intent {
  const intent = state().intents.find((each) => each.status === status);
  if (!intent) throw new Error(`No sample intent is ${status}.`);
  return intent;
}

const open = ({ id }: Intent) => dashboard.visit(`/dashboard/payments/${id}`, { reducedMotion: 'reduce' });
const REASONS = { name: 'Why is this unpaid?' };

describe('why a payment is unpaid', () => {
  it('is explained by network, unmatched transfer and void payment', async () => {
    const intent = intentIn('requires_payment');
    const [first] = state().transfers;
    intent.targets = ['simulated', 'solana-devnet', 'bitcoin-testnet'].map((network) => ({
      network,
      address: `${network}-address`,
      reference: network === 'solana-devnet' ? 'Reference1111111111111111111111111111111111' : null,
      manual_amount: network === 'solana-devnet' ? '0.46372' : null,
      assigned_at: intent.created_at,
    }));
    intent.payments = [
      {
        network: 'simulated',
        tx: 'sim_gone',
        index: 0,
        block: null,
        block_time: null,
        confirmations: 0,
        required: 2,
        state: 'void',
        void_reason: 'replaced',
        amount: '0.46342',
        asset: 'SOL',
        tail: '0',
        worth: 12_100,
        first_seen_at: intent.created_at,
      },
    ];
    if (first) Object.assign(first, { payment_intent_id: intent.id, reason: 'dust', amount: '0.0001' });
    const { page, browserErrors, leave } = await open(intent);
    const reasons = page.getByRole('region', REASONS);
    await reasons.getByText('Later payments are not listed yet.', { exact: false }).waitFor();
    const text = (await reasons.textContent()) ?? '';
    expect(text).toMatch(/Watching Simulated network, last checked just now\. Later payments are not listed yet\./);
    expect(text).toMatch(/Watching Solana devnet.*temporarily unavailable.*no node responds/);
    expect(text).toContain('This server does not watch bitcoin-testnet. Payments on it are not lost');
    expect(text).toContain('The amount is too small to count as a payment.');
    expect(text).toContain('This transaction can no longer be confirmed');
    expect(text).not.toContain('No payments detected');
    await page.getByText('Reference1111111111111111111111111111111111', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Payments received', exact: true }).textContent()).toContain(
      'Simulated network, first seen',
    );
    expect(await page.getByRole('region', { name: 'Details' }).textContent()).toMatch(
      /Payment target, Solana devnet.*Amount if sent manually, Solana devnet0\.46372 SOL/,
    );
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('links to the wallets if there is none', async () => {
    const intent = intentIn('expired');
    Object.assign(intent, { targets: [], asset: 'USDC' });
    const { page, leave } = await open(intent);
    await page.getByRole('region', REASONS).getByRole('link', { name: 'Add a wallet' }).click();
    await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor();
    await leave();
  });

  it('is said at the top of a payment that nobody can pay, and nothing offers to simulate one', async () => {
    const intent = intentIn('requires_payment');
    const detail = 'This server does not support FOO.';
    const warnings = [{ code: 'unknown_asset', pointer: '#/crypto_amount_requested', detail }];
    Object.assign(intent, { targets: [], asset: 'FOO', warnings });
    const { page, leave } = await open(intent);
    const status = page.getByRole('region', { name: 'Status' });
    await status.getByText('Customers cannot pay this payment.').waitFor();
    expect(await status.textContent()).not.toContain('Wait for the customer');
    await page.getByRole('region', REASONS).getByText('no network that is turned on supports FOO.').waitFor();
    await page.getByText('This payment has warnings').waitFor();
    await page.getByRole('listitem').getByText(`${detail} crypto_amount_requested`, { exact: true }).waitFor();
    const simulate = page.getByRole('region', { name: 'Simulate a payment' });
    await simulate.getByText('The simulated network does not support FOO.').waitFor();
    expect(await simulate.getByRole('button').count()).toBe(0);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await leave();
  });

  it('is shown for open, expired and reviewed payments only', async () => {
    for (const status of ['requires_payment', 'processing', 'partially_paid', 'expired', 'needs_review'] as const) {
      const { page, leave } = await open(intentIn(status));
      await page.getByRole('region', REASONS).getByRole('listitem').first().waitFor();
      await leave();
    }
    for (const status of ['succeeded', 'canceled'] as const) {
      const { page, leave } = await open(intentIn(status));
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
      expect(await page.getByRole('region', REASONS).count()).toBe(0);
      await leave();
    }
  });
});

describe('one cause, stated once', () => {
  it('a transfer without a reference that the customer claims is not said to be for several payments', async () => {
    const intent = intentIn('needs_review');
    const [first] = state().transfers;
    const claimedAt = new Date(Date.now() - 300_000).toISOString();
    Object.assign(intent, { review: { cause: 'ambiguous', from: 'requires_payment' }, payments: [], flags: [] });
    const claims = [intent.id, 'pi_034xqa4RjG1R9q00000000'].map((id) => ({
      payment_intent_id: id,
      claimed_at: claimedAt,
      proof: null,
    }));
    Object.assign(first ?? expect.fail(), { reason: 'no_reference', claims });
    const { page, leave } = await open(intent);
    const reasons = page.getByRole('region', REASONS);
    await reasons.getByText('is unmatched. It has no payment reference', { exact: false }).waitFor();
    const text = (await page.getByRole('main').textContent()) ?? '';
    expect(text).toContain('A transfer may belong to this payment. See below why it was not matched');
    expect(text).toMatch(/The customer claimed it \d+ min\. ago\. Unproven 1 other payment claims it\./);
    expect(text).not.toMatch(/more than one payment|No payments detected/);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await leave();
  });

  it('a payment that was final and is void is not said to have been replaced before that', async () => {
    const intent = intentIn('needs_review');
    const [payment] = intent.payments;
    Object.assign(intent, { review: { cause: 'reorged', from: 'succeeded' }, flags: ['reorged'] });
    Object.assign(payment ?? expect.fail(), { state: 'void', void_reason: 'replaced' });
    const at = intent.created_at;
    const types = ['payment.final', 'payment_intent.succeeded', 'payment.void', 'payment_intent.reversed'];
    intent.timeline = types.map((type, index) => Object.assign(sampleEntry(intent.id, index + 1, '', at), { type }));
    const { page, leave } = await open(intent);
    await page.getByText('Payment final', { exact: true }).waitFor();
    await page.getByText('The chain reversed a payment that had counted.', { exact: false }).waitFor();
    const text = (await page.getByRole('main').textContent()) ?? '';
    expect(text).toContain('This transaction can no longer be confirmed');
    expect(text).not.toContain('before it was final');
    await leave();
  });
});

describe('a review', () => {
  it('has no default decision, and shows what arrived and what it is worth beside the price', async () => {
    const intent = intentIn('needs_review');
    const [payment] = intent.payments;
    Object.assign(intent, { total_amount: 12_100, currency_displayed: 'USD' });
    Object.assign(payment ?? expect.fail(), { asset: 'USDC', amount: '0.46342', worth: null });
    intent.payments = [
      ...intent.payments,
      { ...(payment ?? expect.fail()), tx: 'second', asset: 'SOL', amount: '0.2', worth: 5_222, state: 'seen' },
      { ...(payment ?? expect.fail()), tx: 'third', amount: '9', state: 'void', void_reason: 'replaced' },
    ];
    const { page, browserErrors, leave } = await open(intent);
    await page.getByRole('button', { name: 'Resolve' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('dd').allInnerTexts()).toEqual([
      '$121.00, requested as 0.46342 SOL',
      '0.46342 USDC, worth unknown\n0.2 SOL, worth $52.22, not final',
    ]);
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    await dialog.getByLabel('Reason').fill('Agreed by phone.');
    await dialog.getByRole('button', { name: 'Save decision' }).click();
    await dialog.getByText('Choose accept or reject.').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('decision');
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(intent.decision).toBeNull();
    await dialog.getByRole('radio', { name: 'Reject' }).check();
    expect(await dialog.getByText('Choose accept or reject.').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Save decision' }).click();
    await page.getByText('Agreed by phone.', { exact: true }).waitFor();
    expect(intent.decision).toMatchObject({ kind: 'rejected' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it.each([
    ['Accept', 'Fulfill the order.', 'accepted'],
    ['Reject', 'This payment was canceled.', 'rejected'],
  ])('%s, and the reason is stored', async (choice, shows, kind) => {
    const intent = intentIn('needs_review');
    const { page, browserErrors, leave } = await open(intent);
    await page.getByText('A payment arrived after the expiry time.').waitFor();
    await page.getByRole('region', REASONS).getByText('0.26342 SOL is still due.').waitFor();
    await page.getByRole('button', { name: 'Resolve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: choice }).check();
    await dialog.getByRole('button', { name: 'Save decision' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('reason');
    if (kind === 'accepted') expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('Agreed by phone.');
    await dialog.getByRole('button', { name: 'Save decision' }).click();
    await page.getByText(shows, { exact: false }).first().waitFor();
    await page.getByText('Agreed by phone.', { exact: true }).waitFor();
    expect(intent.decision).toMatchObject({ kind, reason: 'Agreed by phone.' });
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
    expect(browserErrors).toEqual([]);
    await leave();
  });
});

describe('manually', () => {
  it('an expired payment is marked as paid', async () => {
    const { page, leave } = await open(intentIn('expired'));
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.getByLabel('Reason').fill('Paid in cash.');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Fulfill the order.').waitFor();
    expect(await page.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0);
    await leave();
  });

  it('a payment with money is canceled after a warning', async () => {
    const intent = intentIn('partially_paid');
    const { page, leave } = await open(intent);
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel a payment with money?' });
    await dialog.getByText('0.2 SOL received.', { exact: false }).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel anyway' }).click();
    await page.getByText('Money arrived for a canceled payment.', { exact: false }).waitFor();
    expect(intent.status).toBe('needs_review');
    await leave();
  });

  it('every kind of payment can be simulated', async () => {
    const { page, leave } = await open(intentIn('requires_payment'));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/simulate')) sent.push((request.postDataJSON() as { kind: string }).kind);
    });
    for (const label of ['Wrong asset', 'Replaced', 'Reorg', 'Deep reorg']) {
      await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
      await expect.poll(() => page.getByRole('button', { name: new RegExp(`^${label}`) }).isEnabled()).toBe(true);
    }
    expect(sent).toEqual(['wrong_asset', 'replace', 'reorg', 'deep_reorg']);
    await leave();
  });
});
