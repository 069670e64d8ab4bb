import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send, validBody } from '../support/client.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.stop());

const createId = async (change: Record<string, unknown> = {}) =>
  createdId(await create(shop.baseUrl, shop.keys, { ...validBody(), ...change }));

/** Where the intent's money is expected, as the merchant is told: to ask gives it no address. */
const targetsOf = async (id: string) =>
  (await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`)).json['targets'] as { address: string }[];

interface Asked {
  path: string;
  accept: string;
  keyed?: boolean;
}

async function ask({ path, accept, keyed = false }: Asked): Promise<string> {
  const authorization = `Bearer ${shop.keys.private_key}`;
  const answer = await fetch(`${shop.baseUrl}${path}`, { headers: { accept, ...(keyed ? { authorization } : {}) } });
  expect(answer.status).toBe(200);
  return answer.text();
}

const own = (id: string) => `/${shop.keys.public_key}/checkout/${id}`;

describe('HTML that a server pulls', () => {
  it.each<[string, (id: string) => string]>([
    ['by the path', own],
    ['by the path, as the fragment it is anyway', (id) => `${own(id)}?embed=1`],
    ['by a query', (id) => `/${shop.keys.public_key}/checkout?payment_intent_id=${id}`],
    ['by the private key alone', (id) => `/checkout?payment_intent_id=${id}`],
  ])('%s gives the intent no address', async (_, path) => {
    const id = await createId();
    const html = await ask({ path: path(id), accept: 'text/html', keyed: true });
    expect(await targetsOf(id)).toEqual([]);
    expect(html).toMatch(/^<florin-checkout /);
    expect(html).toContain('Preparing your payment');
    expect(html).toContain('0.46342');
    expect(html).toContain(`href="${shop.baseUrl}${own(id)}"`);
    expect(html).toContain('&quot;options_pending&quot;:true');
    expect(html).not.toContain('sim1');
  });

  it('is filled in by the status that its script asks for', async () => {
    const id = await createId();
    await ask({ path: own(id), accept: 'text/html', keyed: true });
    const state = JSON.parse(await ask({ path: `${own(id)}/status`, accept: 'application/json' }));
    expect(state).toMatchObject({ options_pending: false, payable: true, options: [{ network: 'simulated' }] });
    expect(await targetsOf(id)).toMatchObject([{ address: state.options[0].address }]);
  });

  it('shows the address that a payer was given before', async () => {
    const id = await createId();
    await ask({ path: own(id), accept: 'text/html' });
    const [target] = await targetsOf(id);
    const html = await ask({ path: own(id), accept: 'text/html', keyed: true });
    expect(html).toContain(target?.address ?? 'no address');
    expect(html).toContain('Waiting for your payment');
  });

  it('says at once that an asset is not known: no view will change that', async () => {
    const id = await createId({ crypto_amount_requested: '1 NOPE' });
    const html = await ask({ path: own(id), accept: 'text/html', keyed: true });
    expect(html).toContain('Asset not supported');
  });
});

describe('an address is given', () => {
  it.each<[string, Omit<Asked, 'path'>, string]>([
    ['to the page', { accept: 'text/html' }, ''],
    ['to a fragment without a key, which a browser asks for', { accept: 'text/html' }, '?embed=1'],
    ['to a server that asks for the wallet links', { accept: 'application/json', keyed: true }, ''],
    ['to a client that requests JSON without a key', { accept: 'application/json' }, ''],
  ])('%s', async (_, asked, query) => {
    const id = await createId();
    const text = await ask({ ...asked, path: `${own(id)}${query}` });
    const [target] = await targetsOf(id);
    expect(target?.address).toMatch(/^sim1/);
    expect(text).toContain(target?.address);
  });
});

describe('what to send by hand', () => {
  it('stands beside each link, in the payload and in the status', async () => {
    const id = await createId();
    const payload = JSON.parse(await ask({ path: own(id), accept: 'application/json', keyed: true }));
    const [{ address, amount, manual }] = payload.wallet_uris;
    expect(manual).toEqual({ address, amount });
    const { options } = JSON.parse(await ask({ path: `${own(id)}/status`, accept: 'application/json' }));
    expect(options).toMatchObject([{ address, amount, manual }]);
  });
});
