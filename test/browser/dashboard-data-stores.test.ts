import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { sampleAway, sampleMove, sampleStore } from '../../web/dashboard/test/sample-data-stores.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';

const PATH = '/dashboard/settings/data-stores';
const POLL_MS = 15_000;
const CALM = { reducedMotion: 'reduce' } as const;

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 1), { signedIn: true, operator: true });
});

/** Three data stores of which one is away, and a merchant on the move. */
function fill(): void {
  const main = sampleStore('main', { open: false, merchants: 1_204, size_bytes: 182_340_000_000, event_lag_ms: 312 });
  const frankfurt = sampleStore('Frankfurt', { scan_lag_ms: null });
  const dallas = sampleAway('Dallas', { open: false, merchants: 17 });
  const data = [main, frankfurt, dallas];
  dashboard.mock.state.dataStores = { data, moves: [sampleMove(main, frankfurt)] };
}

describe('the data stores', () => {
  it('are a table with health, size, lag and merchants, and the merchants on the move', async () => {
    fill();
    const { page, browserErrors, leave } = await dashboard.visit('/dashboard', CALM);
    await page.getByRole('link', { name: 'Data stores' }).click();
    await page.getByRole('heading', { name: 'Data stores' }).waitFor();
    await page.getByRole('table', { name: 'Data stores' }).waitFor();
    const rows = await page.getByRole('row').all();
    const cells = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
    expect(cells.map((row) => row.map((text) => text.replaceAll(/\s*\n\s*/g, ' ')))).toEqual([
      ['Data store', 'Health', 'Merchants', 'Size', 'Event lag', 'Scan lag', 'New merchants'],
      ['main', 'Healthy', '1,204', '182.3 GB', '0.3 s', '4.2 s', 'No'],
      ['Frankfurt ds_Frankfurt0000000000000', 'Healthy', '1', '48.2 MB', 'None', 'Nothing to scan', 'Yes'],
      ['Dallas ds_Dallas0000000000000000', 'Away', '17', 'Unknown', 'Unknown', 'Unknown', 'No'],
    ]);
    await page.getByRole('status').filter({ hasText: 'Dallas does not respond' }).waitFor();
    const moves = page.getByRole('region', { name: 'Merchants on the move' });
    expect(await moves.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^From main to Frankfurt\s+mer_034xqZbw5Y9jHqVLMzNRCb, started 4 min\. ago\s+Copying$/),
    ]);
    expect(await page.getByText('npx florin stores add').count()).toBe(0);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('say how to add one while there is only the main database', async () => {
    const { page, leave } = await dashboard.visit(PATH, CALM);
    await page.getByText('npx florin stores add').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await page.getByRole('status').count()).toBe(0);
    expect(await page.getByText('Merchants on the move').count()).toBe(0);
    await leave();
  });

  it('are read again while the page is open', async () => {
    const { page, leave } = await dashboard.visit('/dashboard', CALM);
    await page.clock.install();
    await page.goto(`${dashboard.mock.url}${PATH}`);
    await page.getByText('Healthy').waitFor();
    fill();
    await page.clock.fastForward(POLL_MS);
    await page.getByText('Dallas does not respond').waitFor();
    await leave();
  });

  it('can be loaded again after an error', async () => {
    dashboard.mock.state.broken = /data_stores/;
    const { page, leave } = await dashboard.visit(PATH, CALM);
    await page.getByText('Could not load data stores').waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    dashboard.mock.state.broken = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Healthy').waitFor();
    await leave();
  });

  it('fit on every screen, with long names', async () => {
    fill();
    for (const store of dashboard.mock.state.dataStores.data) store.name = `${store.name}-${'frankfurt'.repeat(12)}`;
    for (const width of [320, 768, 1_024, 1_440]) {
      const { page, leave } = await dashboard.visit(PATH, { viewport: { width, height: 900 } });
      await page.getByRole('table').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${width}`).toBeLessThanOrEqual(
        0,
      );
      await leave();
    }
  });
});

describe('somebody who is no operator', () => {
  it('has no link to the page, and reads there how to become one', async () => {
    dashboard.mock.state.operator = false;
    const { page, leave } = await dashboard.visit(PATH, CALM);
    await page.getByText('This page is for operators of this server').waitFor();
    await page.getByText('npx florin users operator owner@example.com').waitFor();
    expect(await page.getByRole('link', { name: 'Data stores' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Networks' }).count()).toBe(1);
    await leave();
  });
});
