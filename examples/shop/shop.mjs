/**
 * A shop in plain Node. It embeds the checkout in its own page, and packs an order when a webhook says that it is paid:
 * once, even if webhooks are repeated or sent while the shop is down. README.md says how to run it.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../webhooks/node/verify-webhook.mjs';
import { florin } from './florin.mjs';
import { findOrder, handle, isPaid, lastEvent, setIntent, setLastEvent, startAttempt } from './orders.mjs';

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** A real shop asks an exchange for the rate here, once for each attempt. */
const newBody = (order) => JSON.stringify({ ...JSON.parse(read('request.json')), order_id: order });

async function createOrder() {
  const order = randomUUID();
  startAttempt(order, newBody(order));
  await intentOf(order);
  return order;
}

/** The payment intent of the current attempt. If the response is lost, the same key and the same body return it again. */
async function intentOf(order) {
  const { attempt, body, intent } = findOrder(order);
  if (intent) return intent;
  const headers = { 'content-type': 'application/json', 'idempotency-key': `${order}-${attempt}` };
  const created = await florin('/create_checkout_payment_intent', { method: 'POST', headers, body });
  setIntent(order, created.payment_intent_response.payment_intent_id);
  return created.payment_intent_response.payment_intent_id;
}

/** The key of an attempt returns its payment intent even after that has expired, so paying again is another attempt: just one. */
async function payAgain(order) {
  const intent = await intentOf(order);
  const { status } = await florin(`/payment_intents/${intent}`);
  if (status === 'expired' && findOrder(order).intent === intent) startAttempt(order, newBody(order));
  return order;
}

/** Reads the events since the last time, and handles those whose webhook did not arrive. */
async function catchUp() {
  const types = 'payment_intent.succeeded,payment_intent.reversed';
  const { data, has_more, last_number } = await florin(`/events?type=${types}&after=${lastEvent()}`);
  data.forEach(handle);
  setLastEvent(has_more ? data.at(-1).number : last_number);
  if (has_more) await catchUp();
}

async function answer(request, response) {
  const route = `${request.method} ${request.url}`;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (route === 'GET /') return response.end(read('home.html'));
  if (route === 'POST /webhooks') {
    handle(verifyWebhook(WEBHOOK_SECRET, request.headers, await buffer(request)));
    return response.end();
  }
  if (route === 'POST /orders') return seeOther(response, await createOrder());
  const [, method, order, state] = /^(GET|POST) \/orders\/([0-9a-f-]{36})(\/state)?$/.exec(route) ?? [];
  if (!findOrder(order)) return response.writeHead(404).end('Page not found');
  if (state) return response.end(isPaid(order) ? 'Paid. Your bulbs are on their way.' : 'Not paid yet.');
  if (method === 'POST') return seeOther(response, await payAgain(order));
  const intent = findOrder(order).paidBy[0] ?? (await intentOf(order));
  const { html, status } = await florin(`/checkout?payment_intent_id=${intent}`);
  const again = status === 'expired' ? '<form method="post"><button>Pay again</button></form>' : '';
  return response.end(read('order.html').replace('{checkout}', () => html + again));
}

const seeOther = (response, order) => response.writeHead(303, { location: `/orders/${order}` }).end();

await catchUp().catch(console.error);
setInterval(() => catchUp().catch(console.error), 60_000);
createServer((request, response) =>
  answer(request, response).catch((error) =>
    response.writeHead(request.url === '/webhooks' ? 400 : 502).end(error.message),
  ),
).listen(Number(PORT), '127.0.0.1', () => console.log(`Shop running at http://127.0.0.1:${PORT}`));
