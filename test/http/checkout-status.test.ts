import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, validBody } from '../support/client.ts';
import { createMerchant, startServer } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ FLORIN_SIMULATED_BLOCK_MS: '200' });
});

afterAll(() => shop.stop());

interface State extends Record<string, unknown> {
  status: string;
  options: { network: string; address: string; amount: string; uri: string }[];
}

const createId = async (change: Record<string, unknown> = {}) =>
  createdId(await create(shop.baseUrl, shop.keys, { ...validBody(), ...change }));

const look = (id: string, key = shop.keys.public_key, baseUrl = shop.baseUrl) =>
  fetch(`${baseUrl}/${key}/checkout/${id}/status`);

const stateOf = async (id: string) => (await (await look(id)).json()) as State;

describe('200 for anyone who knows the ID', () => {
  it('shows what a payer must see, to every origin', async () => {
    const id = await createId({ order_id: 'o-1', description: 'Bulbs', return_url: 'https://shop.example/thanks' });
    const answer = await look(id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const state = (await answer.json()) as State;
    expect(state).toMatchObject({
      payment_intent_id: id,
      status: 'requires_payment',
      livemode: false,
      currency: 'USD',
      currency_exponent: 2,
      total_amount: 12_100,
      amount_due: '0.46342',
      amount_remaining: '0.46342',
      asset: 'SOL',
      asset_name: 'Solana',
      payable: true,
      unpayable_reason: null,
      confirmations: null,
      order_id: 'o-1',
      return_url: 'https://shop.example/thanks',
    });
    expect(state.options).toMatchObject([{ network: 'simulated', amount: '0.46342' }]);
    expect(state.options[0]?.uri).toContain(state.options[0]?.address);
  });

  it('says nothing of who the customer is', async () => {
    const secret = 'Zaphod-4242';
    const place = { address: secret, city: secret, state: secret, country: secret, postal_code: secret };
    const id = await createId({
      customer: { name: secret, email: `${secret}@example.com`, phone_number: secret },
      billing_address: place,
      shipping_address: place,
      metadata: { secret },
    });
    expect(await (await look(id)).text()).not.toContain(secret);
  });

  it('gives one address to fifty who look first, on two servers', async () => {
    const second = await startServer({ ...shop.options, env: { FLORIN_LOG_LEVEL: 'error' } });
    try {
      const id = await createId();
      const addresses = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const { baseUrl } = index % 2 ? second : shop;
          const answer = await untilHandled(() => look(id, shop.keys.public_key, baseUrl));
          return ((await answer.json()) as State).options[0]?.address;
        }),
      );
      expect(new Set(addresses).size).toBe(1);
      expect(addresses[0]).toMatch(/^sim1/);
    } finally {
      await second.stop();
    }
  });

  it('follows a payment: what is still due, then nothing', async () => {
    const id = await createId();
    const pay = (kind: string) =>
      fetch(`${shop.baseUrl}/${shop.keys.public_key}/payment_intents/${id}/simulate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${shop.keys.private_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ kind }),
      });
    const until = (status: string) =>
      waitUntil(status, async () => {
        const state = await stateOf(id);
        return state.status === status ? state : undefined;
      });
    await pay('partial');
    const partly = await until('partially_paid');
    expect(partly).toMatchObject({ amount_received: '0.185368', options: [{ amount: '0.278052' }] });
    await pay('full');
    const paid = await until('succeeded');
    expect(paid).toMatchObject({ amount_received: '0.46342', amount_remaining: '0', options: [] });
  });

  it('says why nobody can pay in an asset that nobody knows', async () => {
    const id = await createId({ crypto_amount_requested: '1 NOPE' });
    expect(await stateOf(id)).toMatchObject({ payable: false, unpayable_reason: 'unknown_asset', options: [] });
  });
});

describe('404', () => {
  it.each(['pi_0000000000000000000000', 'nonsense'])('for the id %s', async (id) => {
    expect((await look(id)).status).toBe(404);
  });

  it('for an intent of another merchant, and for a key that is none', async () => {
    const id = await createId();
    expect((await look(id, (await createMerchant(shop.options)).public_key)).status).toBe(404);
    expect((await look(id, 'fpk_test_0000000000000000000000')).status).toBe(404);
    expect((await look(id, 'nonsense')).status).toBe(404);
  });
});
