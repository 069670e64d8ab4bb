import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { sampleUnwatched } from '../../web/dashboard/test/sample-networks.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  const state = Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 0), { signedIn: true });
  state.modes.test.wallets = [];
});

/** Leaves only networks that need no wallet, and one that the server does not watch. */
function removeTestNetworks(): void {
  const { test } = dashboard.mock.state.modes;
  test.networks = [
    ...test.networks.filter(({ wallet }) => wallet === 'none'),
    sampleUnwatched('solana-devnet', 'Solana devnet'),
  ];
}

async function visitSteps() {
  const visit = await dashboard.visit('/dashboard', { reducedMotion: 'reduce' });
  const titles = visit.page.getByRole('list', { name: 'First steps' }).getByRole('heading');
  await titles.first().waitFor();
  return { ...visit, titles: await titles.allTextContents() };
}

describe('the step for a wallet', () => {
  it('counts on a server with a test network that takes wallets', async () => {
    const { page, titles, leave } = await visitSteps();
    expect(titles).toContain('To do: Add a wallet');
    await page.getByText('of 6 done.', { exact: false }).waitFor();
    await leave();
  });

  it.each([
    [false, 'Its operator adds a line such as this one'],
    [true, 'Add a line such as this one'],
  ])('is optional and last without one (operator: %s)', async (operator, text) => {
    removeTestNetworks();
    Object.assign(dashboard.mock.state, { operator });
    const { page, titles, leave } = await visitSteps();
    expect(titles.at(-1)).toBe('To do: Add a wallet (optional)');
    await page.getByText('of 5 done. No terminal and no real money needed.', { exact: false }).waitFor();
    await page.getByText(text, { exact: false }).waitFor();
    await page.getByText('FLORIN_RPC_SOLANA_DEVNET=https://…').waitFor();
    await leave();
  });
});
