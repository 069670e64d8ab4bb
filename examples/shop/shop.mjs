/**
 * A small shop that accepts payments through Florin, in plain Node. Its server creates a payment intent, fetches the
 * checkout, embeds it in its own page, and asks Florin, never the browser, whether an order is paid.
 *
 *   FLORIN_URL=http://127.0.0.1:3000 FLORIN_PUBLIC_KEY=fpk_test_… FLORIN_PRIVATE_KEY=fsk_test_… node examples/shop/shop.mjs
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const {
  FLORIN_URL = 'http://127.0.0.1:3000',
  FLORIN_PUBLIC_KEY = '',
  FLORIN_PRIVATE_KEY = '',
  PORT = '4000',
} = process.env;

const product = {
  item_id: 'sku_tulip_bulbs',
  name: 'Tulip bulbs, 25 pieces',
  total: 12_100,
  tax: 2_100,
  crypto: '0.46342 SOL',
};

/** Order number → payment intent ID. A real shop stores this in its database. */
const orders = new Map();

async function florin(path, init = {}) {
  const response = await fetch(`${FLORIN_URL}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${FLORIN_PRIVATE_KEY}`, accept: 'application/json', ...init.headers },
  });
  if (!response.ok) throw new Error(`Florin responded with ${response.status}: ${await response.text()}`);
  return response.json();
}

/** The order number is the idempotency key, so a retry never creates a second payment intent. */
async function createIntent(order) {
  const address = {
    address: 'Keizersgracht 126',
    city: 'Amsterdam',
    state: 'Noord-Holland',
    country: 'NL',
    postal_code: '1015 CW',
  };
  const { payment_intent_response: created } = await florin(`/${FLORIN_PUBLIC_KEY}/create_checkout_payment_intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': order },
    body: JSON.stringify({
      customer: { name: 'Ada Jansen', email: 'ada@example.com', phone_number: '+31 20 555 0100' },
      total_amount: product.total,
      items: [{ item_id: product.item_id, quantity: 2 }],
      currency_displayed: 'USD',
      tax_percent: 21,
      tax_amount: product.tax,
      crypto_amount_requested: product.crypto,
      exchange_rate: '1 SOL = $261.10',
      billing_address: address,
      shipping_address: address,
      order_id: order,
    }),
  });
  return created.payment_intent_id;
}

const isPaid = async (intent) =>
  (await florin(`/${FLORIN_PUBLIC_KEY}/payment_intents/${intent}`)).status === 'succeeded';

const page = (title, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<main>
<h1>${title}</h1>
${body}
</main>
</html>`;

async function renderOrder(order) {
  const intent = orders.get(order);
  if (await isPaid(intent))
    return page('Thank you', `<p id="order">Order ${order}: paid. Your bulbs are on their way.</p>`);
  const checkout = await florin(`/${FLORIN_PUBLIC_KEY}/checkout?payment_intent_id=${intent}`);
  return page(
    'Pay for your order',
    `<p id="order">Order ${order}: waiting for payment.</p>
${checkout.html}
<script src="/shop.js" data-order="${order}"></script>`,
  );
}

/** The browser event is only a hint to check the status on the server. */
const script = `addEventListener('florin:status', async () => {
  const { order } = document.querySelector('script[data-order]').dataset;
  const { paid } = await (await fetch('/orders/' + order + '/status')).json();
  if (paid) document.getElementById('order').textContent = 'Order ' + order + ': paid. Your bulbs are on their way.';
});`;

const contentSecurityPolicy = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'img-src', 'connect-src'].map((name) => `${name} 'self' ${FLORIN_URL}`),
  "form-action 'self'",
];

async function respond(method, path) {
  if (method === 'GET' && path === '/') {
    return page(
      'Tulip shop',
      `<p>${product.name}: $121.00</p><form method="post" action="/orders"><button>Buy two</button></form>`,
    );
  }
  if (method === 'POST' && path === '/orders') {
    const order = randomUUID();
    orders.set(order, await createIntent(order));
    return { status: 303, headers: { location: `/orders/${order}` }, body: '' };
  }
  const [, order, rest] = /^\/orders\/([0-9a-f-]{36})(\/status)?$/.exec(path) ?? [];
  if (!orders.has(order)) return { status: 404, body: page('Page not found', '') };
  if (rest === undefined) return renderOrder(order);
  const paid = await isPaid(orders.get(order));
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ paid }) };
}

const server = createServer(async (request, response) => {
  try {
    const path = new URL(request.url ?? '/', 'http://shop').pathname;
    const result =
      path === '/shop.js'
        ? { headers: { 'content-type': 'text/javascript' }, body: script }
        : await respond(request.method, path);
    const { status = 200, headers = {}, body } = typeof result === 'string' ? { body: result } : result;
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy.join('; '),
      ...headers,
    });
    response.end(body);
  } catch (error) {
    response.writeHead(502, { 'content-type': 'text/plain' });
    response.end(`The payment service is unavailable: ${error.message}`);
  }
});
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`Shop running at http://127.0.0.1:${server.address().port}`),
);
