import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, send, validBody } from '../support/client.ts';
import { expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.stop());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${shop.baseUrl}${path}`, { headers });

async function warningsFor(more: object) {
  const reply = await create(shop.baseUrl, shop.keys, { ...validBody(), ...more }, { prefer: 'return=representation' });
  expect(reply.status).toBe(201);
  const { payment_intent } = reply.json['payment_intent_response'] as {
    payment_intent: { id: string; warnings: { code: string }[] };
  };
  const stored = await send(shop.baseUrl, shop.keys, `/payment_intents/${payment_intent.id}`);
  expect(stored.json['warnings']).toEqual(payment_intent.warnings);
  return payment_intent.warnings.filter(({ code }) => code === 'unknown_member');
}

describe('401', () => {
  it('names the public key where the private key belongs', async () => {
    const { public_key } = shop.keys;
    const reply = await create(shop.baseUrl, { public_key, private_key: public_key });
    const problem = expectProblem(reply, 401, 'invalid_private_key');
    expect(problem.detail).toBe('That is the public key. Send the private key (fsk_…) in the Authorization header.');
  });
});

describe('422', () => {
  it.each([
    ['a number', 121.5, ''],
    ['a text', '121.50', ', not a string'],
  ])('says what to send instead of 121.50, sent as %s', async (_, total_amount, more) => {
    const reply = await create(shop.baseUrl, shop.keys, { ...validBody(), total_amount });
    const { errors } = expectProblem(reply, 422, 'validation_failed');
    expect(errors?.map(({ pointer, detail }) => [pointer, detail])).toEqual([
      [
        '#/total_amount',
        `Must be a whole number from 0 to 999,999,999,999${more}. Amounts are whole numbers of the smallest unit of the ` +
          'currency: for 121.50 USD, send 12150.',
      ],
    ]);
  });

  it('says which required fields can be empty', async () => {
    const reply = await create(shop.baseUrl, shop.keys, { ...validBody(), customer: { name: 'Ada' } });
    expect(expectProblem(reply, 422, 'validation_failed').errors).toEqual([
      { pointer: '#/customer/email', code: 'required', detail: '"email" is required.' },
      {
        pointer: '#/customer/phone_number',
        code: 'required',
        detail: '"phone_number" is required. It can be an empty string.',
      },
    ]);
  });

  it('says it for the price of an item, too', async () => {
    const body = { item_id: 'mug', name: 'Mug', unit_amount: 9.5, currency: 'KWD' };
    const { errors } = expectProblem(await send(shop.baseUrl, shop.keys, '/items', { body }), 422, 'validation_failed');
    expect(errors?.[0]?.detail).toContain('for 9.500 KWD, send 9500.');
  });
});

describe('404', () => {
  it.each(['POST', 'GET'])('names the URL without the slash at the end, for %s', async (method) => {
    const path = `/${shop.keys.public_key}/create_checkout_payment_intent`;
    const response = await fetch(`${shop.baseUrl}${path}/?a=b`, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'not_found',
      detail: `This path does not end with a slash. Use ${shop.baseUrl}${path}`,
    });
  });

  it.each(['/payment_intents/', '/items/', '/wallets//'])('names it for %s', async (path) => {
    const reply = await send(shop.baseUrl, shop.keys, path);
    expect(reply.json['detail']).toBe(
      `This path does not end with a slash. Use ${shop.baseUrl}/${shop.keys.public_key}${path.replace(/\/+$/, '')}`,
    );
  });

  it('names the path without the public key that is needed, to anyone', async () => {
    const response = await fetch(`${shop.baseUrl}/create_checkout_payment_intent`, { method: 'POST' });
    expect(await response.json()).toMatchObject({
      code: 'not_found',
      detail:
        'Nothing was found at this path. The path must begin with your public key: /<public_key>/create_checkout_payment_intent',
    });
  });

  it('names the path that was probably meant', async () => {
    const problem = expectProblem(await send(shop.baseUrl, shop.keys, '/create_payment_intent'), 404, 'not_found');
    expect(problem.detail).toBe(
      'Nothing was found at this path. Did you mean /<public_key>/create_checkout_payment_intent?',
    );
  });

  it.each(['/nothing/', '/', '//'])('suggests nothing for %s', async (path) => {
    const reply = await send(shop.baseUrl, shop.keys, path);
    expect(reply.json['detail']).not.toContain('slash');
  });
});

describe('201', () => {
  it('warns of a misspelled optional field', async () => {
    expect(await warningsFor({ retrun_url: 'https://shop.example/done' })).toEqual([
      {
        code: 'unknown_member',
        pointer: '#/retrun_url',
        detail: '"retrun_url" is not a field. Did you mean "return_url"?',
      },
    ]);
  });

  it('warns of a field that has another name here', async () => {
    expect(await warningsFor({ expires_at: '2026-12-01T00:00:00Z' })).toEqual([
      {
        code: 'unknown_member',
        pointer: '#/expires_at',
        detail: '"expires_at" is not a field. Use "expires_in", in seconds.',
      },
    ]);
  });

  it('warns of fields of other services in the parts of the request', async () => {
    const { customer, billing_address: address } = validBody() as { customer: object; billing_address: object };
    const warnings = await warningsFor({
      amount: 12_150,
      customer: { ...customer, first_name: 'Ada' },
      billing_address: { ...address, zip: '1010' },
      items: [{ item_id: 'mug', quantity: 1, price: 950 }],
    });
    expect(warnings).toEqual([
      { code: 'unknown_member', pointer: '#/amount', detail: '"amount" is not a field. Use "total_amount".' },
      {
        code: 'unknown_member',
        pointer: '#/customer/first_name',
        detail: '"customer.first_name" is not a field. Use "name".',
      },
      {
        code: 'unknown_member',
        pointer: '#/billing_address/zip',
        detail: '"billing_address.zip" is not a field. Use "postal_code".',
      },
      {
        code: 'unknown_member',
        pointer: '#/items/0/price',
        detail: '"items[].price" is not a field. Set the price of the item in your catalog.',
      },
    ]);
  });

  it('takes other unknown fields in silence', async () => {
    expect(await warningsFor({ status: 'succeeded', cart: { id: 1 }, 'return\u0000url': 1 })).toEqual([]);
  });
});

describe('a browser', () => {
  it.each([
    ['a path that does not exist', '/nothing/here', 404, 'not_found'],
    ['a page with a slash at its end', '/docs/', 404, 'not_found'],
    ['an endpoint that needs a key', '/fpk_test_0/payment_intents', 401, 'missing_credentials'],
  ])('gets a page for %s', async (_, path, status, code) => {
    const response = await get(path, { accept: BROWSER });
    const page = await response.text();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Accept');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain(`<a href="/docs/errors/${code}">`);
    expect(page).toContain(response.headers.get('request-id'));
  });

  it('gets a link to the URL without the slash', async () => {
    const page = await (await get('/docs/', { accept: BROWSER })).text();
    expect(page).toContain(`<a href="${shop.baseUrl}/docs">${shop.baseUrl}/docs</a>`);
  });

  it.each(['/docs/nope', '/docs/guides/nope', '/docs/errors/nope'])(
    'gets the way to the documentation at %s',
    async (path) => {
      const page = await (await get(path, { accept: BROWSER })).text();
      expect(page).toContain('Search for the page in the <a href="/docs">documentation</a>');
      expect(page).not.toContain('the mode of the object');
    },
  );

  it('gets the fix of the error elsewhere', async () => {
    expect(await (await get('/docsx', { accept: BROWSER })).text()).toContain('the mode of the object');
  });

  it('gets each invalid parameter', async () => {
    const response = await get(`/${shop.keys.public_key}/checkout`, { accept: BROWSER });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(
      '<li><code>payment_intent_id</code> &quot;payment_intent_id&quot; is required.</li>',
    );
  });

  it('gets text, not markup, of what the URL contains', async () => {
    const page = await (await get('/docs/"><script>alert(1)</script>/', { accept: BROWSER })).text();
    expect(page).not.toContain('<script>');
  });
});

describe('a program', () => {
  it.each<[string, Record<string, string>]>([
    ['no Accept header', {}],
    ['any type', { accept: '*/*' }],
    ['JSON', { accept: 'application/json' }],
    ['JSON beside HTML', { accept: 'application/json, text/html' }],
    ['anything but HTML', { accept: 'text/html;q=0, */*' }],
    ['a key', { accept: BROWSER, authorization: 'Bearer x' }],
  ])('gets JSON with %s', async (_, headers) => {
    const response = await get('/fpk_test_0/payment_intents', headers);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.headers.get('vary')).toBe('Accept');
    expect(response.status).toBe(401);
  });

  it('gets JSON for a POST, whatever it accepts', async () => {
    const response = await fetch(`${shop.baseUrl}/nothing`, { method: 'POST', headers: { accept: BROWSER } });
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });
});
