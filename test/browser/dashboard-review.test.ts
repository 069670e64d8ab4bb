import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../web/dashboard/src/api/types.ts';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { EVERY_LOOK, findBarriersIn } from './find-barriers.ts';

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
  if (!intent) throw new Error(`No sample is ${status}.`);
  return intent;
}

const open = ({ id }: Intent) => dashboard.visit(`/dashboard/payments/${id}`, { reducedMotion: 'reduce' });
const REASONS = { name: 'Why is this not paid?' };

describe('why a payment is not paid', () => {
  it('is told by network, by what was refused, and by what is void', async () => {
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
    const { page, complaints, leave } = await open(intent);
    const reasons = page.getByRole('region', REASONS);
    await reasons.getByText('Whatever was sent there before has been seen.', { exact: false }).waitFor();
    const text = (await reasons.textContent()) ?? '';
    expect(text).toMatch(/It is awaited on Simulated network, last read/);
    expect(text).toMatch(/It is awaited on Solana devnet.*not read at the moment.*no node answers/);
    expect(text).toContain('bitcoin-testnet, which this server no longer watches');
    expect(text).toContain('The amount is too small to be a payment.');
    expect(text).toContain('The sender spent the same money otherwise');
    expect(text).not.toContain('No money has been seen');
    await page.getByText('Reference1111111111111111111111111111111111', { exact: true }).waitFor();
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('is that nobody can pay, with the way to the wallets', async () => {
    const intent = intentIn('expired');
    Object.assign(intent, { targets: [], asset: 'USDC' });
    const { page, leave } = await open(intent);
    await page.getByRole('region', REASONS).getByRole('link', { name: 'Add a wallet' }).click();
    await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor();
    await leave();
  });

  it('is asked of what is open, expired or in review, and of nothing else', async () => {
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

describe('what needs a review', () => {
  it.each([
    ['Accept', 'Deliver the order.', 'accepted'],
    ['Reject', 'You canceled this payment', 'rejected'],
  ])('%s, with a reason that stays', async (choice, shows, kind) => {
    const intent = intentIn('needs_review');
    const { page, complaints, leave } = await open(intent);
    await page.getByText('Money came after the time had run out.').waitFor();
    await page.getByRole('region', REASONS).getByText('0.26342 SOL is still missing.').waitFor();
    await page.getByRole('button', { name: 'Resolve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: choice }).check();
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await dialog.getByText('Must be a text of 1 to 500 characters.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('reason');
    if (kind === 'accepted') expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('Agreed by telephone.');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await page.getByText(shows, { exact: false }).first().waitFor();
    await page.getByText('Agreed by telephone.', { exact: true }).waitFor();
    expect(intent.decision).toMatchObject({ kind, reason: 'Agreed by telephone.' });
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await leave();
  });
});

describe('by hand', () => {
  it('any payment but one that succeeded is marked as paid', async () => {
    const { page, leave } = await open(intentIn('expired'));
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await page.getByLabel('Reason').fill('Paid in cash.');
    await page.getByRole('button', { name: 'It is paid' }).click();
    await page.getByText('Deliver the order.').waitFor();
    expect(await page.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0);
    await leave();
  });

  it('a payment with money is canceled by force after a clear question', async () => {
    const intent = intentIn('partially_paid');
    const { page, leave } = await open(intent);
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel although money was seen?' });
    await dialog.getByText('0.2 SOL has arrived.', { exact: false }).waitFor();
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel all the same' }).click();
    await page.getByText('Money came although the payment was canceled.', { exact: false }).waitFor();
    expect(intent.status).toBe('needs_review');
    await leave();
  });

  it('every kind of payment can be simulated', async () => {
    const { page, leave } = await open(intentIn('requires_payment'));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/simulate')) sent.push((request.postDataJSON() as { kind: string }).kind);
    });
    for (const label of ['Wrong asset', 'Replaced', 'Reorganised', 'Undone']) {
      await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
      await expect.poll(() => page.getByRole('button', { name: new RegExp(`^${label}`) }).isEnabled()).toBe(true);
    }
    expect(sent).toEqual(['wrong_asset', 'replace', 'reorg', 'deep_reorg']);
    await leave();
  });
});
