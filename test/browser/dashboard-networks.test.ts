import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeState } from '../../web/dashboard/test/mock-state.ts';
import { type Dashboard, openDashboard } from '../../web/dashboard/test/open-dashboard.ts';
import { sampleNetwork, sampleUnwatched } from '../../web/dashboard/test/sample-networks.ts';
import { sampleWallet } from '../../web/dashboard/test/sample-wallet.ts';
import { findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => {
  Object.assign(dashboard.mock.state, makeState(dashboard.mock.url, 10), { signedIn: true });
  state().wallets = [sampleWallet({ network: 'litecoin-regtest', kind: 'extended_key' })];
  dashboard.mock.changeNetwork('solana-devnet', { state: 'ok', cause: null, since: null, detail: 'last read 0 s ago' });
});

const state = () => dashboard.mock.state.modes.test;
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
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    dashboard.mock.changeNetwork('litecoin-regtest', { state: 'ok', since: null, detail: 'last read 0 s ago' });
    await banner.waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('is described the same on the page of the wallets, also if it needs no wallet', async () => {
    for (const name of ['litecoin-regtest', 'simulated'])
      dashboard.mock.changeNetwork(name, { state: 'delayed', since: null, detail: 'No worker has reported for 40 s.' });
    for (const [path, notices] of [
      ['/dashboard', 1],
      ['/dashboard/settings/wallets', 2],
    ] as const) {
      const { page, leave } = await dashboard.visit(path, { reducedMotion: 'reduce' });
      for (const title of ['Litecoin regtest', 'Simulated network'])
        await page
          .getByRole('status')
          .filter({ hasText: `${title} is temporarily unavailable. Payments may show up late.` })
          .filter({ hasText: 'No worker has reported for 40 s.' })
          .waitFor();
      // Home says what to do once for all networks.
      expect(await page.getByText('Payments are not lost').count()).toBe(notices);
      await leave();
    }
  });

  it('is not on Home if the merchant has no wallet there, and its card does not speak of payments', async () => {
    dashboard.mock.changeNetwork('solana-devnet', {
      state: 'delayed',
      read_at: null,
      since: null,
      detail: 'not read yet',
    });
    const home = await dashboard.visit('/dashboard', { reducedMotion: 'reduce' });
    await home.page.getByText('Recent payments').waitFor();
    expect(await home.page.getByText('Solana devnet').count()).toBe(0);
    await home.leave();
    const { page, leave } = await dashboard.visit('/dashboard/settings/wallets', { reducedMotion: 'reduce' });
    const card = page.getByRole('region', { name: 'Solana devnet' });
    await card.getByText('Solana devnet has not been reached yet.', { exact: false }).waitFor();
    expect(await card.getByText('Payments are not lost').count()).toBe(0);
    await leave();
  });

  it('is named, with the wallet there, if the server no longer watches it', async () => {
    const detail = 'To watch it, set FLORIN_RPC_BITCOIN_TESTNET to the URL of a node and restart the server.';
    state().wallets.push(sampleWallet({ network: 'bitcoin-testnet', kind: 'extended_key', addresses: [] }));
    state().networks.push(sampleUnwatched('bitcoin-testnet', 'Bitcoin testnet', { wallet: 'extended_key' }));
    for (const path of ['/dashboard', '/dashboard/settings/wallets']) {
      const { page, leave } = await dashboard.visit(path, { reducedMotion: 'reduce' });
      const warning = page.getByRole('status').filter({ hasText: 'Bitcoin testnet is not turned on.' });
      await warning.waitFor();
      expect(await warning.textContent()).toContain(detail);
      expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
      await leave();
    }
    const { page, leave } = await dashboard.visit('/dashboard/settings/wallets', { reducedMotion: 'reduce' });
    await page.getByText('Not turned on', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove wallet for Bitcoin testnet' }).waitFor();
    expect(await page.getByRole('button', { name: 'Change wallet for Bitcoin testnet' }).count()).toBe(0);
    await leave();
  });
});

const SEPOLIA = sampleNetwork({
  name: 'base-sepolia',
  title: 'Base Sepolia',
  wallet_network: 'evm',
  assets: ['ETH', 'USDC'],
  cause: 'rate_limited',
  newest_block: { height: 33_812_007, time: new Date(Date.now() - 120_000).toISOString() },
  nodes: [
    { name: 'Node 1', state: 'slowed', reason: 'answers 429 Too Many Requests', calls_per_second: 5 },
    { name: 'Node 2', state: 'failing', reason: 'did not respond within 10 s', calls_per_second: null },
  ],
});

describe('the page of the networks', () => {
  it('shows the state, the newest block, the lag and the nodes of each watched network, and updates itself', async () => {
    state().networks.push(SEPOLIA);
    const { page, browserErrors, leave } = await dashboard.visit('/dashboard', { reducedMotion: 'reduce' });
    await page.getByRole('link', { name: 'Networks' }).click();
    const base = page.getByRole('region', { name: 'Base Sepolia' });
    await base.getByText('Slowed', { exact: true }).waitFor();
    const text = await base.textContent();
    for (const part of ['ETH, USDC', '33,812,007', '2 min. ago', 'limit how often', 'called at most 5 times a second'])
      expect(text).toContain(part);
    const nodes = base.getByRole('list', { name: 'Nodes of Base Sepolia' }).getByRole('listitem');
    expect(await nodes.allTextContents()).toEqual([
      'Node 1Rate limitedanswers 429 Too Many Requests, called at most 5 times a second',
      'Node 2Failingdid not respond within 10 s',
    ]);
    expect(await base.getByRole('link', { name: 'Add a wallet for Base Sepolia' }).count()).toBe(1);
    dashboard.mock.changeNetwork('base-sepolia', {
      state: 'delayed',
      cause: 'nodes_away',
      detail: 'No node responds.',
    });
    await base.getByText('Unreachable', { exact: true }).waitFor();
    await base.getByText('No node responds.', { exact: false }).waitFor();
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  it('says what turns a network on, who does it, and what it brings', async () => {
    state().wallets.push(sampleWallet({ network: 'evm' }));
    const assets = ['ETH', 'USDC'];
    state().networks.push(
      sampleUnwatched('ethereum-sepolia', 'Ethereum Sepolia', { wallet_network: 'evm', assets }),
      sampleUnwatched('bitcoin-testnet', 'Bitcoin testnet', { wallet: 'extended_key', assets: ['BTC'] }),
    );
    const { page, leave } = await dashboard.visit('/dashboard/settings/networks', { reducedMotion: 'reduce' });
    const others = page.getByRole('region', { name: 'Not turned on' });
    const rows = others.getByRole('list', { name: 'Networks that are not turned on' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.allTextContents()).toEqual([
      'Ethereum SepoliaETH, USDCYou have a wallet for it.FLORIN_RPC_ETHEREUM_SEPOLIA=https://…',
      'Bitcoin testnetBTCFLORIN_RPC_BITCOIN_TESTNET=https://…',
    ]);
    const steps = await others.locator('ol').textContent();
    expect(steps).toMatch(/The operator of this server adds the network’s line.*You add a wallet/);
    expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
    await others.getByRole('link', { name: 'Wallets page' }).press('Enter');
    await page.getByRole('heading', { name: 'Wallets' }).waitFor();
    expect(await page.getByText('Bitcoin testnet').count()).toBe(0);
    await leave();
    // A wallet that serves a family is no reason to warn of each of its networks.
    const home = await dashboard.visit('/dashboard', { reducedMotion: 'reduce' });
    await home.page.getByText('Recent payments').waitFor();
    expect(await home.page.getByRole('status').count()).toBe(0);
    await home.leave();
  });

  it('says that no customer can pay where nothing is turned on, and loads again after an error', async () => {
    dashboard.mock.state.modes.live.networks = [sampleUnwatched('base', 'Base', { assets: ['ETH'] })];
    const { page, leave } = await dashboard.visit('/dashboard', { reducedMotion: 'reduce' });
    let isBroken = true;
    await page.route('**/dashboard/api/live/networks', (route) =>
      isBroken ? route.fulfill({ status: 400, json: { detail: 'Broken on purpose.' } }) : route.continue(),
    );
    await page.goto(`${dashboard.mock.url}/dashboard/settings/networks?mode=live`);
    await page.getByText('Could not load networks').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No live network is turned on').waitFor();
    await page.getByText('FLORIN_RPC_BASE=https://…').waitFor();
    await leave();
  });
});
