import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../web/dashboard/src/api/types.ts';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { ALL_VIEWS, findA11yIssuesIn } from './find-a11y-issues.ts';

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
      assigned_at: intent.created_at,
    }));
    intent.payments = [
      {
        network: 'simulated',
        tx: 'sim_gone',
        index: 0,
        block: null,
        confirmations: 0,
        required: 2,
        state: 'void',
        void_reason: 'replaced',
        amount: '0.46342',
        asset: 'SOL',
        first_seen_at: intent.created_at,
      },
    ];
    if (first) Object.assign(first, { payment_intent_id: intent.id, reason: 'dust', amount: '0.0001' });
    const { page, browserErrors, leave } = await open(intent);
    const reasons = page.getByRole('region', REASONS);
    await reasons.getByText('Earlier payments have been detected.', { exact: false }).waitFor();
    const text = (await reasons.textContent()) ?? '';
    expect(text).toMatch(/Watching Simulated network, last checked/);
    expect(text).toMatch(/Watching Solana devnet.*temporarily unavailable.*no node responds/);
    expect(text).toContain('This server no longer watches bitcoin-testnet.');
    expect(text).toContain('The amount is too small to count as a payment.');
    expect(text).toContain('The sender replaced this transaction');
    expect(text).not.toContain('No payments detected');
    await page.getByText('Reference1111111111111111111111111111111111', { exact: true }).waitFor();
    expect(await findA11yIssuesIn(ALL_VIEWS, page)).toEqual([]);
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

describe('a review', () => {
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
    await dialog.getByText('Enter 1 to 500 characters.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('reason');
    if (kind === 'accepted') expect(await findA11yIssuesIn(ALL_VIEWS, page)).toEqual([]);
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
    expect(await findA11yIssuesIn(ALL_VIEWS, page)).toEqual([]);
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
    expect(await findA11yIssuesIn(ALL_VIEWS, page)).toEqual([]);
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
