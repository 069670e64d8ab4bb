import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { TAKEN_ADDRESS, TAKEN_EVM_ADDRESS } from '../../web/dashboard/test/mock-wallets.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { sampleEvmNetworks, sampleNetworks } from '../../web/dashboard/test/sample-networks.ts';
import { sampleWallet } from '../../web/dashboard/test/sample-wallet.ts';
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

const PATH = '/dashboard/settings/wallets';
const test = () => dashboard.mock.state.modes.test;

/** Opens the page without animations, so that it can be checked right away. */
const visit = (path = PATH) => dashboard.visit(path, { reducedMotion: 'reduce' });

/** Registers a browser wallet that signs by repeating the message. Runs in the page, so it is text. */
const registerWallet = (address: string) => `{
  const accounts = [{ address: '${address}' }];
  const features = {
    'standard:connect': { connect: async () => ({ accounts }) },
    'solana:signMessage': { signMessage: async ({ message }) => [{ signature: message }] },
  };
  addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register({ features }));
}`;

/** Announces a browser wallet with an EVM address that signs by repeating the message. Runs in the page, so it is text. */
const announceWallet = (address: string) => `{
  const request = async ({ method, params }) => (method === 'eth_requestAccounts' ? ['${address}'] : params[0]);
  const detail = { provider: { request } };
  addEventListener('eip6963:requestProvider', () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));
}`;

describe('a wallet', () => {
  it('is entered, previewed and saved with the password', async () => {
    const { page, browserErrors, leave } = await visit();
    await page.getByText('Simulated network does not need a wallet.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Add wallet for Litecoin regtest' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Extended public key or descriptor').fill('tpubD6NzVbkrYhZ4');
    expect(await dialog.getByLabel('Address type').count()).toBe(0);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Preview addresses' }).click();
    await dialog.getByText('does not include the address type', { exact: false }).waitFor();
    await dialog.getByLabel('Address type').selectOption('p2pkh');
    await dialog.getByText('Advanced').click();
    await dialog.getByLabel('First address index').fill('4.5');
    await dialog.getByRole('button', { name: 'Preview addresses' }).click();
    await dialog.getByText('Enter a whole number, such as 0.').waitFor();
    await dialog.getByLabel('First address index').fill('40');
    await dialog.getByRole('button', { name: 'Preview addresses' }).click();
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await preview.getByText('rltc1qp2pkh8x2m4w6k9s3v5t7y0z42', { exact: true }).waitFor();
    expect(test().wallets).toEqual([]);
    expect(await dialog.getByText('Never enter a private key', { exact: false }).count()).toBe(0);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await dialog.getByLabel('Extended public key or descriptor').inputValue()).toBe('tpubD6NzVbkrYhZ4');
    await dialog.getByRole('button', { name: 'Preview addresses' }).click();
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Save wallet' }).click();
    await dialog.getByText('The password is incorrect.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password');
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(test().wallets).toEqual([]);
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Save wallet' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const card = page.getByRole('region', { name: 'Litecoin regtest' });
    await card.getByText('rltc1qp2pkh8x2m4w6k9s3v5t7y0z40', { exact: true }).waitFor();
    await card.getByText('Active', { exact: true }).waitFor();
    expect(test().wallets).toMatchObject([{ next_index: 40, kind: 'extended_key' }]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('that another account uses is taken over with a signature', async () => {
    const { page, browserErrors, leave } = await visit();
    await page.getByRole('button', { name: 'Add wallet for Solana devnet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address', { exact: true }).fill(TAKEN_ADDRESS);
    await dialog.getByRole('button', { name: 'Preview address' }).click();
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Save wallet' }).click();
    await dialog.getByText('Another account on this server uses this address.').waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    const signAndSave = dialog.getByRole('button', { name: 'Sign and save wallet' });
    await signAndSave.click();
    await dialog.getByText('No wallet found in this browser.').waitFor();
    await page.evaluate(registerWallet('Another11111111111111111111111111111111111'));
    await signAndSave.click();
    await dialog.getByText('The wallet in this browser has another address.').waitFor();
    await page.evaluate(registerWallet(TAKEN_ADDRESS));
    await signAndSave.click();
    await dialog.waitFor({ state: 'detached' });
    expect(test().wallets).toMatchObject([{ addresses: [TAKEN_ADDRESS] }]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('for all EVM networks is an address, or an extended key with a warning', async () => {
    test().networks = sampleEvmNetworks();
    const { page, browserErrors, leave } = await visit();
    const card = page.getByRole('region', { name: 'Ethereum and compatible networks' });
    await card.getByText('One wallet for Ethereum Sepolia and Base Sepolia.').waitFor();
    expect(await page.getByRole('button', { name: /^Add wallet for/ }).count()).toBe(1);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.getByRole('button', { name: 'Add wallet for Ethereum and compatible networks' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('All payments on these networks go to this address.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Preview address' }).click();
    await dialog.getByText('Enter an address.').waitFor();
    await dialog.getByLabel('Receive payments at').selectOption('extended_key');
    expect(await dialog.getByText('Enter an address.').count()).toBe(0);
    await dialog.getByText('Each address needs gas', { exact: false }).waitFor();
    await dialog.getByLabel('First address index').fill('3');
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByLabel('Receive payments at').selectOption('address');
    await dialog.getByLabel('Address', { exact: true }).fill(TAKEN_EVM_ADDRESS.toLowerCase());
    await dialog.getByRole('button', { name: 'Preview address' }).click();
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Save wallet' }).click();
    await dialog.getByText('Another account on this server uses this address.').waitFor();
    const signAndSave = dialog.getByRole('button', { name: 'Sign and save wallet' });
    await signAndSave.click();
    await dialog.getByText('No wallet found in this browser.').waitFor();
    await page.evaluate(announceWallet(TAKEN_EVM_ADDRESS));
    await signAndSave.click();
    await dialog.waitFor({ state: 'detached' });
    expect(test().wallets).toMatchObject([{ network: 'evm', kind: 'address' }]);
    await card.getByText('Active', { exact: true }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('that the merchant lost is reported on every page', async () => {
    dashboard.mock.state.modes.live.released = [
      { id: 'wal_1', network: 'solana', address: TAKEN_ADDRESS, released_at: new Date().toISOString() },
    ];
    const { page, leave } = await visit('/dashboard');
    const banner = page.getByRole('region', { name: 'Wallet taken over' });
    await banner.getByText(TAKEN_ADDRESS, { exact: false }).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await banner.getByRole('link', { name: 'Add another wallet' }).click();
    await page.waitForURL(/settings\/wallets\?mode=live/);
    await leave();
  });

  it('with a private key is rejected with a warning and cleared from the form', async () => {
    const { page, leave } = await visit();
    await page.getByRole('button', { name: 'Add wallet for Litecoin regtest' }).click();
    await page.getByLabel('Extended public key or descriptor').fill('tprv8gRrNu65W2Msef2BdBS');
    await page.getByRole('button', { name: 'Preview addresses' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Move your funds now').waitFor();
    expect(await alert.textContent()).toContain('Anyone who has it can spend your funds.');
    expect(await page.getByLabel('Extended public key or descriptor').inputValue()).toBe('');
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await leave();
  });

  it('with one address is added, and removed with the password', async () => {
    const { page, leave } = await visit();
    await page.getByRole('button', { name: 'Add wallet for Solana devnet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU');
    await dialog.getByRole('button', { name: 'Preview address' }).click();
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Save wallet' }).click();
    await page.getByRole('button', { name: 'Remove wallet for Solana devnet' }).click();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Remove wallet' }).click();
    await dialog.getByText('The password is incorrect.').waitFor();
    expect(test().wallets).toHaveLength(1);
    await dialog.getByLabel('Your password').fill('correct horse battery');
    await dialog.getByRole('button', { name: 'Remove wallet' }).click();
    await page.getByRole('button', { name: 'Add wallet for Solana devnet' }).waitFor();
    expect(test().wallets).toEqual([]);
    await leave();
  });

  it('is added by keyboard, and the focus is restored', async () => {
    const { page, leave } = await visit();
    await page.getByRole('button', { name: 'Add wallet for Solana devnet' }).waitFor();
    await tabTo(page, 'Add wallet for Solana devnet');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Address');
    await page.keyboard.type('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU');
    await tabTo(page, 'Preview address');
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
      .toBe('Change wallet for Solana devnet');
    await leave();
  });

  it('added by an API key is announced on every page, and can be removed before it is active', async () => {
    const { modes } = dashboard.mock.state;
    const effective_at = new Date(Date.now() + 20 * 3_600_000).toISOString();
    modes.live.networks = sampleNetworks().filter(({ name }) => name === 'solana-devnet');
    modes.live.wallets = [sampleWallet({ livemode: true, effective_at })];
    const { page, leave } = await visit('/dashboard/payments');
    const banner = page.getByRole('region', { name: 'Pending wallet change' });
    await banner.getByText('An API key added a new wallet for Solana devnet.', { exact: false }).waitFor();
    expect(await banner.getByRole('time').getAttribute('datetime')).toBe(effective_at);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await banner.getByRole('link', { name: 'remove it now' }).click();
    await page.getByText('If you did not add it, remove it and revoke the key.').waitFor();
    await page.getByText('active from', { exact: false }).first().waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove pending wallet for Solana devnet' }).click();
    await page.getByLabel('Your password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Remove wallet' }).click();
    // An open dialog hides the banner too.
    await expect.poll(() => modes.live.wallets).toEqual([]);
    await expect.poll(() => banner.count()).toBe(0);
    await leave();
  });

  it('with many unused addresses shows the server’s warning', async () => {
    const detail = '15 addresses in a row have not been paid. Many wallets stop looking after 20.';
    const warnings = [{ code: 'many_unused_addresses', pointer: '#/unused_in_a_row', detail }];
    const network = 'litecoin-regtest';
    test().wallets = [sampleWallet({ network, kind: 'extended_key', next_index: 40, unused_in_a_row: 15, warnings })];
    const { page, leave } = await visit();
    await page.getByRole('region', { name: 'Litecoin regtest' }).getByText(detail).waitFor();
    expect(await page.getByText('addresses in a row').count()).toBe(1);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await leave();
  });
});

describe('the networks', () => {
  it('show which one is unavailable', async () => {
    const { page, browserErrors, leave } = await visit();
    await page.getByText('Solana devnet is temporarily unavailable.', { exact: true }).waitFor();
    expect(await page.getByText('Litecoin regtest is temporarily unavailable').count()).toBe(0);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('say where to see how to turn one on in live mode', async () => {
    const { page, leave } = await visit(`${PATH}?mode=live`);
    await page.getByText('No live network is turned on').waitFor();
    expect(await page.getByText('does not need a wallet', { exact: false }).count()).toBe(0);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await page.getByRole('link', { name: 'See how to turn on a network' }).click();
    await page.waitForURL(/settings\/networks\?mode=live/);
    await leave();
  });

  it('ask for a payout wallet in live mode', async () => {
    const { modes } = dashboard.mock.state;
    modes.live.networks = [
      {
        ...modes.test.networks[1],
        name: 'bitcoin',
        title: 'Bitcoin',
        wallet_network: 'bitcoin',
      } as (typeof modes.live.networks)[number],
    ];
    const { page, leave } = await visit(`${PATH}?mode=live`);
    await page.getByText('Add a wallet to accept payments').waitFor();
    await page.getByRole('region', { name: 'Bitcoin' }).getByText('No wallet yet.', { exact: false }).waitFor();
    await leave();
  });

  it('show an error with a retry if they cannot be loaded', async () => {
    dashboard.mock.state.broken = /wallets/;
    const { page, leave } = await visit();
    await page.getByText('Could not load wallets').waitFor();
    dashboard.mock.state.broken = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Add wallet for Solana devnet' }).waitFor();
    await leave();
  });
});
