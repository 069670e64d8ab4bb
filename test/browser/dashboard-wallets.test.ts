import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { sampleNetworks } from '../../web/dashboard/test/sample-transfers.ts';
import { sampleWallet } from '../../web/dashboard/test/sample-wallet.ts';
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

const PATH = '/dashboard/settings/wallets';
const test = () => dashboard.mock.state.modes.test;

/** Opens the page without movement, so that every look can be compared at once. */
const visit = (path = PATH) => dashboard.visit(path, { reducedMotion: 'reduce' });

describe('a wallet', () => {
  it('is entered, its kind asked for, its addresses compared, and kept with the password', async () => {
    const { page, complaints, leave } = await visit();
    await page.getByText('Simulated network: it needs no wallet.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Add wallet for Litecoin regtest' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Extended public key or descriptor').fill('tpubD6NzVbkrYhZ4');
    expect(await dialog.getByLabel('Kind of addresses').count()).toBe(0);
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show the addresses' }).click();
    await dialog.getByText('does not say which addresses', { exact: false }).waitFor();
    await dialog.getByLabel('Kind of addresses').selectOption('p2pkh');
    await dialog.getByText('Advanced').click();
    await dialog.getByLabel('First address to use').fill('4.5');
    await dialog.getByRole('button', { name: 'Show the addresses' }).click();
    await dialog.getByText('A whole number, such as 0.').waitFor();
    await dialog.getByLabel('First address to use').fill('40');
    await dialog.getByRole('button', { name: 'Show the addresses' }).click();
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await preview.getByText('rltc1qp2pkh8x2m4w6k9s3v5t7y0z42', { exact: true }).waitFor();
    expect(test().wallets).toEqual([]);
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await dialog.getByLabel('Extended public key or descriptor').inputValue()).toBe('tpubD6NzVbkrYhZ4');
    await dialog.getByRole('button', { name: 'Show the addresses' }).click();
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Save wallet' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password');
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    expect(test().wallets).toEqual([]);
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Save wallet' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const card = page.getByRole('region', { name: 'Litecoin regtest' });
    await card.getByText('rltc1qp2pkh8x2m4w6k9s3v5t7y0z40', { exact: true }).waitFor();
    await card.getByText('Used', { exact: true }).waitFor();
    expect(test().wallets).toMatchObject([{ next_index: 40, kind: 'extended_key' }]);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('that could spend is a strong warning, and does not stay on the screen', async () => {
    const { page, leave } = await visit();
    await page.getByRole('button', { name: 'Add wallet for Litecoin regtest' }).click();
    await page.getByLabel('Extended public key or descriptor').fill('tprv8gRrNu65W2Msef2BdBS');
    await page.getByRole('button', { name: 'Show the addresses' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Move your money now').waitFor();
    expect(await alert.textContent()).toContain('Move the money: this secret has been sent to a server.');
    expect(await page.getByLabel('Extended public key or descriptor').inputValue()).toBe('');
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await leave();
  });

  it('of a network with one address is that address, and is removed with the password', async () => {
    const { page, leave } = await visit();
    await page.getByRole('button', { name: 'Add wallet for Solana devnet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU');
    await dialog.getByRole('button', { name: 'Show the addresses' }).click();
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Save wallet' }).click();
    await page.getByRole('button', { name: 'Remove the wallet for Solana devnet' }).click();
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Remove wallet' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    expect(test().wallets).toHaveLength(1);
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Remove wallet' }).click();
    await page.getByRole('button', { name: 'Add wallet for Solana devnet' }).waitFor();
    expect(test().wallets).toEqual([]);
    await leave();
  });

  it('is added by the keyboard alone, and the focus comes back', async () => {
    const { page, leave } = await visit();
    await page.getByRole('button', { name: 'Add wallet for Solana devnet' }).waitFor();
    await tabTo(page, 'Add wallet for Solana devnet');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Address');
    await page.keyboard.type('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU');
    await tabTo(page, 'Show the addresses');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H3');
    await tabTo(page, 'Your password');
    await page.keyboard.type('correct horse battery');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByText('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Change the wallet for Solana devnet');
    await leave();
  });

  it('that an API key has added is told on every page of both modes, and can be removed before it is used', async () => {
    const { modes } = dashboard.mock.state;
    const effective_at = new Date(Date.now() + 20 * 3_600_000).toISOString();
    modes.live.networks = sampleNetworks().filter(({ name }) => name === 'solana-devnet');
    modes.live.wallets = [sampleWallet({ livemode: true, effective_at })];
    const { page, leave } = await visit('/dashboard/payments');
    const banner = page.getByRole('region', { name: 'A wallet is about to change' });
    await banner.getByText('A new wallet for Solana devnet was added by an API key', { exact: false }).waitFor();
    expect(await banner.getByRole('time').getAttribute('datetime')).toBe(effective_at);
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await banner.getByRole('link', { name: 'remove it now' }).click();
    await page.getByText('If that was none of yours: remove it, and revoke the key.').waitFor();
    await page.getByText('used from', { exact: false }).first().waitFor();
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the coming wallet for Solana devnet' }).click();
    await page.getByLabel('Your password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Remove wallet' }).click();
    await expect.poll(() => banner.count()).toBe(0);
    expect(modes.live.wallets).toEqual([]);
    await leave();
  });

  it('with many addresses that nobody has paid says what to do in one’s own wallet', async () => {
    const detail = '15 addresses in a row have not been paid. Many wallets stop looking after 20.';
    const warnings = [{ code: 'many_unused_addresses', pointer: '#/unused_in_a_row', detail }];
    const network = 'litecoin-regtest';
    test().wallets = [sampleWallet({ network, kind: 'extended_key', next_index: 40, unused_in_a_row: 15, warnings })];
    const { page, leave } = await visit();
    await page.getByRole('region', { name: 'Litecoin regtest' }).getByText(detail).waitFor();
    expect(await page.getByText('addresses in a row').count()).toBe(1);
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await leave();
  });
});

describe('the networks', () => {
  it('say when one is not read at the moment', async () => {
    const { page, complaints, leave } = await visit();
    await page.getByText('Solana devnet is not read at the moment, so payments on it are seen late.').waitFor();
    expect(await page.getByText('Litecoin regtest is not read').count()).toBe(0);
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('of a server that watches none in live mode are a hint for whoever runs it', async () => {
    const { page, leave } = await visit(`${PATH}?mode=live`);
    await page.getByText('This server watches no live network yet').waitFor();
    await page.getByText('FLORIN_RPC_BITCOIN', { exact: true }).waitFor();
    expect(await page.getByText('needs no wallet', { exact: false }).count()).toBe(0);
    expect(await findBarriersIn(EVERY_LOOK, page)).toEqual([]);
    await leave();
  });

  it('without a wallet in live mode say what to do', async () => {
    const { modes } = dashboard.mock.state;
    modes.live.networks = [
      { ...modes.test.networks[1], name: 'bitcoin', title: 'Bitcoin' } as (typeof modes.live.networks)[number],
    ];
    const { page, leave } = await visit(`${PATH}?mode=live`);
    await page.getByText('Nobody can pay you yet: say where the money goes').waitFor();
    await page.getByText('This server watches Bitcoin.', { exact: false }).waitFor();
    await leave();
  });

  it('that cannot be read are an error with a second try', async () => {
    dashboard.mock.state.broken = /wallets/;
    const { page, leave } = await visit();
    await page.getByText('Wallets could not be loaded').waitFor();
    dashboard.mock.state.broken = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Add wallet for Solana devnet' }).waitFor();
    await leave();
  });
});
