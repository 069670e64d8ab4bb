import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { type AnsweringServer, florin, startHosted } from '../support/server.ts';
import { Browser, PASSWORD } from './browser.ts';
import { expectProblem } from './expect-problem.ts';

const EMAIL = 'owner@example.com';
const HTTPS = 'https://pay.example.com';

let databaseUrl: string;
let loopback: AnsweringServer;
let secure: AnsweringServer;
let insecure: AnsweringServer;

beforeAll(async () => {
  databaseUrl = await createMigrated(['control', 'data']);
  const start = (env: Record<string, string>) =>
    startHosted({ databaseUrl, env: { FLORIN_LOG_LEVEL: 'error', FLORIN_SIGNUP: 'open', ...env } });
  loopback = await start({});
  secure = await start({ FLORIN_BASE_URL: HTTPS });
  insecure = await start({ FLORIN_BASE_URL: 'http://pay.example.com' });
  const options = { databaseUrl };
  await florin(options, 'merchants', 'create', '--name', 'Shop', '--email', EMAIL, '--password', PASSWORD);
});

afterAll(() => Promise.all([loopback, secure, insecure].map((server) => server?.stop())));

const attributes = (header: string | undefined) => (header ?? '').split('; ').slice(1).sort();

describe('the cookie', () => {
  it('on https is bound to the host and sent over TLS alone', async () => {
    const browser = new Browser(secure.baseUrl, HTTPS);
    expect((await browser.signIn(EMAIL)).status).toBe(200);
    expect(browser.setCookie).toMatch(/^__Host-florin=[\w-]{43}; /);
    expect(attributes(browser.setCookie)).toEqual(['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax', 'Secure']);
    const reply = await browser.call('GET', '/settings');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('strict-transport-security')).toMatch(/max-age/);
    // A cookie by the other name, which any page on the network could set, is not looked at.
    browser.cookie = browser.cookie?.replace('__Host-', '');
    expect((await browser.call('GET', '/settings')).status).toBe(401);
  });

  it('on loopback http goes without Secure', async () => {
    const browser = new Browser(loopback.baseUrl);
    expect((await browser.signIn(EMAIL)).status).toBe(200);
    expect(browser.setCookie).toMatch(/^florin=[\w-]{43}; /);
    expect(attributes(browser.setCookie)).toEqual(['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax']);
  });

  it('on any other http is refused, with a sentence', async () => {
    const browser = new Browser(insecure.baseUrl, 'http://pay.example.com');
    const account = { business_name: 'Shop', email: 'x@example.com', password: PASSWORD };
    const replies = [
      await browser.signIn(EMAIL),
      await browser.call('POST', '/sign_up', { body: account }),
      await browser.call('POST', '/setup', { body: { token: 'x', ...account } }),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.json['code']]).toEqual([403, 'insecure_connection']);
      expect(reply.json['detail']).toMatch(/requires HTTPS.*FLORIN_BASE_URL/);
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
    // Nor does a session that was opened elsewhere hold there.
    const elsewhere = new Browser(loopback.baseUrl);
    await elsewhere.signIn(EMAIL);
    browser.cookie = elsewhere.cookie;
    expect((await browser.call('GET', '/settings')).status).toBe(401);
  });
});

const setTimes = (browser: Browser, lastSeen: string, expires: string) =>
  runSql(
    databaseUrl,
    `UPDATE florin_control.sessions SET last_seen_at = now() + $2::interval, expires_at = now() + $3::interval
     WHERE token_hash = encode(sha256($1::bytea), 'hex')`,
    [browser.cookie?.split('=')[1], lastSeen, expires],
  );
const timesOf = async (browser: Browser) => {
  const [row] = await runSql<{ seen: number; left: number }>(
    databaseUrl,
    `SELECT extract(epoch FROM now() - last_seen_at)::float8 AS seen, extract(epoch FROM expires_at - now())::float8 AS left
     FROM florin_control.sessions WHERE token_hash = encode(sha256($1::bytea), 'hex')`,
    [browser.cookie?.split('=')[1]],
  );
  return { seen: row?.seen ?? Number.NaN, left: row?.left ?? Number.NaN };
};

describe('a session', () => {
  it('ends at its time', async () => {
    const browser = new Browser(loopback.baseUrl);
    await browser.signIn(EMAIL);
    await setTimes(browser, '-1 hour', '1 hour');
    expect((await browser.call('GET', '/settings')).status).toBe(200);
    await setTimes(browser, '-1 hour', '-1 second');
    expectProblem(await browser.call('GET', '/settings'), 401, 'not_signed_in');
    expect((await browser.call('GET', '/session')).json).toMatchObject({ signed_in: false });
  });

  it('lasts 14 days from the last time it was seen, which is written at most once a minute', async () => {
    const browser = new Browser(loopback.baseUrl);
    await browser.signIn(EMAIL);
    browser.setCookie = undefined;
    await setTimes(browser, '-20 seconds', '1 hour');
    await browser.call('GET', '/settings');
    expect((await timesOf(browser)).left).toBeLessThan(3_601);
    expect(browser.setCookie).toBeUndefined();
    await setTimes(browser, '-61 seconds', '1 hour');
    await browser.call('GET', '/settings');
    const { seen, left } = await timesOf(browser);
    expect(seen).toBeLessThan(30);
    expect(left).toBeGreaterThan(14 * 86_400 - 60);
    expect(left).toBeLessThanOrEqual(14 * 86_400 + 1);
    expect(browser.setCookie).toMatch(/^florin=[\w-]{43}; .*Max-Age=1209600/);
  });

  it('is listed with its device, and ended by another one at once in every process', async () => {
    await runSql(databaseUrl, 'DELETE FROM florin_control.sessions');
    const desk = new Browser(loopback.baseUrl);
    const phone = new Browser(secure.baseUrl, HTTPS);
    await desk.signIn(EMAIL);
    await phone.signIn(EMAIL);
    const list = (await desk.call('GET', '/sessions')).json['data'] as Record<string, unknown>[];
    expect(list).toHaveLength(2);
    for (const each of list) expect(each).toMatchObject({ address: '127.0.0.1', user_agent: 'A browser/1.0' });
    const [mine, theirs] = [list.find((each) => each['current']), list.find((each) => !each['current'])];
    expect(mine?.['id']).toMatch(/^ses_[0-9A-Za-z]{22}$/);
    expect((await phone.call('GET', '/settings')).status).toBe(200);
    const ended = await desk.call('DELETE', `/sessions/${String(theirs?.['id'])}`);
    expect(ended.status).toBe(204);
    expect((await phone.call('GET', '/settings')).status).toBe(401);
    expect((await desk.call('GET', '/settings')).status).toBe(200);
    expectProblem(await desk.call('DELETE', `/sessions/${String(theirs?.['id'])}`), 404, 'not_found');
    expectProblem(await desk.call('DELETE', '/sessions/nonsense'), 404, 'not_found');
  });

  it('ends with the membership of its user', async () => {
    const browser = new Browser(loopback.baseUrl);
    await browser.signIn(EMAIL);
    await runSql(databaseUrl, 'CREATE TABLE kept AS SELECT * FROM florin_control.memberships');
    await runSql(databaseUrl, 'DELETE FROM florin_control.memberships');
    expectProblem(await browser.call('GET', '/settings'), 401, 'not_signed_in');
    await runSql(databaseUrl, 'INSERT INTO florin_control.memberships SELECT * FROM kept');
    expect((await browser.call('GET', '/settings')).status).toBe(200);
  });
});
