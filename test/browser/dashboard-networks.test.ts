import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  dashboard.mock.changeNetwork('solana-devnet', { state: 'ok', since: null, detail: 'last read 0 s ago' });
});

const HEADLINE = 'Litecoin regtest nodes report invalid data.';
const WRONG_CHAIN = 'The node is on another chain, not on Litecoin regtest.';

describe('a network that cannot be seen', () => {
  it('is named on Home at once, with since when and what to do, and disappears when it is back', async () => {
    const { page, browserErrors, leave } = await dashboard.visit('/dashboard', { reducedMotion: 'reduce' });
    await page.getByText('Recent payments').waitFor();
    expect(await page.getByRole('status').count()).toBe(0);
    const since = new Date(Date.now() - 300_000).toISOString();
    dashboard.mock.changeNetwork('litecoin-regtest', { state: 'distrusted', since, detail: WRONG_CHAIN });
    const banner = page.getByRole('status').filter({ hasText: HEADLINE });
    await banner.waitFor();
    expect(await banner.locator('time').getAttribute('datetime')).toBe(since);
    const text = await banner.textContent();
    for (const part of [WRONG_CHAIN, 'Payments are not lost', 'Do not ask customers to pay again', 'npx florin doctor'])
      expect(text).toContain(part);
    expect(await findA11yIssuesIn(ALL_VIEWS, page)).toEqual([]);
    dashboard.mock.changeNetwork('litecoin-regtest', { state: 'ok', since: null, detail: 'last read 0 s ago' });
    await banner.waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('is described the same on the page of the wallets, also if it needs no wallet', async () => {
    for (const name of ['litecoin-regtest', 'simulated'])
      dashboard.mock.changeNetwork(name, { state: 'delayed', since: null, detail: 'No worker has reported for 40 s.' });
    for (const path of ['/dashboard', '/dashboard/settings/wallets']) {
      const { page, leave } = await dashboard.visit(path, { reducedMotion: 'reduce' });
      for (const title of ['Litecoin regtest', 'Simulated network'])
        await page
          .getByRole('status')
          .filter({ hasText: `${title} is temporarily unavailable. Payments may show up late.` })
          .filter({ hasText: 'No worker has reported for 40 s.' })
          .waitFor();
      await leave();
    }
  });
});
