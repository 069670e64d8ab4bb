import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makePrivateKey } from '../../domain/keys/key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { routes } from '../routes.ts';
import { newClient, openApp } from './open-app.test-fixture.ts';

/** Two at once. The clock of the test stands still, so nothing is refilled. */
const { app, ports } = openApp({ FLORIN_RATE_VISITOR: '1' });
const BURST: number = LIMITS.burstFactor;
const shop = await openShop({ ports });
const { publicKey } = shop.made.key;
const authorization = `Bearer ${shop.made.privateKey}`;

// A 429 is sent after a second.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }).setTimerTickMode('nextTimerAsync'));
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Sends one request more than a client may send at once. */
async function exceed(request: InjectOptions, { remoteAddress = newClient(), burst = BURST } = {}) {
  const answers = [];
  for (let sent = 0; sent <= burst; sent += 1) answers.push(await app.inject({ ...request, remoteAddress }));
  return { statuses: answers.map(({ statusCode }) => statusCode), last: answers.at(-1), remoteAddress };
}

async function expectLimited(request: InjectOptions, burst = BURST) {
  const { statuses, last } = await exceed(request, { burst });
  expect(statuses.slice(0, -1)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
  expect(last?.headers['retry-after']).toMatch(/^\d+$/);
  if (request.method !== 'HEAD') expect(last?.json()).toMatchObject({ code: 'rate_limited', retryable: true });
}

const pathOf = (template: string) => template.replace('{public_key}', publicKey).replaceAll(/\{\w+\}|\*/g, 'x');

const requests: { name: string; request: InjectOptions; burst?: number }[] = [
  ...routes.map((route) => ({
    name: `${route.method} ${route.path}`,
    request: { method: route.method, url: pathOf(route.path), headers: { 'sec-fetch-site': 'same-origin' } },
    ...(route.access === 'open' && route.forMonitoring ? { burst: LIMITS.monitoringPerSecond * BURST } : {}),
  })),
  { name: 'an unknown path', request: { method: 'GET', url: '/nothing' } },
  { name: 'an unknown path with a body', request: { method: 'POST', url: '/nothing', payload: { a: 1 } } },
  { name: 'a malformed path', request: { method: 'GET', url: '/%zz' } },
  { name: 'a path with a private key', request: { method: 'GET', url: `/${shop.made.privateKey}/items` } },
  { name: 'another method', request: { method: 'DELETE', url: '/docs' } },
  { name: 'HEAD', request: { method: 'HEAD', url: '/docs' } },
  { name: 'a preflight request', request: { method: 'OPTIONS', url: `/${publicKey}/checkout/x/claim` } },
  {
    name: 'credentials that are no key',
    request: { method: 'GET', url: `/${publicKey}/items`, headers: { authorization: 'Basic YTpi' } },
  },
  {
    name: 'a cookie that is no session',
    request: { method: 'GET', url: '/dashboard/api/session', headers: { cookie: 'florin=x' } },
  },
];

describe('429 for a client without a key', () => {
  it('on every route, and wherever there is none', async () => {
    expect(requests.length).toBeGreaterThan(routes.length);
    await Promise.all(
      requests.map(({ name, request, burst }) =>
        expectLimited(request, burst).catch((error: unknown) => {
          throw new Error(`${name} is not limited`, { cause: error });
        }),
      ),
    );
  });

  it('that uses several addresses of one IPv6 network', async () => {
    const statuses = [];
    for (const remoteAddress of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1']) {
      statuses.push((await app.inject({ method: 'GET', url: '/docs', remoteAddress })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('lets a page of another origin read the error', async () => {
    const { last } = await exceed({ method: 'GET', url: '/openapi.json' });
    expect(last?.headers).toMatchObject({
      'access-control-allow-origin': '*',
      ratelimit: '"visitor";r=0;t=1',
      'ratelimit-policy': '"visitor";q=2;w=2',
    });
  });

  it('that sends too many invalid keys', async () => {
    const invalid = `Bearer ${makePrivateKey('test', new Uint8Array(32))}`;
    const request: InjectOptions = { method: 'GET', url: `/${publicKey}/items`, headers: { authorization: invalid } };
    await expectLimited(request, LIMITS.failedKeysPerMinute);
    await expectLimited({ ...request, url: '/checkout?payment_intent_id=x' }, LIMITS.failedKeysPerMinute);
  });
});

describe('a client that is over the limit', () => {
  it('still uses its key', async () => {
    const { remoteAddress } = await exceed({ method: 'GET', url: '/docs' });
    for (const url of [`/${publicKey}/items`, `/${publicKey}/payment_intents`]) {
      for (let sent = 0; sent < 5; sent += 1) {
        const answer = await app.inject({ method: 'GET', url, headers: { authorization }, remoteAddress });
        expect(answer.statusCode).toBe(200);
      }
    }
  });

  it('does not affect others, nor health checks from the same address', async () => {
    const { remoteAddress } = await exceed({ method: 'GET', url: '/docs' });
    expect((await app.inject({ method: 'GET', url: '/docs', remoteAddress: newClient() })).statusCode).toBe(200);
    expect((await app.inject({ method: 'GET', url: '/healthz', remoteAddress })).statusCode).toBe(200);
  });
});

describe('monitoring on the same machine', () => {
  it('is not limited', async () => {
    const { statuses } = await exceed({ method: 'GET', url: '/healthz' }, { remoteAddress: '127.0.0.1', burst: 50 });
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('is limited for clients of a proxy on that machine', async () => {
    const request: InjectOptions = { method: 'GET', url: '/healthz', headers: { 'x-forwarded-for': '192.0.2.1' } };
    const burst = LIMITS.monitoringPerSecond * BURST;
    expect((await exceed(request, { remoteAddress: '127.0.0.1', burst })).statuses.at(-1)).toBe(429);
  });
});
