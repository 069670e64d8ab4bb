import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventIdOf } from '../../src/domain/events/event-id.ts';
import { type IntentId, uuidOf } from '../../src/domain/ids.ts';
import { INTENT_STATUSES } from '../../src/domain/intents/intent-status.ts';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { createDatabase, runSql, servers } from '../support/databases.ts';
import { createMerchant, startHosted } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { expectParameters, expectProblem } from './expect-problem.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.stop());

interface Intent extends Record<string, unknown> {
  id: string;
  status: string;
  sequence: number;
  created_at: string;
}

const get = (path: string, keys: Keys = shop.keys): Promise<Reply> => send(shop.baseUrl, keys, path);

async function createId(change: Record<string, unknown> = {}, keys: Keys = shop.keys): Promise<string> {
  const reply = await create(shop.baseUrl, keys, { ...validBody(), ...change });
  expect(reply.status, reply.text).toBe(201);
  return createdId(reply);
}

async function list(
  query: Record<string, string>,
  keys: Keys = shop.keys,
): Promise<{ data: Intent[]; next: string | null }> {
  const reply = await get(`/payment_intents?${new URLSearchParams(query).toString()}`, keys);
  expect(reply.status, reply.text).toBe(200);
  expect(Object.keys(reply.json)).toEqual(['data', 'next_cursor']);
  return { data: reply.json['data'] as Intent[], next: reply.json['next_cursor'] as string | null };
}

const setStatus = (id: string, status: string) =>
  runSql(shop.databaseUrl, 'UPDATE florin_data.payment_intents SET status = $2 WHERE id = $1 RETURNING id', [
    uuidOf(id as IntentId),
    status,
  ]);

describe('200 for one intent', () => {
  it('shows what was created', async () => {
    const id = await createId();
    const reply = await get(`/payment_intents/${id}`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('api-version')).toBe('2026-11-15');
    expect(reply.json).toEqual({
      id,
      object: 'payment_intent',
      livemode: false,
      status: 'requires_payment',
      sequence: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      paid_at: null,
      ...validBody(),
      asset: 'SOL',
      amount_due: '0.46342',
      amount_received: '0',
      amount_pending: '0',
      amount_remaining: '0.46342',
      overpaid_by: '0',
      tolerance: '0.0023171',
      review: null,
      decision: null,
      flags: [],
      visibility: 'ok',
      payments: [],
      targets: [],
      timeline: [
        {
          id: eventIdOf(id as IntentId, 1, Date.parse(String(reply.json['created_at']))),
          sequence: 1,
          type: 'payment_intent.created',
          at: reply.json['created_at'],
          changes: { status: 'requires_payment' },
        },
      ],
      metadata: {},
      order_id: null,
      description: null,
      return_url: null,
      cancel_url: null,
      locale: null,
      checkout_url: `${shop.baseUrl}/${shop.keys.public_key}/checkout/${id}`,
      warnings: [],
      request: validBody(),
    });
  });

  it('shows tax_percent as an integer, and as it was sent under request', async () => {
    const id = await createId({ tax_percent: '021' });
    expect((await get(`/payment_intents/${id}`)).json).toMatchObject({
      tax_percent: 21,
      request: { tax_percent: '021' },
    });
  });

  it('answers HEAD without a body', async () => {
    const id = await createId();
    const reply = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`, { method: 'HEAD' });
    expect(reply.status).toBe(200);
    expect(reply.text).toBe('');
  });
});

describe('200 for a list', () => {
  it('is empty for a merchant without intents', async () => {
    const fresh = await createMerchant(shop.options);
    expect(await list({}, fresh)).toEqual({ data: [], next: null });
  });

  it('shows each intent as it is shown alone', async () => {
    const id = await createId();
    const { data } = await list({ limit: '1' });
    const { timeline, ...alone } = (await get(`/payment_intents/${id}`)).json;
    expect(timeline).toHaveLength(1);
    expect(data).toEqual([alone]);
  });

  it('shows 20 unless asked for more', async () => {
    const keys = await createMerchant(shop.options);
    await Promise.all(Array.from({ length: 21 }, () => createId({}, keys)));
    const { data, next } = await list({}, keys);
    expect(data).toHaveLength(20);
    expect(next).toBe(data.at(-1)?.id);
    expect((await list({ limit: '21' }, keys)).next).toBeNull();
  });

  it('pages through 250 intents, newest first, without a gap or a repeat, while new ones come', async () => {
    const keys = await createMerchant(shop.options);
    const made = new Set<string>();
    for (let batch = 0; batch < 10; batch += 1) {
      const ids = await Promise.all(Array.from({ length: 25 }, () => createId({}, keys)));
      for (const id of ids) made.add(id);
    }
    expect(made.size).toBe(250);
    for (const limit of ['7', '50', '100']) {
      const seen: Intent[] = [];
      const late = new Set<string>();
      let cursor: string | null = null;
      do {
        const { data, next }: { data: Intent[]; next: string | null } = await list(
          { limit, ...(cursor === null ? {} : { cursor }) },
          keys,
        );
        expect(data.length).toBe(next === null ? data.length : Number(limit));
        seen.push(...data);
        cursor = next;
        late.add(await createId({}, keys));
      } while (cursor !== null);
      expect(seen.map(({ id }) => id)).toEqual([...made].sort().toReversed());
      const times = seen.map((intent) => Date.parse(intent.created_at));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      for (const id of late) made.add(id);
    }
  });

  it('takes a cursor in any page size, and an intent that is not there anymore as a place', async () => {
    const keys = await createMerchant(shop.options);
    for (let index = 0; index < 3; index += 1) await createId({}, keys);
    const { data } = await list({}, keys);
    const [first, second, third] = data.map(({ id }) => id);
    expect((await list({ cursor: first ?? '', limit: '2' }, keys)).data.map(({ id }) => id)).toEqual([second, third]);
    const foreign = await createId();
    expect((await list({ cursor: foreign }, keys)).data.map(({ id }) => id)).toEqual([first, second, third]);
    expect(await list({ cursor: 'pi_0000000000000000000000' }, keys)).toEqual({ data: [], next: null });
  });
});

/** Some values are only known when the intents are there. */
const settle = (given: string | (() => string) | undefined): string =>
  typeof given === 'function' ? given() : (given ?? '');

describe('200 for a filtered list', () => {
  let keys: Keys;
  let all: Intent[];

  /** What each filter means, said once more in the plainest way. */
  const meaning: Record<string, (intent: Intent, value: string) => boolean> = {
    status: (intent, value) => intent.status === value,
    asset: (intent, value) => intent['asset'] === value,
    email: (intent, value) => (intent['customer'] as { email: string }).email.toLowerCase() === value.toLowerCase(),
    order_id: (intent, value) => intent['order_id'] === value,
    created_after: (intent, value) => Date.parse(intent.created_at) > Date.parse(value),
    created_before: (intent, value) => Date.parse(intent.created_at) < Date.parse(value),
  };

  const expected = (query: Record<string, string>): string[] =>
    all
      .filter((intent) => Object.entries(query).every(([name, value]) => meaning[name]?.(intent, value)))
      .map(({ id }) => id);

  beforeAll(async () => {
    keys = await createMerchant(shop.options);
    const ids: string[] = [];
    for (let index = 0; index < 48; index += 1) {
      const asset = ['SOL', 'BTC', 'usdc'][index % 3];
      const id = await createId(
        {
          customer: { name: '', email: ['ada@example.com', 'Grace@Example.com'][index % 2] ?? '', phone_number: '' },
          crypto_amount_requested: `1 ${asset}`,
          ...(index % 4 === 0 ? {} : { order_id: `order-${index % 4}` }),
        },
        keys,
      );
      ids.push(id);
    }
    for (const [index, id] of ids.entries()) {
      if (index % 5 === 1) await send(shop.baseUrl, keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
      if (index % 5 === 2) await setStatus(id, 'succeeded');
    }
    all = (await list({ limit: '100' }, keys)).data;
    expect(all.map(({ id }) => id)).toEqual(ids.toSorted().toReversed());
  });

  const values: Record<string, (string | (() => string))[]> = {
    status: ['requires_payment', 'canceled', 'succeeded', 'processing'],
    asset: ['SOL', 'USDC', 'ETH'],
    email: ['ada@example.com', 'GRACE@example.COM', 'nobody@example.com', 'ada@example.co', '%'],
    order_id: ['order-1', 'order-2', 'Order-1', 'order'],
    created_after: [() => all[20]?.created_at ?? '', '2020-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
    created_before: [() => all[5]?.created_at ?? '', '2020-01-01T00:00:00+14:00', '9999-12-31T23:59:59.999999999Z'],
  };

  for (const [name, given] of Object.entries(values)) {
    it(`by ${name} alone`, async () => {
      for (const each of given) {
        const query = { [name]: settle(each) };
        const { data } = await list({ ...query, limit: '100' }, keys);
        expect({ query, ids: data.map(({ id }) => id) }).toEqual({ query, ids: expected(query) });
      }
      // A filter that lets everything or nothing pass would prove little.
      const first = expected({ [name]: settle(given[0]) }).length;
      expect(first).toBeGreaterThan(0);
      expect(first).toBeLessThan(all.length);
    });
  }

  it('by asset in any case', async () => {
    const { data } = await list({ asset: 'sol', limit: '100' }, keys);
    expect(data.map(({ id }) => id)).toEqual(expected({ asset: 'SOL' }));
  });

  it('by every combination of filters', async () => {
    const names = Object.keys(values);
    let matched = 0;
    for (let mask = 0; mask < 2 ** names.length; mask += 1) {
      const chosen = names.filter((_, bit) => (mask & (1 << bit)) !== 0);
      const query = Object.fromEntries(chosen.map((name) => [name, settle(values[name]?.[0])]));
      const { data } = await list({ ...query, limit: '100' }, keys);
      expect({ query, ids: data.map(({ id }) => id) }).toEqual({ query, ids: expected(query) });
      matched += data.length > 0 ? 1 : 0;
    }
    expect(matched).toBeGreaterThan(32);
  });

  it('in pages', async () => {
    const query = { status: 'requires_payment', created_before: all[5]?.created_at ?? '' };
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: Intent[]; next: string | null } = await list(
        { ...query, limit: '4', ...(cursor === null ? {} : { cursor }) },
        keys,
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    expect(seen).toEqual(expected(query));
    expect(seen.length).toBeGreaterThan(8);
  });
});

describe.each(servers())('200 by email on the $name server', ({ url }) => {
  it('finds an address as it was written, whatever the database thinks of its letters', async () => {
    const databaseUrl = await createDatabase(url);
    const server = await startHosted({ databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
    try {
      const keys = await createMerchant({ databaseUrl });
      const customer = { name: '', email: 'ÅSA.Öberg@EXAMPLE.se', phone_number: '' };
      const id = createdId(await create(server.baseUrl, keys, { ...validBody(), customer }));
      for (const email of ['ÅSA.Öberg@EXAMPLE.se', 'ÅSA.Öberg@example.se']) {
        const reply = await send(server.baseUrl, keys, `/payment_intents?email=${encodeURIComponent(email)}`);
        expect((reply.json['data'] as Intent[]).map((intent) => intent.id)).toEqual([id]);
      }
    } finally {
      await server.stop();
    }
  });
});

describe('422 for a query that is not valid', () => {
  const wrong: [query: string, parameters: string[]][] = [
    ...['0', '101', '-1', '1.5', '1e1', 'all', '', '%201', '1%20', '0x1', '00', '01', '1&limit=2'].map(
      (limit): [string, string[]] => [`limit=${limit}`, ['limit']],
    ),
    ...[
      '',
      'x',
      'pi_1',
      'pi_00000000000000000000000',
      'evt_0000000000000000000000',
      'pi_zzzzzzzzzzzzzzzzzzzzzz',
      'pi_000000000000000000000%20',
    ].map((cursor): [string, string[]] => [`cursor=${cursor}`, ['cursor']]),
    ...['', 'paid', 'Succeeded', 'succeeded,canceled', 'toString', '__proto__'].map((status): [string, string[]] => [
      `status=${status}`,
      ['status'],
    ]),
    ...[
      '',
      'now',
      '2026-11-15',
      '1763164800',
      '2026-11-15T09:30:00',
      '2026-13-01T00:00:00Z',
      '2026-01-01T25:00:00Z',
      '2026-02-30T00:00:00Z',
      '1969-12-31T23:59:59Z',
    ].flatMap((time): [string, string[]][] => [
      [`created_after=${time}`, ['created_after']],
      [`created_before=${time}`, ['created_before']],
    ]),
    [`email=${'a'.repeat(255)}`, ['email']],
    [`order_id=${'a'.repeat(129)}`, ['order_id']],
    [`asset=${'a'.repeat(17)}`, ['asset']],
    ['page=2', ['page']],
    ['Limit=2', ['Limit']],
    ['status[]=succeeded', ['status[]']],
    ['toString=1', ['toString']],
    ['__proto__=1', ['__proto__']],
    ['limit=0&cursor=x&status=paid&page=2&color=red', ['limit', 'cursor', 'status', 'page', 'color']],
  ];
  for (const [query, parameters] of wrong) {
    it(`?${query.slice(0, 60)}`, async () => {
      expectParameters(await get(`/payment_intents?${query}`), parameters);
    });
  }

  it('says which parameter was probably meant', async () => {
    const { json } = await get('/payment_intents?statsu=succeeded');
    expect(json['errors']).toMatchObject([
      { parameter: 'statsu', detail: '"statsu" is unknown. Did you mean `status`?' },
    ]);
  });

  it('says of an unknown parameter that it is unknown', async () => {
    const { json } = await get('/payment_intents?page=2');
    expect(json['errors']).toMatchObject([
      { parameter: 'page', detail: '"page" is unknown.', code: 'unknown_parameter' },
    ]);
  });

  for (const name of ['email', 'order_id', 'asset']) {
    it(`?${name}=%00 is no error of the server`, async () => {
      expectParameters(await get(`/payment_intents?${name}=%00`), [name]);
    });
  }

  for (const limit of ['1', '9', '10', '99', '100']) {
    it(`not for limit=${limit}`, async () => {
      expect((await get(`/payment_intents?limit=${limit}`)).status).toBe(200);
    });
  }
});

interface EventRow {
  sequence: number;
  type: string;
  changes: unknown;
}

const eventsOf = (id: string): Promise<EventRow[]> =>
  runSql<EventRow>(
    shop.databaseUrl,
    'SELECT sequence, type, changes FROM florin_data.events WHERE intent_id = $1 ORDER BY sequence',
    [uuidOf(id as IntentId)],
  );

const cancel = (id: string): Promise<Reply> =>
  send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel`, { method: 'POST' });

const CANCELED_EVENTS = [
  { sequence: 1, type: 'payment_intent.created', changes: { status: 'requires_payment' } },
  { sequence: 2, type: 'payment_intent.canceled', changes: { status: 'canceled' } },
];

describe('canceling', () => {
  it('200, and 200 again, with one event', async () => {
    const id = await createId();
    const first = await cancel(id);
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ id, status: 'canceled', sequence: 2 });
    expect((await get(`/payment_intents/${id}`)).text).toBe(first.text);
    const again = await cancel(id);
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(await eventsOf(id)).toEqual(CANCELED_EVENTS);
  });

  it('200 with an empty JSON body too', async () => {
    const id = await createId();
    const reply = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel`, { method: 'POST', body: '{}' });
    expect(reply.status).toBe(200);
    expect(reply.json['status']).toBe('canceled');
  });

  it('200 for each of 20 at once, with one event', async () => {
    const id = await createId();
    const replies = await Promise.all(Array.from({ length: 20 }, () => untilHandled(() => cancel(id))));
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    expect(await eventsOf(id)).toEqual(CANCELED_EVENTS);
  });

  for (const status of Object.keys(INTENT_STATUSES)) {
    if (status === 'requires_payment' || status === 'canceled') continue;
    it(`409 invalid_state when it is ${status}`, async () => {
      const id = await createId();
      expect(await setStatus(id, status)).toHaveLength(1);
      expect(expectProblem(await cancel(id), 409, 'invalid_state').detail).toContain(status);
      expect((await get(`/payment_intents/${id}`)).json).toMatchObject({ status, sequence: 1 });
      expect(await eventsOf(id)).toEqual(CANCELED_EVENTS.slice(0, 1));
    });
  }

  it('changes nothing else', async () => {
    const id = await createId();
    const { json: before } = await get(`/payment_intents/${id}`);
    const { json: after } = await cancel(id);
    expect(after).toEqual({ ...before, timeline: after['timeline'], status: 'canceled', sequence: 2 });
  });
});

describe('200 without a key', () => {
  it('lists currencies with their decimals', async () => {
    const reply = await fetch(`${shop.baseUrl}/currencies`);
    const { data } = (await reply.json()) as { data: { code: string; exponent: number }[] };
    const exponents = Object.fromEntries(data.map(({ code, exponent }) => [code, exponent]));
    expect(exponents).toMatchObject({ USD: 2, EUR: 2, JPY: 0, KWD: 3, CLF: 4 });
  });

  it('lists assets', async () => {
    const reply = await fetch(`${shop.baseUrl}/assets`);
    const { data } = (await reply.json()) as { data: { code: string }[] };
    expect(data.map(({ code }) => code)).toEqual(expect.arrayContaining(['BTC', 'ETH', 'SOL', 'USDC', 'USDT', 'LTC']));
  });

  it('tells that it lives and can serve', async () => {
    expect(await (await fetch(`${shop.baseUrl}/healthz`)).json()).toEqual({ status: 'ok' });
    const ready = await fetch(`${shop.baseUrl}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ready' });
  });

  it('counts its requests for Prometheus, without a key or an id in any label', async () => {
    const id = await createId();
    await get(`/payment_intents/${id}`);
    const reply = await fetch(`${shop.baseUrl}/metrics`);
    const text = await reply.text();
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(/florin_http_requests_total\{[^}]*create_checkout_payment_intent[^}]*status="201"\} [1-9]/);
    expect(text).not.toContain(shop.keys.public_key);
    expect(text).not.toContain(id);
    expect(text).not.toContain('fsk_');
  });
});
