import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControlPlane } from '../../src/store/control-plane.ts';
import { Database } from '../../src/store/database/database.ts';
import { passkeyCeremonies } from '../../src/system/passkey-ceremonies.ts';
import { totpCode } from '../../src/usecases/sessions/totp.ts';
import { Browser, PASSWORD } from '../http/browser.ts';
import { joinTeam, tokenOf } from '../http/join-team.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { freePort } from '../support/external-postgres.ts';
import { florin, type RunningServer, startServer } from '../support/server.ts';
import { applyView, findA11yIssuesIn, VIEWS } from './find-a11y-issues.ts';
import { launchChromium } from './launch-chromium.ts';

const EMAIL = 'ada@example.com';

let databaseUrl: string;
/** Passkeys belong to a host name, so both are called localhost. They differ in their port, so in their origin. */
let server: RunningServer & { url: string };
let other: RunningServer & { url: string };
let context: BrowserContext;
let page: Page;
let stop: () => Promise<void>;

async function startNamed(): Promise<RunningServer & { url: string }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const started = await startServer({ databaseUrl, port, env: { FLORIN_LOG_LEVEL: 'error', FLORIN_BASE_URL: url } });
  return Object.assign(started, { url });
}

beforeAll(async () => {
  databaseUrl = await createMigrated(['control', 'data']);
  server = await startNamed();
  other = await startNamed();
  const account = ['--name', 'Tulip & Sons', '--email', EMAIL, '--password', PASSWORD];
  await florin({ databaseUrl }, 'merchants', 'create', ...account);
  const chromium = await launchChromium();
  context = await chromium.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  stop = async () => {
    await chromium.close();
    await Promise.all([server.stop(), other.stop()]);
  };
});

afterAll(() => stop());

const press = (name: string, within: Pick<Page, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: true }).click();

const atHome = () => page.getByRole('heading', { name: 'Home' }).waitFor();

async function enterPassword(): Promise<void> {
  await page.goto(`${server.url}/dashboard/sign-in`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Sign in');
}

async function expectAccessible(): Promise<void> {
  expect(await findA11yIssuesIn(VIEWS, page)).toEqual([]);
  await applyView(page, ['light', 1_280]);
}

/** What a page on some origin answers to a challenge of the first server. */
async function answerOn(origin: string): Promise<{ response: string; challenge: string }> {
  const offered = await new Browser(server.baseUrl, server.url).call('POST', '/passkeys/challenge');
  const options = JSON.parse(String(offered.json['options'])) as { challenge: string };
  await page.goto(`${origin}/dashboard/sign-in`);
  const response = await page.evaluate<string>(`(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)});
    return JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON());
  })()`);
  return { response, challenge: Buffer.from(options.challenge, 'base64url').toString() };
}

const signInWith = (response: string) =>
  new Browser(server.baseUrl, server.url).call('POST', '/sign_in/passkey', { body: { response } });

describe('a passkey', () => {
  it('is added with the password, and comes with recovery codes', async () => {
    await enterPassword();
    await atHome();
    await page.goto(`${server.url}/dashboard/account`);
    await press('Add passkey');
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByLabel('Name').fill('Test laptop');
    await press('Continue');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await expectAccessible();
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(10);
    await press('I have stored them');
    await page.getByText('Test laptop').waitFor();
    await page.getByText('10 of your recovery codes are left', { exact: false }).waitFor();
    await expectAccessible();
  });

  it('signs in alone', async () => {
    await press('Sign out');
    await press('Sign in with a passkey');
    await atHome();
  });

  it('is the second factor of the password', async () => {
    await press('Sign out');
    await enterPassword();
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await expectAccessible();
    expect(await page.getByLabel('Code', { exact: true }).count()).toBe(0);
    await page.getByText('Use a recovery code instead').click();
    await page.getByLabel('Recovery code').fill('000000');
    await press('Sign in with the code');
    await page.getByText('Use your passkey or a recovery code', { exact: false }).waitFor();
    await press('Use a passkey');
    await atHome();
  });

  it('confirms a live change, in a dialog above the one of the change', async () => {
    await runSql(databaseUrl, 'UPDATE florin_control.sessions SET second_factor_at = NULL');
    await page.goto(`${server.url}/dashboard/developers/api-keys?mode=live`);
    await press('Create key');
    await page.getByLabel('Name').fill('Payout');
    await page.getByLabel('Change wallets').check();
    await page.getByLabel('Your password').fill(PASSWORD);
    await press('Create key', page.getByRole('dialog'));
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await press('Use a passkey');
    await page.getByRole('heading', { name: 'API key “Payout” created' }).waitFor();
  });

  it('counts once for each challenge', async () => {
    const { response } = await answerOn(server.url);
    expect((await signInWith(response)).status).toBe(200);
    expect((await signInWith(response)).json).toMatchObject({ status: 401, code: 'second_factor_invalid' });
  });

  it('of another origin or another site is refused', async () => {
    const elsewhere = await answerOn(other.url);
    expect((await signInWith(elsewhere.response)).json).toMatchObject({ status: 401, code: 'second_factor_invalid' });
    const { response, challenge } = await answerOn(server.url);
    const database = new Database({ url: databaseUrl, connectionsMax: 1, applicationName: 'test' });
    const credentialId = passkeyCeremonies.credentialIdOf(response) ?? '';
    const passkey = await createControlPlane(database).secondFactors.findPasskey(credentialId);
    await database.close();
    if (!passkey) throw new Error('the passkey is not stored');
    const verify = (id: string, origin: string, asked = challenge) =>
      passkeyCeremonies.verifyRequest({ id, origin }, response, passkey, (one) => one === asked);
    expect(await verify('localhost', server.url)).toBeDefined();
    expect(await verify('example.com', server.url)).toBeUndefined();
    expect(await verify('localhost', other.url)).toBeUndefined();
    expect(await verify('localhost', server.url, 'another challenge')).toBeUndefined();
  });
});

describe('an authenticator app', () => {
  it('is set up with the secret that the page shows', async () => {
    await page.goto(`${server.url}/dashboard/account`);
    await press('Set up app');
    await page.getByLabel('Your password').fill(PASSWORD);
    await press('Continue');
    await page.getByAltText('QR code with the secret').waitFor();
    await expectAccessible();
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, Math.floor(Date.now() / 30_000)));
    await press('Turn on');
    await page.getByRole('button', { name: 'Remove app' }).waitFor();
    await page.getByText('While you have a passkey, only that is accepted', { exact: false }).waitFor();
  });
});

describe('an invitation', () => {
  it('is made and accepted on pages, and shows why it cannot be used again', async () => {
    await page.goto(`${server.url}/dashboard/settings/team`);
    await press('Invite');
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByLabel('Role', { exact: true }).selectOption('support');
    await page.getByLabel('Your password').fill(PASSWORD);
    await press('Create invitation');
    const link = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    expect(tokenOf(link)).toHaveLength(43);
    await expectAccessible();
    await press('Done');
    await page.getByText('grace@example.com').waitFor();
    await expectAccessible();
    await press('Sign out');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Join Tulip & Sons' }).waitFor();
    await expectAccessible();
    await page.getByLabel('Password').fill(PASSWORD);
    await press('Create account');
    await atHome();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('This invitation has already been used', { exact: false }).waitFor();
    await expectAccessible();
  });

  it('gives a dashboard without what the role does not allow', async () => {
    await page.goto(`${server.url}/dashboard/settings`);
    await page.getByLabel('Business name').waitFor();
    expect(await page.getByLabel('Business name').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save settings' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Events' }).count()).toBe(1);
    await page.goto(`${server.url}/dashboard/developers/api-keys`);
    await page.getByRole('heading', { name: 'No access' }).waitFor();
    await expectAccessible();
  });

  it('ends with the removal of the member, also on an open page', async () => {
    const owner = await joinOwner();
    await page.goto(`${server.url}/dashboard`);
    await atHome();
    const { members } = (await owner.call('GET', '/team')).json as { members: { id: string; email: string }[] };
    const { id } = members.find(({ email }) => email === 'grace@example.com') ?? { id: '' };
    expect((await owner.call('DELETE', `/team/members/${id}`, { body: { password: PASSWORD } })).status).toBe(204);
    await page.getByRole('link', { name: 'Payments' }).first().click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

/** Somebody with all rights and no second factor. */
async function joinOwner(): Promise<Browser> {
  const { response } = await answerOn(server.url);
  const ada = new Browser(server.baseUrl, server.url);
  const reply = await ada.call('POST', '/sign_in/passkey', { body: { response } });
  expect(reply.status, reply.text).toBe(200);
  const owner = await joinTeam(ada, 'linus@example.com', 'owner');
  return owner;
}
