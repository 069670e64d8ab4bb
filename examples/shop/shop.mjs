/**
 * A shop in plain Node. It embeds the checkout in its own page, and packs an order when a webhook says that it is paid:
 * once, even if webhooks are repeated or sent while the shop is down. README.md says how to run it.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../webhooks/node/verify-webhook.mjs';

const { FLORIN_URL = 'http://127.0.0.1:3000', FLORIN_PUBLIC_KEY, FLORIN_PRIVATE_KEY } = process.env;
const { WEBHOOK_SECRET = '', PORT = '4000', SHOP_FILE = 'shop.json' } = process.env;
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The payment intent of each order, the orders to pack, and the last event read. A real shop has a database for this. */
let shop = existsSync(SHOP_FILE) ? JSON.parse(readFileSync(SHOP_FILE)) : { intents: {}, toPack: [], lastEvent: 0 };

/** Replaces the file in one step, so that a crash leaves the old state or the new one. */
function save(changes) {
  const next = { ...shop, ...changes };
  writeFileSync(`${SHOP_FILE}.new`, JSON.stringify(next, null, 2), { flush: true });
  renameSync(`${SHOP_FILE}.new`, SHOP_FILE);
  shop = next;
}

async function florin(path, init = {}) {
  const headers = { authorization: `Bearer ${FLORIN_PRIVATE_KEY}`, accept: 'application/json', ...init.headers };
  const response = await fetch(`${FLORIN_URL}/${FLORIN_PUBLIC_KEY}${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`Florin responded with ${response.status}: ${await response.text()}`);
  return response.json();
}

async function createOrder() {
  const order = randomUUID();
  const headers = { 'content-type': 'application/json', 'idempotency-key': order };
  const body = JSON.stringify({ ...JSON.parse(read('request.json')), order_id: order });
  const created = await florin('/create_checkout_payment_intent', { method: 'POST', headers, body });
  save({ intents: { ...shop.intents, [order]: created.payment_intent_response.payment_intent_id } });
  return order;
}

/** Handling an event again changes nothing, so repeats do no harm. */
function handle({ type, data }) {
  const order = data.object.order_id;
  if (type !== 'payment_intent.succeeded' || !Object.hasOwn(shop.intents, order) || shop.toPack.includes(order)) return;
  save({ toPack: [...shop.toPack, order] });
  console.log(`Order ${order} is paid. Pack it.`);
}

/** Reads the events since the last time, and handles those whose webhook did not arrive. */
async function catchUp() {
  const { data, has_more, last_number } = await florin(`/events?type=payment_intent.succeeded&after=${shop.lastEvent}`);
  data.forEach(handle);
  save({ lastEvent: has_more ? data.at(-1).number : last_number });
  if (has_more) await catchUp();
}

async function answer(request, response) {
  const route = `${request.method} ${request.url}`;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (route === 'GET /') return response.end(read('home.html'));
  if (route === 'POST /orders') return response.writeHead(303, { location: `/orders/${await createOrder()}` }).end();
  if (route === 'POST /webhooks') {
    handle(verifyWebhook(WEBHOOK_SECRET, request.headers, await buffer(request)));
    return response.end();
  }
  const [, order, state] = /^GET \/orders\/([0-9a-f-]{36})(\/state)?$/.exec(route) ?? [];
  if (!Object.hasOwn(shop.intents, order)) return response.writeHead(404).end('Page not found');
  if (state) return response.end(shop.toPack.includes(order) ? 'Paid. Your bulbs are on their way.' : 'Not paid yet.');
  const { html } = await florin(`/checkout?payment_intent_id=${shop.intents[order]}`);
  return response.end(read('order.html').replace('{checkout}', () => html));
}

await catchUp().catch(console.error);
setInterval(() => catchUp().catch(console.error), 60_000);
createServer((request, response) =>
  answer(request, response).catch((error) =>
    response.writeHead(request.url === '/webhooks' ? 400 : 502).end(error.message),
  ),
).listen(Number(PORT), '127.0.0.1', () => console.log(`Shop running at http://127.0.0.1:${PORT}`));
