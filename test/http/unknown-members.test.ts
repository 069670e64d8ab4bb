import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes.ts';
import { isKeyedRoute } from '../../src/http/server/route.ts';
import { send } from '../support/client.ts';
import { Browser } from './browser.ts';
import { expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

/** From some number on, the library that checks schemas reports only that there are unknown ones. */
const COUNTS = [999, 1_000, 1_001];

const LISTS = routes
  .filter((route) => isKeyedRoute(route) && route.method === 'GET' && route.query)
  .map(({ path }) => path.replace('/{public_key}', ''))
  .filter((path) => !path.includes('{'));

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const namesOf = (count: number) => Array.from({ length: count }, (_, at) => String(at));

it('there are lists', () => {
  expect(LISTS.length).toBeGreaterThan(5);
});

describe.each(COUNTS)('%i unknown members hide nothing else that is wrong', (count) => {
  it.each(LISTS)('in the query of %s', async (path) => {
    const reply = await send(shop.baseUrl, shop.keys, `${path}?${namesOf(count).join('&')}&limit=abc`);
    expectProblem(reply, 422, 'validation_failed');
  });

  it('in a filter that reaches the database', async () => {
    const state = encodeURIComponent(`x' OR '1'='1`);
    const reply = await send(shop.baseUrl, shop.keys, `/deliveries?${namesOf(count).join('&')}&state=${state}`);
    expectProblem(reply, 422, 'validation_failed');
  });

  it('in the body of somebody who signs in', async () => {
    const many = Object.fromEntries(namesOf(count).map((name) => [name, 1]));
    const body = { ...many, email: {}, password: [] };
    expectProblem(await new Browser(shop.baseUrl).call('POST', '/sign_in', { body }), 422, 'validation_failed');
  });

  it('in the body of a webhook endpoint', async () => {
    const many = Object.fromEntries(namesOf(count).map((name) => [name, 1]));
    const body = { ...many, url: 'https://shop.example.com', events: 'nope' };
    expectProblem(await send(shop.baseUrl, shop.keys, '/webhook_endpoints', { body }), 422, 'validation_failed');
  });
});
