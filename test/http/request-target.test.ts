import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedRequest } from '../../src/domain/requests/logged-request.ts';
import { create, createdId, send, validBody } from '../support/client.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { sendRaw } from './send-raw.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.stop());

const get = (target: string, ...headers: string[]) =>
  sendRaw(shop.baseUrl, [`GET ${target} HTTP/1.1`, 'host: a', 'connection: close', ...headers, '', ''].join('\r\n'));

/** Both forms of a target, which RFC 9112 asks a server to accept. The host is the client's choice. */
const formsOf = (path: string) => [path, `${shop.baseUrl}${path}`, `HTTP://pay.example.com${path}`];

const withKey = () => `authorization: Bearer ${shop.keys.private_key}`;

describe('a whole URL as the target of a request', () => {
  it('is answered like its path', async () => {
    const paths = ['/docs', '/docs/guides/webhooks', '/docs/errors/not_found?a=b', '/dashboard', '/healthz?verbose'];
    for (const path of paths) {
      for (const target of formsOf(path)) expect(await get(target), target).toMatchObject({ status: 200 });
    }
  });

  it('leads to the same invoice, signed link and checkout', async () => {
    const id = createdId(await create(shop.baseUrl, shop.keys, validBody()));
    const key = `/${shop.keys.public_key}`;
    const page = await get(`${key}/invoices/${id}`, withKey(), 'accept: text/html');
    const link = new URL(/<a href="([^"]+)">Download as PDF/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '');
    for (const target of formsOf(`${key}/invoices/${id}.json`)) {
      expect((await get(target, withKey())).json, target).toMatchObject({ payment_intent_id: id });
    }
    await untilHandled(() => fetch(`${shop.baseUrl}${link.pathname}${link.search}`));
    for (const target of formsOf(`${link.pathname}${link.search}`))
      expect(await get(target), target).toMatchObject({ status: 200 });
    for (const target of formsOf(`${key}/checkout/${id}`))
      expect(await get(target, 'accept: text/html'), target).toMatchObject({ status: 200 });
    for (const target of formsOf(`${key}/checkout/pi_0000000000000000000000`)) {
      const { status, text } = await get(target, 'accept: text/html');
      expect(status, target).toBe(404);
      expect(text).not.toContain('pay.example.com');
    }
  });

  it('is a path in errors and in the request log', async () => {
    const path = `/${shop.keys.public_key}/payment_intents/pi_1`;
    for (const target of formsOf(path))
      expect(expectProblem(await get(target, withKey()), 404, 'not_found').instance).toBe(path);
    const logged = await waitUntil('the calls are logged', async () => {
      const { json } = await send(shop.baseUrl, shop.keys, '/request_log?status=404');
      const { data = [] } = json as { data?: LoggedRequest[] };
      return data.length >= 3 ? data : undefined;
    });
    expect(logged.map((request) => request.path)).toEqual([path, path, path]);
    expectProblem(await get('http://a/nothing'), 404, 'not_found');
  });

  it('is rejected if it cannot be read, or contains a private key anywhere', async () => {
    for (const target of ['http:///docs', 'http://[/docs', 'http://a/docs#b'])
      expectProblem(await get(target), 400, 'malformed_request');
    for (const target of [`http://${shop.keys.private_key}@a/docs`, `http://a/docs?key=${shop.keys.private_key}`])
      expectProblem(await get(target), 400, 'private_key_in_url');
  });
});

describe('an expectation that no server knows', () => {
  it('is ignored', async () => {
    expect(await get('/healthz', 'expect: x')).toMatchObject({ status: 200, json: { status: 'ok' } });
    expectProblem(await get('/nothing', 'expect: x'), 404, 'not_found');
  });
});
