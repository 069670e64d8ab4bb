import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send, validBody } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '200' });
});

afterAll(() => shop.stop());

const createId = async (change: Record<string, unknown> = {}) =>
  createdId(await create(shop.baseUrl, shop.keys, { ...validBody(), ...change }));

const keyed = () => ({ authorization: `Bearer ${shop.keys.private_key}` });

/** All that answers with an entity tag. */
const PATHS: [string, (id: string) => string, (() => Record<string, string>)?][] = [
  ['an intent', (id) => `/${shop.keys.public_key}/payment_intents/${id}`, keyed],
  ['a status', (id) => `/${shop.keys.public_key}/checkout/${id}/status`],
  ['a page', (id) => `/${shop.keys.public_key}/checkout/${id}`, () => ({ accept: 'text/html' })],
  ['a fragment', (id) => `/${shop.keys.public_key}/checkout/${id}?embed=1`],
  ['a checkout as JSON', (id) => `/${shop.keys.public_key}/checkout/${id}`, () => ({ accept: 'application/json' })],
  ['a checkout by private key', (id) => `/checkout?payment_intent_id=${id}`, keyed],
];

const look = (path: string, headers: Record<string, string>) => fetch(`${shop.baseUrl}${path}`, { headers });

describe.each(PATHS)('%s', (_, pathOf, headersOf = () => ({})) => {
  it('is not sent to a client that has it, until it changes', async () => {
    const id = await createId();
    await look(`/${shop.keys.public_key}/checkout/${id}/status`, {});
    const first = await look(pathOf(id), headersOf());
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);

    const second = await look(pathOf(id), { ...headersOf(), 'if-none-match': tag });
    expect([second.status, second.headers.get('etag'), await second.text()]).toEqual([304, tag, '']);
    expect(second.headers.get('content-type')).toBeNull();

    await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel`, { body: {} });
    const third = await look(pathOf(id), { ...headersOf(), 'if-none-match': tag });
    expect(third.status).toBe(200);
    expect(await third.text()).toContain('canceled');
  });
});

it('is another status as soon as an item has a name, or another price', async () => {
  const id = await createId({ items: [{ item_id: 'lamp-3', quantity: 2 }] });
  const path = `/${shop.keys.public_key}/checkout/${id}/status`;
  const tags = new Set<string | null>();
  for (const unit_amount of [undefined, 100, 200]) {
    const item = { name: 'Lamp', unit_amount, currency: 'USD' };
    if (unit_amount) await send(shop.baseUrl, shop.keys, '/items/lamp-3', { method: 'PUT', body: item });
    for (const _ of ['changed', 'read again']) {
      const status = await look(path, {});
      expect(await status.json()).toMatchObject({ items: [{ unit_amount: unit_amount ?? null }] });
      tags.add(status.headers.get('etag'));
    }
  }
  expect(tags.size).toBe(3);
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await look(path, { accept: 'text/html', ...headers });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  const [, time = ''] = /&quot;server_time&quot;:&quot;([^&]+)&quot;/.exec(html) ?? [];
  return { html, time };
};

describe('a rendered page', () => {
  it('is the same when it is asked for again, but for the server’s time', async () => {
    const description = '"server_time":"2020-01-01T00:00:00.000Z" &quot;server_time&quot;:&quot;';
    const path = `/${shop.keys.public_key}/checkout/${await createId({ description })}`;
    const first = await read(path);
    await waitUntil('the clock went on', async () => (await read(path)).time > first.time);
    const { html, time } = await read(path);
    expect(html.replace(time, first.time)).toBe(first.html);
    expect(new Date(time).toISOString()).toBe(time);
  });

  it('is another one in another language, as a fragment, and for another payment', async () => {
    const [id, other] = [await createId(), await createId()];
    const path = `/${shop.keys.public_key}/checkout/${id}`;
    const { html } = await read(path);
    expect((await read(path, { 'accept-language': 'ar' })).html).toContain('dir="rtl"');
    expect((await read(`${path}?embed=1`)).html).toMatch(/^<florin-checkout /);
    expect((await read(`/${shop.keys.public_key}/checkout/${other}`)).html).toContain(other);
    expect((await read(path)).html.length).toBe(html.length);
  });

  it('counts down in the last minutes', async () => {
    const path = `/${shop.keys.public_key}/checkout/${await createId({ expires_in: 300 })}`;
    const clockOf = async () => /role="timer"[^>]*>(\d:\d\d)</.exec((await read(path)).html)?.[1] ?? '';
    const first = await clockOf();
    expect(first).toMatch(/^[45]:\d\d$/);
    await waitUntil('the timer shows less', async () => (await clockOf()) < first);
  });

  it('shows the name of an item as soon as it has one', async () => {
    const id = await createId({ items: [{ item_id: 'bulb-7', quantity: 2 }] });
    const path = `/${shop.keys.public_key}/checkout/${id}`;
    expect((await read(path)).html).toContain('bulb-7');
    const item = { item_id: 'bulb-7', name: 'Warm bulb', unit_amount: 100, currency: 'USD' };
    expect((await send(shop.baseUrl, shop.keys, '/items', { body: item })).status).toBe(201);
    expect((await read(path)).html).toContain('Warm bulb');
  });
});
