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
  const list = await send(florin.baseUrl, florin.keys, `/payment_intents?order_id=${order}`);
  const [intent] = list.json['data'] as { id: string }[];
  return { order, intent: intent?.id ?? '' };
}

const pay = (intent: string) =>
  send(florin.baseUrl, florin.keys, `/payment_intents/${intent}/simulate`, { body: { kind: 'full' } });

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

it('remembers its orders after a restart', async () => {
  const before = await shop.toPack();
  expect(before.length).toBe(2);
  await shop.stop();
  shop = await startExampleShop(settings);
  expect(await shop.toPack()).toEqual(before);
  for (const order of before) expect(await stateOf(order)).toContain('Paid.');
});
