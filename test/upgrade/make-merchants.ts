import { HDKey } from '@scure/bip32';
import { Browser, PASSWORD } from '../http/browser.ts';
import { type Keys, type Reply, send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { makePng } from '../support/pictures.ts';
import type { MerchantSnapshot, Mode } from './api-types.ts';
import { FAR_FUTURE, FIXTURE_ORIGIN } from './fixture.ts';
import type { Lab } from './open-lab.ts';

const ALL_SCOPES = ['payments:read', 'payments:write', 'payments:override', 'wallets:write'];
const TEST_VERSIONS = { public: 0x043587cf, private: 0x04358394 };
const LIVE_VERSIONS = { public: 0x0488b21e, private: 0x0488ade4 };
const LIVE_SOLANA_ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** A merchant of the fixture, with the keys and the session that act for it. */
export interface Account extends Pick<MerchantSnapshot, 'name' | 'email' | 'password' | 'merchant_id' | 'revealable'> {
  /** Further keys, by what became of them. */
  furtherKeys: Map<string, Keys>;
  browser: Browser;
  keys: Record<Mode, Keys>;
  /** The database with this merchant's intents. */
  dataUrl: string;
}

interface IssuedKey extends Keys {
  id: string;
}

/** Fails on an answer with another status. */
export function expectStatus(reply: Reply, status: number): Reply {
  if (reply.status !== status) throw new Error(`answered with ${reply.status} instead of ${status}: ${reply.text}`);
  return reply;
}

const extendedKey = (seed: number, versions: { public: number; private: number }) =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(seed), versions).derive("m/84'/1'/0'").publicExtendedKey;

/** One merchant in the main database with everything, and a strict one with its own data store. */
export async function makeMerchants(lab: Lab): Promise<{ harbor: Account; bakery: Account }> {
  const harbor = await openAccount(lab, 'Harbor Books', 'ada@harbor.example', lab.mainUrl);
  const bakery = await openAccount(lab, 'Corner Bakery', 'ben@bakery.example', lab.ownUrl);
  const store = await lab.command<{ id: string }>('stores', 'add', lab.ownUrl, '--name', 'bakery');
  await lab.command('merchants', 'set-store', bakery.merchant_id, store.id);
  await makeKeys(lab, harbor);
  await makeWallets(lab, harbor, bakery);
  await makeSettings(harbor, bakery);
  await makeItems(lab, harbor, bakery);
  return { harbor, bakery };
}

async function openAccount(lab: Lab, name: string, email: string, dataUrl: string): Promise<Account> {
  const first = 'the first password';
  const account = ['--name', name, '--email', email, '--password', first];
  const made = await lab.command<{ merchant_id: string }>('merchants', 'create', ...account);
  await lab.command('users', 'reset-password', '--email', email, '--password', PASSWORD);
  const browser = new Browser(lab.api.baseUrl, FIXTURE_ORIGIN);
  expectStatus(await browser.signIn(email), 200);
  await endSession(lab, email);
  const makeKey = async (mode: Mode) => {
    const body = { name: `All scopes, ${mode}`, scopes: ALL_SCOPES };
    return expectStatus(await browser.call('POST', `/${mode}/api_keys`, { body }), 201).json as unknown as IssuedKey;
  };
  const keys = { test: await makeKey('test'), live: await makeKey('live') };
  const revealable = { id: keys.test.id, private_key: keys.test.private_key };
  return {
    name,
    email,
    password: PASSWORD,
    merchant_id: made.merchant_id,
    browser,
    keys,
    furtherKeys: new Map(),
    dataUrl,
    revealable,
  };
}

/** A session that was ended, and an attempt to sign in that failed. */
async function endSession(lab: Lab, email: string): Promise<void> {
  const browser = new Browser(lab.api.baseUrl, FIXTURE_ORIGIN);
  expectStatus(await browser.signIn(email), 200);
  expectStatus(await browser.call('POST', '/sign_out'), 204);
  expectStatus(await browser.signIn(email, 'a wrong password'), 401);
}

/** Keys that were rolled, revoked, have expired, have one scope, or work from some addresses only, in both modes. */
async function makeKeys(lab: Lab, { browser, merchant_id, furtherKeys }: Account): Promise<void> {
  for (const mode of ['test', 'live'] as const) {
    const merchant = ['--merchant', merchant_id, '--mode', mode];
    const make = async (name: string, ...more: string[]) => {
      const key = await lab.command<IssuedKey>('keys', 'create', ...merchant, '--name', name, ...more);
      furtherKeys.set(`${name}, ${mode}`, key);
      return `/${mode}/api_keys/${key.id}`;
    };
    const path = await make('Rolled');
    const successor = expectStatus(await browser.call('POST', `${path}/roll`, { body: { overlap: '7d' } }), 201);
    // The rolled key works for seven more days, so only its successor can be compared later.
    furtherKeys.set(`Rolled, ${mode}`, successor.json as unknown as IssuedKey);
    await make('Rolled at once');
    const { id } = furtherKeys.get(`Rolled at once, ${mode}`) as IssuedKey;
    const next = await lab.command<IssuedKey>('keys', 'roll', id, '--overlap', 'now');
    furtherKeys.set(`Successor, ${mode}`, next);
    expectStatus(await browser.call('POST', `${await make('Revoked')}/revoke`), 200);
    await make('Expired', '--expires-in-days', '0.00001');
    await make('Reads only', '--scope', 'payments:read');
    await make('From the office', '--allow-ip', '203.0.113.0/24', '--allow-ip', '2001:db8::/32');
  }
}

/** Wallets that serve, wait, were replaced and were removed, as addresses and as extended keys. */
async function makeWallets(lab: Lab, harbor: Account, bakery: Account): Promise<void> {
  const add = (account: Account, network: string, ...wallet: string[]) =>
    lab.command<{ id: string }>('wallets', 'add', '--merchant', account.merchant_id, '--network', network, ...wallet);
  const xpub = (seed: number, versions = TEST_VERSIONS) => [
    '--xpub',
    extendedKey(seed, versions),
    '--script-type',
    'p2wpkh',
  ];
  await add(harbor, 'solana-local', '--address', lab.solana.merchant.address);
  await add(harbor, 'litecoin-regtest', ...xpub(1));
  await add(harbor, 'litecoin-regtest', ...xpub(2), '--start-index', '5');
  await add(harbor, 'bitcoin-testnet', ...xpub(3));
  await add(bakery, 'litecoin-regtest', ...xpub(4));
  const removed = await add(harbor, 'solana', '--address', LIVE_SOLANA_ADDRESS);
  const { password } = harbor;
  expectStatus(await harbor.browser.call('DELETE', `/live/wallets/${removed.id}`, { body: { password } }), 200);
  await add(harbor, 'litecoin', ...xpub(5, LIVE_VERSIONS));
  const waiting = { network: 'litecoin', xpub: extendedKey(6, LIVE_VERSIONS), script_type: 'p2wpkh' };
  expectStatus(await send(lab.api.baseUrl, harbor.keys.live, '/wallets', { body: waiting }), 201);
  // A new wallet waits for a day. This one still waits when the test runs.
  await runSql(
    lab.mainUrl,
    `UPDATE florin_control.wallets SET effective_at = CASE WHEN removed_at IS NULL THEN $1::timestamptz ELSE effective_at END,
       removed_at = CASE WHEN removed_at IS NULL THEN NULL ELSE $1::timestamptz END
     WHERE livemode AND network = 'litecoin'`,
    [FAR_FUTURE],
  );
}

async function makeSettings(harbor: Account, bakery: Account): Promise<void> {
  const body = {
    name: 'Harbor Books & Maps',
    logo: makePng({ width: 24, height: 24 }).toString('base64'),
    accent_color: '#1a7f5a',
    allowed_origins: ['https://shop.harbor.example'],
    expires_in: 7200,
  };
  expectStatus(await harbor.browser.call('PATCH', '/settings', { body }), 200);
  const strict = {
    tolerance_percent: '0',
    tolerance_amount: '0',
    late_policy: { stablecoin_seconds: 0, other_seconds: 0 },
  };
  expectStatus(await bakery.browser.call('PATCH', '/settings', { body: strict }), 200);
}

async function makeItems(lab: Lab, harbor: Account, bakery: Account): Promise<void> {
  const add = async (keys: Keys, item_id: string, name: string, unit_amount: number) => {
    const body = { item_id, name, unit_amount, currency: 'USD' };
    expectStatus(await send(lab.api.baseUrl, keys, '/items', { body }), 201);
  };
  await add(harbor.keys.test, 'atlas', 'Atlas of the North Sea', 4_990);
  await add(harbor.keys.test, 'chart', 'Tide chart', 1_250);
  await add(harbor.keys.live, 'atlas', 'Atlas of the North Sea', 4_990);
  await add(bakery.keys.test, 'rye', 'Rye bread', 650);
}
