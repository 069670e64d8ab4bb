import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { florin, type RunningServer, startHosted, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { Browser, PASSWORD, setUpTokenIn } from './browser.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';

let databaseUrl: string;
let server: RunningServer;
let other: RunningServer;

beforeAll(async () => {
  databaseUrl = await createMigrated(['control', 'data']);
  server = await startServer({ databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
});

afterAll(async () => {
  await server.stop();
  await other?.stop();
});

const printed = (from: RunningServer) =>
  waitUntil('the link is printed', () => setUpTokenIn(from.output()) || undefined);

const account = (email: string) => ({ business_name: 'Tulip shop', email, password: PASSWORD });
const count = async (table: string) =>
  (await runSql<{ n: number }>(databaseUrl, `SELECT count(*)::int AS n FROM florin_control.${table}`))[0]?.n;

describe('the setup link', () => {
  it('is reported as open while there is no account, and rejects another token', async () => {
    const browser = new Browser(server.baseUrl);
    expect((await browser.call('GET', '/session')).json).toEqual({
      signed_in: false,
      base_url: server.baseUrl,
      passkeys_available: false,
      reset_by_mail: false,
      setup_open: true,
      signup_open: false,
    });
    for (const token of ['', 'x', 'A'.repeat(43)]) {
      const reply = await browser.call('POST', '/setup', { body: { token, ...account('a@example.com') } });
      expectProblem(reply, 403, 'setup_link_invalid');
    }
    expect(await count('users')).toBe(0);
  });

  it('keeps only its hash', async () => {
    const token = await printed(server);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [row] = await runSql<{ token_hash: string }>(databaseUrl, 'SELECT token_hash FROM florin_control.setup_link');
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.token_hash).not.toContain(token);
  });

  it('refuses a password that is too short or too long, and names every field at once', async () => {
    const browser = new Browser(server.baseUrl);
    const token = await printed(server);
    for (const password of ['123456789', 'a'.repeat(129), '👩‍👩‍👧‍👦'.repeat(20), 'a\u0000bcdefghijkl']) {
      const body = { token, ...account('a@example.com'), password };
      expectPointers(await browser.call('POST', '/setup', { body }), ['#/password']);
    }
    const body = { token, business_name: ' ', email: 'nobody', password: 'short', admin: true };
    expectPointers(await browser.call('POST', '/setup', { body }), [
      '#/business_name',
      '#/email',
      '#/password',
      '#/admin',
    ]);
  });

  it('is replaced by the next start', async () => {
    const old = await printed(server);
    other = await startServer({ databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
    expect(await printed(other)).not.toBe(old);
    const reply = await new Browser(server.baseUrl).call('POST', '/setup', {
      body: { token: old, ...account('a@example.com') },
    });
    expectProblem(reply, 403, 'setup_link_invalid');
  });

  it('used four times at once over two processes makes one account, and dies', async () => {
    const token = await printed(other);
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, index) => {
        const browser = new Browser(index % 2 === 0 ? server.baseUrl : other.baseUrl);
        return browser.post('/setup', { body: { token, ...account(`owner${index}@example.com`) } });
      }),
    );
    const made = replies.filter((reply) => reply.status === 201);
    expect(made).toHaveLength(1);
    // Only somebody who runs the server has seen the link.
    expect(made[0]?.json).toMatchObject({ user: { operator: true } });
    for (const reply of replies.filter((each) => each !== made[0])) expectProblem(reply, 403, 'setup_link_invalid');
    expect([
      await count('users'),
      await count('merchants'),
      await count('sessions'),
      await count('setup_link'),
    ]).toEqual([1, 1, 1, 0]);
    expect((await new Browser(server.baseUrl).call('GET', '/session')).json).toMatchObject({ setup_open: false });
    const again = await new Browser(server.baseUrl).call('POST', '/setup', {
      body: { token, ...account('b@example.com') },
    });
    expectProblem(again, 403, 'setup_link_invalid');
  });

  it('is not printed once there is an account', async () => {
    const later = await startServer({ databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
    await later.stop();
    expect(later.output()).toContain('Florin is ready');
    expect(setUpTokenIn(later.output())).toBe('');
  });
});

describe('signing up', () => {
  it('is closed by default', async () => {
    const reply = await new Browser(server.baseUrl).call('POST', '/sign_up', { body: account('c@example.com') });
    expectProblem(reply, 403, 'signup_closed');
  });

  it('creates a merchant with a test key if sign-up is open, and says nothing about a taken email address', async () => {
    const open = await startHosted({ databaseUrl, env: { FLORIN_SIGNUP: 'open', FLORIN_LOG_LEVEL: 'error' } });
    try {
      const browser = new Browser(open.baseUrl);
      expect((await browser.call('GET', '/session')).json).toMatchObject({ signup_open: true });
      const reply = await browser.call('POST', '/sign_up', { body: account('Ada@Example.com') });
      expect([reply.status, browser.cookie]).toEqual([202, undefined]);
      const signedIn = await browser.signIn('Ada@Example.com');
      expect(signedIn.json).toMatchObject({
        user: { email: 'Ada@Example.com', operator: false },
        base_url: open.baseUrl,
      });
      const keys = await browser.call('GET', '/test/api_keys');
      expect(keys.json['data']).toMatchObject([{ revealable: true }]);
      const users = await count('users');
      for (const password of [PASSWORD, 'another horse battery']) {
        const visitor = new Browser(open.baseUrl);
        const again = await visitor.call('POST', '/sign_up', { body: { ...account('ada@example.com'), password } });
        expect([again.status, again.text, visitor.cookie]).toEqual([202, reply.text, undefined]);
      }
      expect(await count('users')).toBe(users);
      expect((await new Browser(open.baseUrl).signIn('ada@example.com')).status).toBe(200);
      const wrong = await new Browser(open.baseUrl).signIn('ada@example.com', 'another horse battery');
      expectProblem(wrong, 401, 'invalid_credentials');
    } finally {
      await open.stop();
    }
  });
});

describe('signing in and out', () => {
  it('accepts the email address in any case, and only the right password', async () => {
    const browser = new Browser(server.baseUrl);
    const wrong = await browser.signIn('ada@example.com', 'wrong horse battery');
    const unknown = await browser.signIn('nobody@example.com', PASSWORD);
    const problems = [wrong, unknown].map((reply) => expectProblem(reply, 401, 'invalid_credentials').detail);
    expect(problems[0]).toBe(problems[1]);
    expect(browser.cookie).toBeUndefined();
    const reply = await browser.signIn('ADA@example.com');
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({ signed_in: true, user: { email: 'Ada@Example.com' } });
    expect((await browser.call('GET', '/session')).json).toEqual(reply.json);
  });

  it('begins a new session each time, and ends the one before on the same device', async () => {
    const browser = new Browser(server.baseUrl);
    await browser.signIn('ada@example.com');
    const first = { cookie: browser.cookie ?? '', csrf: browser.csrfToken };
    await browser.signIn('ada@example.com');
    expect(browser.cookie).not.toBe(first.cookie);
    expect(browser.csrfToken).not.toBe(first.csrf);
    const old = new Browser(server.baseUrl);
    old.cookie = first.cookie;
    expectProblem(await old.call('GET', '/settings'), 401, 'not_signed_in');
    expect((await browser.call('GET', '/settings')).status).toBe(200);
  });

  it('refuses text that no database keeps', async () => {
    const reply = await new Browser(server.baseUrl).signIn('ada\u0000@example.com');
    expectPointers(reply, ['#/email']);
  });

  it('does not take a cookie that somebody made up or planted', async () => {
    const planted = new Browser(server.baseUrl);
    planted.cookie = `florin=${'A'.repeat(43)}`;
    expectProblem(await planted.call('GET', '/settings'), 401, 'not_signed_in');
    await planted.signIn('ada@example.com');
    expect(planted.cookie).not.toBe(`florin=${'A'.repeat(43)}`);
  });

  it('out ends the session and takes the cookie away', async () => {
    const browser = new Browser(server.baseUrl);
    await browser.signIn('ada@example.com');
    const cookie = browser.cookie ?? '';
    const reply = await browser.call('POST', '/sign_out');
    expect(reply.status).toBe(204);
    expect(browser.setCookie).toMatch(/^florin=; .*Max-Age=0/);
    browser.cookie = cookie;
    expectProblem(await browser.call('GET', '/sessions'), 401, 'not_signed_in');
    expect((await browser.call('GET', '/session')).json).toMatchObject({ signed_in: false });
  });

  it('ends all sessions when the command line sets a new password', async () => {
    const browser = new Browser(server.baseUrl);
    await browser.signIn('ada@example.com');
    const options = { databaseUrl };
    await florin(options, 'users', 'reset-password', '--email', 'ada@example.com', '--password', 'another long one');
    expectProblem(await browser.call('GET', '/sessions'), 401, 'not_signed_in');
    expectProblem(await browser.signIn('ada@example.com'), 401, 'invalid_credentials');
    expect((await browser.signIn('ada@example.com', 'another long one')).status).toBe(200);
  });

  it('keeps neither token nor password in the database', async () => {
    const browser = new Browser(server.baseUrl);
    await browser.signIn('ada@example.com', 'another long one');
    const token = browser.cookie?.split('=')[1] ?? 'none';
    const rows = await runSql(databaseUrl, 'SELECT * FROM florin_control.sessions, florin_control.users');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(browser.csrfToken);
    expect(JSON.stringify(rows)).not.toContain('another long one');
  });
});

const forget = () => runSql(databaseUrl, 'DELETE FROM florin_control.sign_in_attempts');
const older = () => runSql(databaseUrl, `UPDATE florin_control.sign_in_attempts SET at = at - interval '61 seconds'`);

describe('429 for failures', () => {
  it('counts per email address and client across two processes', async () => {
    await forget();
    const body = { email: 'ada@example.com', password: 'wrong horse battery' };
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        new Browser(index % 2 === 0 ? server.baseUrl : other.baseUrl).post('/sign_in', { body }),
      ),
    );
    const refused = replies.filter((reply) => reply.status === 429);
    // On a busy machine a request may take longer than an answer may, after it was counted.
    const wrong = replies.filter((reply) => reply.status === 401).length;
    const counted = `SELECT count(DISTINCT id)::int AS count FROM florin_control.sign_in_attempts`;
    expect(await runSql<{ count: number }>(databaseUrl, counted)).toEqual([{ count: 10 }]);
    expect(wrong).toBeLessThanOrEqual(10);
    expect(refused).toHaveLength(16 - wrong);
    for (const reply of refused) {
      expectProblem(reply, 429, 'rate_limited');
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    // Even the right password waits, or guessing would go on under its cover.
    expectProblem(await new Browser(server.baseUrl).signIn('ada@example.com', 'another long one'), 429, 'rate_limited');
    await older();
    expect((await new Browser(server.baseUrl).signIn('ada@example.com', 'another long one')).status).toBe(200);
  });

  it('counts every spelling of an email address for the one account', async () => {
    await forget();
    const create = (email: string) =>
      florin({ databaseUrl }, 'merchants', 'create', '--name', 'Kim', '--email', email, '--password', PASSWORD);
    await create('kim.s@example.com');
    await expect(create('kİm.s@example.com')).rejects.toMatchObject({
      stderr: expect.stringContaining('already exists'),
    });
    const spellings = ['kim.s', 'kİm.s', '\u212Aım.S', 'KIM.ſ'].map((name) => `${name}@example.com`);
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const email = spellings[index % spellings.length] ?? '';
      statuses.push((await new Browser(server.baseUrl).signIn(email, 'wrong horse battery')).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    await forget();
    const options = ['--email', 'KİM.ſ@example.com', '--password', 'another long one'];
    await florin({ databaseUrl }, 'users', 'reset-password', ...options);
    for (const email of spellings) {
      expect((await new Browser(server.baseUrl).signIn(email, 'another long one')).status).toBe(200);
    }
  });

  it('slows guessing from many addresses down, and lets the owner in from where she signed in before', async () => {
    await forget();
    const proxied = await startHosted({
      databaseUrl,
      env: { FLORIN_TRUST_PROXY: 'loopback', FLORIN_LOG_LEVEL: 'error' },
    });
    try {
      const attempt = (address: string, email: string, password = 'wrong horse battery') =>
        new Browser(proxied.baseUrl).call('POST', '/sign_in', {
          body: { email, password },
          headers: { 'x-forwarded-for': address },
        });
      expect((await attempt('2001:db8::1', 'ada@example.com', 'another long one')).status).toBe(200);
      const statuses: number[] = [];
      for (let index = 0; index < 30 && !statuses.includes(429); index += 1) {
        const email = index % 2 === 0 ? 'ada@example.com' : ' ADA@Example.com';
        statuses.push((await attempt(`203.0.113.${index}`, email)).status);
      }
      expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
      expect(statuses.at(-1)).toBe(429);
      // An IPv6 client usually has a whole /64.
      expect((await attempt('2001:db8::ffff', 'ada@example.com', 'another long one')).status).toBe(200);
      const elsewhere = { 'x-forwarded-for': '203.0.113.200' };
      const unknown = await new Browser(proxied.baseUrl).signIn('bob@example.com', PASSWORD, elsewhere);
      expectProblem(unknown, 401, 'invalid_credentials');
    } finally {
      await proxied.stop();
    }
  });

  it('does not count what succeeds', async () => {
    await forget();
    for (let round = 0; round < 12; round += 1) {
      expect((await new Browser(server.baseUrl).signIn('ada@example.com', 'another long one')).status).toBe(200);
    }
    expect(await count('sign_in_attempts')).toBe(0);
  });
});
