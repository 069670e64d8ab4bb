import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { totpCode } from '../../src/usecases/sessions/totp.ts';
import type { Reply } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { florin } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { Browser, PASSWORD } from './browser.ts';
import { confirmTotp } from './confirm-totp.ts';
import { expectProblem } from './expect-problem.ts';
import { joinTeam, openTeam } from './join-team.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let owner: Browser;

beforeAll(async () => {
  shop = await startShop();
  owner = await openTeam(shop.options, shop.baseUrl, 'ada@example.com');
});

afterAll(() => shop.stop());

const STEP_MS = 30_000;

/** The codes of the last, the current and the next step are accepted, each once: a test that needs many takes the next one. */
const codeAt = (secret: string, offset = 0): string => totpCode(secret, Math.floor(Date.now() / STEP_MS) + offset);

interface Guarded {
  email: string;
  browser: Browser;
  secret: string;
  recoveryCodes: string[];
}

let members = 0;

/** A member with an authenticator app. The code of the last step confirmed it. */
async function addTotp(): Promise<Guarded> {
  members += 1;
  const email = `member${members}@example.com`;
  const browser = await joinTeam(owner, email, 'owner');
  const offered = await browser.call('POST', '/totp', { body: { password: PASSWORD } });
  expect(offered.status, offered.text).toBe(201);
  const secret = String(offered.json['secret']);
  const confirmed = await confirmTotp(browser, secret);
  return { email, browser, secret, recoveryCodes: confirmed.json['recovery_codes'] as string[] };
}

const signIn = (email: string, more: object = {}, browser = new Browser(shop.baseUrl)) =>
  browser.call('POST', '/sign_in', { body: { email, password: PASSWORD, ...more } });

/** As if the second factor had been given long ago. */
const forgetFactor = () => runSql(shop.databaseUrl, 'UPDATE florin_control.sessions SET second_factor_at = NULL');

const LIVE_KEY = { name: 'Payout', scopes: ['wallets:write'], password: PASSWORD };

describe('the password alone', () => {
  it('is not enough to sign in', async () => {
    const { email, secret } = await addTotp();
    const refused = await signIn(email);
    expectProblem(refused, 401, 'second_factor_required');
    expect(refused.headers.get('set-cookie')).toBeNull();
    expectProblem(await signIn(email, { code: '000000' }), 401, 'second_factor_invalid');
    expectProblem(
      await signIn(email, { password: 'wrong password', code: codeAt(secret) }),
      401,
      'invalid_credentials',
    );
    expect((await signIn(email, { code: codeAt(secret) })).status).toBe(200);
  });

  it('is not enough to confirm a live change', async () => {
    const { browser, secret } = await addTotp();
    await forgetFactor();
    expectProblem(await browser.call('POST', '/live/api_keys', { body: LIVE_KEY }), 401, 'second_factor_required');
    for (const [path, body] of [
      ['/totp/remove', { password: PASSWORD }],
      ['/recovery_codes', { password: PASSWORD }],
      ['/password', { password: PASSWORD, new_password: 'another horse battery' }],
      ['/team/invitations', { password: PASSWORD, email: 'eve@example.com', role: 'owner' }],
    ] as const) {
      expectProblem(await browser.call('POST', path, { body }), 401, 'second_factor_required');
    }
    expectProblem(
      await browser.call('POST', '/session/second_factor', { body: { code: '000000' } }),
      401,
      'second_factor_invalid',
    );
    expectProblem(await browser.call('POST', '/session/second_factor', { body: {} }), 401, 'second_factor_required');
    const given = await browser.call('POST', '/session/second_factor', { body: { code: codeAt(secret) } });
    expect(given.status).toBe(204);
    expect((await browser.call('POST', '/live/api_keys', { body: LIVE_KEY })).status).toBe(201);
  });

  it('is not enough after the operator has set a new one, unless the second factor is removed too', async () => {
    const { email, secret } = await addTotp();
    const password = 'a password from the operator';
    await florin(shop.options, 'users', 'reset-password', '--email', email, '--password', password);
    expectProblem(await signIn(email, { password }), 401, 'second_factor_required');
    expect((await signIn(email, { password, code: codeAt(secret) })).status).toBe(200);
    const reset = ['users', 'reset-password', '--email', email, '--password', password, '--remove-two-factor'];
    await florin(shop.options, ...reset);
    expect((await signIn(email, { password })).status).toBe(200);
  });
});

describe('a code', () => {
  it('counts once, also of many requests at the same time', async () => {
    const { email, secret } = await addTotp();
    const code = codeAt(secret);
    const replies = await Promise.all([1, 2, 3].map(() => untilHandled(() => signIn(email, { code }))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expectProblem(await signIn(email, { code }), 401, 'second_factor_invalid');
    // An older code, which was not used, is refused after a newer one.
    expectProblem(await signIn(email, { code: codeAt(secret, -1) }), 401, 'second_factor_invalid');
  });

  it('of another user is wrong', async () => {
    const [one, other] = [await addTotp(), await addTotp()];
    expectProblem(await signIn(one.email, { code: codeAt(other.secret) }), 401, 'second_factor_invalid');
  });

  it('can be tried as often as a password', async () => {
    const { email, secret } = await addTotp();
    for (let count = 0; count < LIMITS.failedSignInsPerMinute; count += 1) await signIn(email, { code: '000000' });
    expectProblem(await signIn(email, { code: codeAt(secret) }), 429, 'rate_limited');
    await runSql(shop.databaseUrl, 'DELETE FROM florin_control.sign_in_attempts');
  });

  it('comes from a secret that the database does not reveal', async () => {
    const { secret, recoveryCodes } = await addTotp();
    const rows = await runSql(shop.databaseUrl, 'SELECT * FROM florin_control.totp_secrets');
    const codes = await runSql(shop.databaseUrl, 'SELECT * FROM florin_control.recovery_codes');
    for (const text of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll('-', '').toUpperCase()),
    ]) {
      expect(JSON.stringify([rows, codes])).not.toContain(text);
    }
  });
});

describe('a recovery code', () => {
  it('works once, in any spelling', async () => {
    const { email, recoveryCodes } = await addTotp();
    expect(new Set(recoveryCodes).size).toBe(LIMITS.recoveryCodes);
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(email, { code: first.toUpperCase() })).status).toBe(200);
    expectProblem(await signIn(email, { code: first }), 401, 'second_factor_invalid');
    expect((await signIn(email, { code: second.replaceAll('-', ' ') })).status).toBe(200);
  });

  it('is replaced by new ones', async () => {
    const { email, browser, recoveryCodes } = await addTotp();
    const renewed = await browser.call('POST', '/recovery_codes', { body: { password: PASSWORD } });
    expect(renewed.json['recovery_codes']).toHaveLength(LIMITS.recoveryCodes);
    expectProblem(await signIn(email, { code: recoveryCodes[0] }), 401, 'second_factor_invalid');
  });
});

const deviceCookieOf = (reply: Reply): string =>
  /florin-device=[\w-]{43}/.exec(reply.headers.getSetCookie().join(';'))?.[0] ?? '';

describe('a trusted device', () => {
  it('skips the second factor, but never the password, and only of its user', async () => {
    const { email, secret, browser } = await addTotp();
    const trusted = await signIn(email, { code: codeAt(secret), remember_device: true });
    expect(trusted.status).toBe(200);
    const cookie = deviceCookieOf(trusted);
    expect(cookie).not.toBe('');
    const withCookie = (to: string, password = PASSWORD) =>
      new Browser(shop.baseUrl).call('POST', '/sign_in', { body: { email: to, password }, headers: { cookie } });
    const again = await withCookie(email);
    expect(again.status).toBe(200);
    expectProblem(await withCookie(email, 'wrong password'), 401, 'invalid_credentials');
    const other = await addTotp();
    expectProblem(await withCookie(other.email), 401, 'second_factor_required');
    const listed = (await browser.call('GET', '/security')).json['trusted_devices'] as { id: string }[];
    expect(listed).toHaveLength(1);
    expectProblem(await other.browser.call('DELETE', `/trusted_devices/${listed[0]?.id}`), 404, 'not_found');
    expect((await browser.call('DELETE', `/trusted_devices/${listed[0]?.id}`)).status).toBe(204);
    expectProblem(await withCookie(email), 401, 'second_factor_required');
  });

  it('does not confirm a live change', async () => {
    const { email, secret } = await addTotp();
    const browser = new Browser(shop.baseUrl);
    const trusted = await signIn(email, { code: codeAt(secret), remember_device: true }, browser);
    const cookie = deviceCookieOf(trusted);
    const again = await browser.call('POST', '/sign_in', { body: { email, password: PASSWORD }, headers: { cookie } });
    expect(again.status).toBe(200);
    expectProblem(await browser.call('POST', '/live/api_keys', { body: LIVE_KEY }), 401, 'second_factor_required');
  });

  it('gives no more guesses for opening more sessions', async () => {
    const { email, secret } = await addTotp();
    const confirmed = new Browser(shop.baseUrl);
    const cookie = deviceCookieOf(await signIn(email, { code: codeAt(secret), remember_device: true }, confirmed));
    const guesses: Reply[] = [];
    for (let count = 0; count < LIMITS.failedSignInsFree + 5; count += 1) {
      const browser = new Browser(shop.baseUrl);
      expect((await browser.signIn(email, PASSWORD, { cookie })).status).toBe(200);
      guesses.push(await browser.call('POST', '/session/second_factor', { body: { code: '000000' } }));
    }
    const limited = guesses.filter(({ status }) => status !== 401);
    expect(limited.length).toBeGreaterThan(0);
    for (const reply of limited) {
      expectProblem(reply, 429, 'rate_limited');
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const body = { code: codeAt(secret, 1) };
    expect((await confirmed.call('POST', '/session/second_factor', { body })).status).toBe(204);
  });
});

describe('an authenticator app', () => {
  it('asks for nothing until a code has confirmed it, and is removed with the second factor', async () => {
    members += 1;
    const email = `member${members}@example.com`;
    const browser = await joinTeam(owner, email, 'support');
    expectProblem(
      await browser.call('POST', '/totp', { body: { password: 'wrong password' } }),
      401,
      'invalid_credentials',
    );
    await browser.call('POST', '/totp', { body: { password: PASSWORD } });
    const offered = await browser.call('POST', '/totp', { body: { password: PASSWORD } });
    expect((await signIn(email)).status).toBe(200);
    const secret = String(offered.json['secret']);
    expect(offered.json['uri']).toContain(`secret=${secret}&issuer=Florin`);
    expectProblem(
      await browser.call('POST', '/totp/confirm', { body: { code: '000000' } }),
      401,
      'second_factor_invalid',
    );
    expect((await browser.call('POST', '/totp/confirm', { body: { code: codeAt(secret) } })).status).toBe(200);
    expectProblem(await browser.call('POST', '/totp', { body: { password: PASSWORD } }), 409, 'invalid_state');
    expectProblem(await signIn(email), 401, 'second_factor_required');
    expect((await browser.call('POST', '/totp/remove', { body: { password: PASSWORD } })).status).toBe(204);
    expect((await signIn(email)).status).toBe(200);
    expect((await browser.call('GET', '/security')).json).toMatchObject({ totp: false, recovery_codes_left: 0 });
  });
});

describe('a new password', () => {
  it('needs the current one and ends the other sessions', async () => {
    const email = 'changes@example.com';
    const here = await joinTeam(owner, email, 'support');
    const there = new Browser(shop.baseUrl);
    await there.signIn(email);
    const next = 'another horse battery';
    const wrong = { password: 'wrong password', new_password: next };
    expectProblem(await here.call('POST', '/password', { body: wrong }), 401, 'invalid_credentials');
    expectProblem(await here.call('POST', '/password', { body: { new_password: next } }), 422, 'validation_failed');
    const short = { password: PASSWORD, new_password: 'short' };
    expectProblem(await here.call('POST', '/password', { body: short }), 422, 'validation_failed');
    expect((await here.call('POST', '/password', { body: { password: PASSWORD, new_password: next } })).status).toBe(
      204,
    );
    expect((await here.call('GET', '/sessions')).status).toBe(200);
    expectProblem(await there.call('GET', '/sessions'), 401, 'not_signed_in');
    expectProblem(await signIn(email), 401, 'invalid_credentials');
    expect((await signIn(email, { password: next })).status).toBe(200);
  });
});

describe('a passkey', () => {
  it('needs a host name', async () => {
    expectProblem(await owner.call('POST', '/passkeys/challenge'), 409, 'invalid_state');
    expect((await owner.call('GET', '/security')).json['passkeys_available']).toBe(false);
    for (const response of ['', '{}', '[]', '{"id":"nobody"}']) {
      expectProblem(await owner.call('POST', '/sign_in/passkey', { body: { response } }), 401, 'second_factor_invalid');
    }
  });

  it('whose ID is no text for the database is unknown', async () => {
    const { email } = await addTotp();
    const ids = ['\\u0000', 'AQ\\u0000', '\\ud800', 'x'.repeat(10_000)];
    for (const passkey of ids.map((id) => `{"id":"${id}"}`)) {
      const alone = await owner.call('POST', '/sign_in/passkey', { body: { response: passkey } });
      expectProblem(alone, 401, 'second_factor_invalid');
      expectProblem(await signIn(email, { passkey }), 401, 'second_factor_invalid');
    }
  });
});
