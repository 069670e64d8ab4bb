import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES } from '../../web/checkout/fixtures.ts';
import { florin, type NewMerchant } from '../support/server.ts';
import { EVERY_LOOK, findBarriersIn } from './find-barriers.ts';
import { createIntent, openRealShop, payAndWait, type RealShop } from './open-real-shop.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';

let shop: RealShop;
let keys: NewMerchant;

beforeAll(async () => {
  shop = await openRealShop();
  const account = ['--name', 'Tulip & Sons', '--email', EMAIL, '--password', PASSWORD];
  keys = await florin<NewMerchant>(shop.options, 'merchants', 'create', ...account);
});
afterAll(() => shop.stop());

/** A page that stands by itself and takes its theme from the system by style alone. */
async function barriersAt(path: string, shows: string): Promise<string[]> {
  shop.complaints.length = 0;
  await shop.page.goto(`${shop.server.baseUrl}${path}`);
  await shop.page.getByText(shows).first().waitFor({ state: 'attached' });
  // The tool that looks for barriers adds styles of its own, so what the page itself does is asked before.
  expect(shop.complaints).toEqual([]);
  return findBarriersIn(EVERY_LOOK, shop.page);
}

describe('an invoice', () => {
  it('of a paid order, with long names, fits and has no barrier', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik';
    const id = await createIntent(shop.server.baseUrl, keys, {
      description: long,
      items: [{ item_id: `${long}${long}`, quantity: 1_000_000 }],
    });
    await payAndWait(shop.server.baseUrl, keys, id, 'full', 'succeeded');
    const answer = await fetch(`${shop.server.baseUrl}/${keys.public_key}/invoices/${id}`, {
      headers: { authorization: `Bearer ${keys.private_key}` },
    });
    // The page's own link to its PDF is signed for the payer, and opens the page as well.
    const link = /href="[^"]*(\?expires=[^"]*)"/.exec(await answer.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await barriersAt(`/${keys.public_key}/invoices/${id}${link}`, 'Payments received')).toEqual([]);
  });
});

describe('the gallery', () => {
  it('lists every screen', async () => {
    expect(await barriersAt('/demo', 'Screens of the checkout')).toEqual([]);
    expect(await shop.page.locator('main a[href^="/demo/"]').count()).toBe(Object.keys(FIXTURES).length);
  });

  it.each(Object.entries(FIXTURES))('shows %s without an error in the console', async (name, state) => {
    const { page, server } = shop;
    const opened = state === null ? undefined : page.waitForResponse((answer) => answer.url().endsWith('/events'));
    expect(await barriersAt(`/demo/${name}`, state === null ? 'This link leads nowhere' : state.merchant.name)).toEqual(
      [],
    );
    if (opened) expect((await opened).status()).toBe(200);
    const status = await fetch(`${server.baseUrl}/demo/${name}/status`);
    expect(await status.json()).toEqual(state);
  });
});
