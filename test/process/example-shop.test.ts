import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shop, startShop } from '../http/start-shop.ts';
import { send } from '../support/client.ts';
import { createShopEndpoint, type ExampleShop, type ShopSettings, startExampleShop } from '../support/example-shop.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Webhook {
  id: string;
  type: string;
  headers: Record<string, string>;
  body: string;
}

let florin: Shop;
let line: Server;
let settings: ShopSettings;
let shop: ExampleShop;
let folder: string;
/** Whether webhooks reach the shop. If not, the line responds with 503, like a proxy whose server is down. */
let isConnected = true;
const passedOn: Webhook[] = [];

beforeAll(async () => {
  florin = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '400' });
  folder = await mkdtemp(join(tmpdir(), 'florin-shop-'));
  line = createServer((request, response) => {
    void passOnTwice(request).then((status) => response.writeHead(status).end());
  });
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done));
  const lineUrl = `http://127.0.0.1:${(line.address() as AddressInfo).port}/webhooks`;
  settings = { ...(await createShopEndpoint(florin.baseUrl, florin.keys, lineUrl)), folder };
  shop = await startExampleShop(settings);
});

afterAll(async () => {
  await shop?.stop();
  line?.closeAllConnections();
  line?.close();
  await florin?.stop();
  await rm(folder, { recursive: true });
});

async function readWebhook(request: IncomingMessage): Promise<Webhook> {
  const body = String(await buffer(request));
  const sent = Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-')) as [string, string][];
  const { id, type } = JSON.parse(body) as Webhook;
  return { id, type, headers: Object.fromEntries(sent), body };
}

const passOn = async ({ headers, body }: Pick<Webhook, 'headers' | 'body'>): Promise<number> =>
  (await fetch(`${shop.url}/webhooks`, { method: 'POST', headers, body })).status;

/** Sends a webhook to the shop twice, and returns the status of the second response. */
async function passOnTwice(request: IncomingMessage): Promise<number> {
  const webhook = await readWebhook(request);
  if (!isConnected) return 503;
  const status = await passOn(webhook)
    .then(() => passOn(webhook))
    .catch(() => 502);
  if (status === 200) passedOn.push(webhook);
  return status;
}

/** Buys in the shop: the order number and its payment intent. */
async function buy(): Promise<{ order: string; intent: string }> {
  const response = await fetch(`${shop.url}/orders`, { method: 'POST', redirect: 'manual' });
  const order = response.headers.get('location')?.replace('/orders/', '') ?? '';
  return { order, intent: (await intentsOf(order))[0] ?? '' };
}

/** The payment intents of an order, the newest first. */
async function intentsOf(order: string): Promise<string[]> {
  const list = await send(florin.baseUrl, florin.keys, `/payment_intents?order_id=${order}`);
  return (list.json['data'] as { id: string }[]).map(({ id }) => id);
}

const payAgain = (order: string) => fetch(`${shop.url}/orders/${order}`, { method: 'POST', redirect: 'manual' });

const pay = (intent: string, kind = 'full') =>
  send(florin.baseUrl, florin.keys, `/payment_intents/${intent}/simulate`, { body: { kind } });

const statusOf = async (intent: string) =>
  (await send(florin.baseUrl, florin.keys, `/payment_intents/${intent}`)).json['status'];

const stateOf = async (order: string) => (await fetch(`${shop.url}/orders/${order}/state`)).text();

const isPassedOn = (intent: string) => () =>
  passedOn.some(({ type, body }) => type === 'payment_intent.succeeded' && body.includes(intent));

const timesPacked = async (order: string) => (await shop.toPack()).filter((one) => one === order).length;

it('packs an order once, although every webhook is sent twice', async () => {
  const { order, intent } = await buy();
  expect(await (await fetch(`${shop.url}/orders/${order}`)).text()).toContain('<florin-checkout');
  expect(await stateOf(order)).toBe('Not paid yet.');
  await pay(intent);
  await waitUntil('the success is passed on', isPassedOn(intent));
  expect(await stateOf(order)).toContain('Paid.');
  expect(await timesPacked(order)).toBe(1);
  expect(shop.output().split(`Order ${order} is paid.`)).toHaveLength(2);
});

it('rejects webhooks that Florin did not sign', async () => {
  const { order, intent } = await buy();
  const webhook = passedOn.find(({ type }) => type === 'payment_intent.succeeded');
  if (!webhook) throw new Error('No webhook was passed on.');
  const event = JSON.parse(webhook.body) as { data: { object: object } };
  const forged = JSON.stringify({ ...event, data: { object: { ...event.data.object, id: intent, order_id: order } } });
  expect(await passOn({ ...webhook, body: forged })).toBe(400);
  expect(await passOn({ headers: {}, body: forged })).toBe(400);
  expect(await stateOf(order)).toBe('Not paid yet.');
});

it('packs an order that was paid while the shop was down, once', async () => {
  const { order, intent } = await buy();
  isConnected = false;
  await shop.stop();
  await pay(intent);
  await waitUntil('the payment has succeeded', async () => {
    const { json } = await send(florin.baseUrl, florin.keys, `/events?payment_intent=${intent}`);
    return (json['data'] as { type: string }[]).some(({ type }) => type === 'payment_intent.succeeded');
  });
  shop = await startExampleShop(settings);
  await waitUntil('the shop has caught up', async () => (await stateOf(order)).startsWith('Paid.'));
  isConnected = true;
  await waitUntil('the webhook is passed on after all', isPassedOn(intent));
  expect(await timesPacked(order)).toBe(1);
});

it('does not ship an order whose payment was reversed, even if the success is sent again', async () => {
  const { order, intent } = await buy();
  await pay(intent, 'deep_reorg');
  await waitUntil('the success is passed on', isPassedOn(intent));
  expect(shop.output()).toContain(`Order ${order} is paid. Pack it.`);
  await waitUntil('the shop knows of the reversal', () =>
    shop.output().includes(`The payment of order ${order} was reversed. Do not ship it.`),
  );
  const success = passedOn.find(({ type, body }) => type === 'payment_intent.succeeded' && body.includes(intent));
  if (!success) throw new Error('The success was not passed on.');
  expect(await passOn(success)).toBe(200);
  expect(await stateOf(order)).toBe('Not paid yet.');
  expect(await timesPacked(order)).toBe(0);
});

it('takes another payment for an order after the first one has expired, with a new key', async () => {
  const { order, intent } = await buy();
  await payAgain(order);
  expect(await intentsOf(order)).toEqual([intent]);
  await pay(intent, 'expire');
  await waitUntil('the payment has expired', async () => (await statusOf(intent)) === 'expired');
  expect(await (await fetch(`${shop.url}/orders/${order}`)).text()).toContain('Pay again');
  await Promise.all([payAgain(order), payAgain(order)]);
  expect(await (await fetch(`${shop.url}/orders/${order}`)).text()).not.toContain('Pay again');
  const [second = '', ...others] = await intentsOf(order);
  expect(others).toEqual([intent]);
  await pay(second);
  await waitUntil('the order is paid', async () => (await stateOf(order)).startsWith('Paid.'));
  // The customer also pays the first one, which still counts.
  await pay(intent);
  await waitUntil('the shop knows of both payments', () =>
    shop.output().includes(`Order ${order} is paid twice. Refund ${intent}.`),
  );
  expect(await timesPacked(order)).toBe(1);
});

it('remembers its orders after a restart', async () => {
  const before = await shop.toPack();
  expect(before.length).toBe(3);
  await shop.stop();
  shop = await startExampleShop(settings);
  expect(await shop.toPack()).toEqual(before);
  for (const order of before) expect(await stateOf(order)).toContain('Paid.');
});
