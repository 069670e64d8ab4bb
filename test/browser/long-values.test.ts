import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';

const WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik';
const AMOUNT = '1234567890123456789012.345678901234567891';

let dashboard: Dashboard;
const paths: string[] = ['/dashboard/payments', '/dashboard/payments/unmatched', '/dashboard/settings'];

beforeAll(async () => {
  dashboard = await openDashboard();
  const state = Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 12), { signedIn: true });
  state.settings.name = `${WORD} & Söhne`;
  const { intents, transfers } = state.modes.test;
  for (const transfer of transfers) Object.assign(transfer, { amount: AMOUNT });
  for (const [index, intent] of intents.entries()) {
    const name = index % 2 === 0 ? `${WORD} ${WORD}` : 'فاطمة بنت عبد الرحمن آل سعود';
    Object.assign(intent, {
      customer: { ...intent.customer, name, email: `${WORD.toLowerCase()}@${'long.'.repeat(12)}example.com` },
      order_id: `order_${'1234567890'.repeat(9)}`,
      total_amount: 999_999_999_999_999,
      amount_due: AMOUNT,
      amount_received: AMOUNT,
      metadata: { [WORD]: WORD.repeat(3) },
    });
  }
  // One of each status.
  paths.push(...intents.slice(0, 8).map(({ id }) => `/dashboard/payments/${id}`));
});

afterAll(() => dashboard.close());

describe('pages with long names, IDs and amounts', () => {
  it.each([320, 768, 1_024, 1_440])('have no horizontal scroll bar at %i px', async (width) => {
    for (const path of paths) {
      const { page, leave } = await dashboard.visit(path, { viewport: { width, height: 900 } });
      await page.getByText(WORD).first().waitFor({ state: 'attached' });
      await page.locator('main h1').waitFor();
      await page
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: 'detached' });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), path).toBeLessThanOrEqual(0);
      await leave();
    }
  });

  it.each([320, 768, 1_024, 1_440])('leave room for the name of an item at %i px', async (width) => {
    const { page, leave } = await dashboard.visit('/dashboard/payments/new', { viewport: { width, height: 900 } });
    await page.getByLabel('Item 1', { exact: true }).selectOption('Another item');
    const box = await page.getByLabel('Item 1: ID or name').boundingBox();
    expect(box?.width).toBeGreaterThan(200);
    await leave();
  });
});
