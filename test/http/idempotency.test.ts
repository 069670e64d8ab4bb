import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { createMerchant, florin, type NewMerchant, type RunningServer, startServer } from '../support/server.ts';
import { expectParameters, expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { type Shop, startShop } from './start-shop.ts';

let shop: Shop;
let second: RunningServer;
let other: NewMerchant;
let live: Keys;

beforeAll(async () => {
  shop = await startShop();
  second = await startServer({ databaseUrl: shop.databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
  other = await createMerchant(shop.options);
  live = await florin<Keys>(shop.options, 'keys', 'create', '--merchant', shop.keys.merchant_id, '--mode', 'live');
});

afterAll(async () => {
  await second.stop();
  await shop.stop();
});

/** A body that only this key's rows hold, so that they can be counted. */
const bodyOf = (key: string, more: object = {}): string => JSON.stringify({ ...validBody(), order_id: key, ...more });

const createWith = (key: string, body: string = bodyOf(key), headers: Record<string, string> = {}): Promise<Reply> =>
  create(shop.baseUrl, shop.keys, body, { 'idempotency-key': key, ...headers });

async function countIntents(orderId: string): Promise<number> {
  const [row] = await runSql<{ n: number }>(
    shop.databaseUrl,
    'SELECT count(*)::int AS n FROM florin_data.payment_intents WHERE order_id = $1',
    [orderId],
  );
  return row?.n ?? 0;
}

async function countEvents(orderId: string): Promise<number> {
  const [row] = await runSql<{ n: number }>(
    shop.databaseUrl,
    `SELECT count(*)::int AS n FROM florin_data.events e
     JOIN florin_data.payment_intents p ON p.id = e.intent_id WHERE p.order_id = $1`,
    [orderId],
  );
  return row?.n ?? 0;
}

describe('201 again for the same key and the same body', () => {
  it('the same bytes, marked as a replay, and one intent', async () => {
    const key = randomUUID();
    const first = await createWith(key);
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    for (let round = 0; round < 3; round += 1) {
      const again = await createWith(key);
      expect(again.status).toBe(201);
      expect(again.text).toBe(first.text);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      for (const header of ['location', 'link', 'content-type', 'api-version']) {
        expect(again.headers.get(header)).toBe(first.headers.get(header));
      }
      expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
    }
    expect(await countIntents(key)).toBe(1);
    expect(await countEvents(key)).toBe(1);
  });

  it('on another server of the same database', async () => {
    const key = randomUUID();
    const first = await createWith(key);
    const again = await create(second.baseUrl, shop.keys, bodyOf(key), { 'idempotency-key': key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('with the representation of the first answer, even after the intent has changed', async () => {
    const key = randomUUID();
    const body = bodyOf(key, { note: 'Żółć 😀', nul: '\u0000' });
    const prefer = { prefer: 'return=representation' };
    const first = await createWith(key, body, prefer);
    expect(first.text).toContain('"status":"requires_payment"');
    const cancel = await send(shop.baseUrl, shop.keys, `/payment_intents/${createdId(first)}/cancel`, {
      method: 'POST',
    });
    expect(cancel.json['status']).toBe('canceled');
    expect((await createWith(key, body, prefer)).text).toBe(first.text);
    expect((await createWith(key, body)).text).toBe(first.text);
  });

  it('with another key pair of the same merchant and mode', async () => {
    const pair = await florin<Keys>(shop.options, 'keys', 'create', '--merchant', shop.keys.merchant_id);
    const key = randomUUID();
    const first = await createWith(key);
    const again = await create(shop.baseUrl, pair, bodyOf(key), { 'idempotency-key': key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('quoted or bare', async () => {
    const key = randomUUID();
    const bare = await createWith(key);
    const quoted = await createWith(key, bodyOf(key), { 'idempotency-key': `"${key}"` });
    expect(createdId(quoted)).toBe(createdId(bare));
    expect(quoted.headers.get('idempotent-replayed')).toBe('true');
    expect(await countIntents(key)).toBe(1);
  });

  it('with escapes inside the quotes', async () => {
    const key = randomUUID();
    const bare = await createWith(`${key}"\\`, bodyOf(key));
    const quoted = await createWith(`"${key}\\"\\\\"`, bodyOf(key));
    expect(createdId(quoted)).toBe(createdId(bare));
  });

  it('and another intent without a key', async () => {
    const order = randomUUID();
    const body = bodyOf(order);
    const ids = [await create(shop.baseUrl, shop.keys, body), await create(shop.baseUrl, shop.keys, body)].map(
      createdId,
    );
    expect(new Set(ids).size).toBe(2);
    expect(await countIntents(order)).toBe(2);
  });

  it('and another intent for a key that differs in case', async () => {
    const key = `key-${randomUUID()}`;
    const ids = [await createWith(key), await createWith(key.toUpperCase(), bodyOf(key))].map(createdId);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('422 idempotency_key_reused', () => {
  it('for the same key and another body', async () => {
    const key = randomUUID();
    const first = await createWith(key);
    const reused = await createWith(key, bodyOf(key, { total_amount: 1 }));
    expect(expectProblem(reused, 422, 'idempotency_key_reused').detail).toBe(
      'This Idempotency-Key was used with a different body in the last 7 days. To retry, send the same body, ' +
        'byte for byte. For a different request, use a new key.',
    );
    // The body is compared byte for byte: spaces count.
    expectProblem(await createWith(key, `${bodyOf(key)} `), 422, 'idempotency_key_reused');
    expect((await createWith(key)).text).toBe(first.text);
    expect(await countIntents(key)).toBe(1);
  });

  it('not for another merchant or the other mode', async () => {
    const key = randomUUID();
    const replies = [
      await create(shop.baseUrl, shop.keys, bodyOf(key), { 'idempotency-key': key }),
      await create(shop.baseUrl, other, bodyOf(key, { total_amount: 1 }), { 'idempotency-key': key }),
      await create(shop.baseUrl, live, bodyOf(key, { total_amount: 2 }), { 'idempotency-key': key }),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(201);
      expect(reply.headers.get('idempotent-replayed')).toBeNull();
    }
    expect(new Set(replies.map(createdId)).size).toBe(3);
    expect(await countIntents(key)).toBe(3);
  });
});

describe('422 for a header that is no key', () => {
  const wrong: Record<string, string> = {
    'an empty one': '',
    'empty quotes': '""',
    '256 characters': 'k'.repeat(256),
    '256 characters in quotes': `"${'k'.repeat(256)}"`,
    'a tab inside': 'a\tb',
    'a character beyond ASCII': 'schl\u00fcssel',
    'a space in quotes': '" "',
  };
  for (const [name, key] of Object.entries(wrong)) {
    it(name, async () => {
      const reply = await sendBytes(shop.baseUrl, {
        method: 'POST',
        path: `/${shop.keys.public_key}/create_checkout_payment_intent`,
        headers: {
          authorization: `Bearer ${shop.keys.private_key}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(validBody()),
      });
      expectParameters(reply, ['Idempotency-Key']);
    });
  }

  const right: Record<string, string> = {
    'one character': '!',
    '255 characters': 'k'.repeat(255),
    '255 characters in quotes': `"${'q'.repeat(255)}"`,
    'every printable sign': Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join(''),
    'a space inside': 'a b',
  };
  for (const [name, key] of Object.entries(right)) {
    it(`not for ${name}`, async () => {
      const body = bodyOf(randomUUID());
      const first = await createWith(key, body);
      expect(first.status, first.text).toBe(201);
      expect((await createWith(key, body)).text).toBe(first.text);
    });
  }
});

describe('only a 201 is kept', () => {
  it('a 422 first, then a good request with the same key', async () => {
    const key = randomUUID();
    expectProblem(await createWith(key, bodyOf(key, { total_amount: -1 })), 422, 'validation_failed');
    const good = await createWith(key);
    expect(good.status).toBe(201);
    expect(good.headers.get('idempotent-replayed')).toBeNull();
    expect((await createWith(key)).text).toBe(good.text);
  });

  it('a 400 first, then a good request with the same key', async () => {
    const key = randomUUID();
    expectProblem(await createWith(key, '{'), 400, 'malformed_json');
    expect((await createWith(key)).status).toBe(201);
  });

  it('a 401 first, then a good request with the same key', async () => {
    const key = randomUUID();
    const reply = await create(shop.baseUrl, { ...shop.keys, private_key: 'wrong' }, bodyOf(key), {
      'idempotency-key': key,
    });
    expectProblem(reply, 401, 'invalid_private_key');
    expect((await createWith(key)).status).toBe(201);
  });
});

const age = (key: string, interval: string) =>
  runSql(
    shop.databaseUrl,
    `UPDATE florin_data.idempotency_keys SET created_at = created_at - $2::interval WHERE key = $1 RETURNING key`,
    [key, interval],
  );

describe('seven days', () => {
  it('201 with a new intent for a key that is older', async () => {
    const key = randomUUID();
    const first = await createWith(key);
    expect(await age(key, '7 days 1 second')).toHaveLength(1);
    const next = await createWith(key, bodyOf(key, { total_amount: 1 }));
    expect(next.status, next.text).toBe(201);
    expect(createdId(next)).not.toBe(createdId(first));
    expect(next.headers.get('idempotent-replayed')).toBeNull();
    const again = await createWith(key, bodyOf(key, { total_amount: 1 }));
    expect(again.text).toBe(next.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await countIntents(key)).toBe(2);
  });

  it('the first answer for a key that is a little younger', async () => {
    const key = randomUUID();
    const first = await createWith(key);
    await age(key, '6 days 23 hours 59 minutes');
    expect((await createWith(key)).text).toBe(first.text);
  });

  it('one new intent for many requests that find an older key', async () => {
    const key = randomUUID();
    const first = await createWith(key);
    await age(key, '8 days');
    const replies = await storm(key, 32);
    const ids = new Set(replies.filter((reply) => reply.status === 201).map(createdId));
    expect(ids.size).toBe(1);
    expect(ids).not.toContain(createdId(first));
    expect(await countIntents(key)).toBe(2);
  });
});

/** Many requests with one key at once, spread over both servers. */
const storm = (key: string, requests: number, body = bodyOf(key)): Promise<Reply[]> =>
  Promise.all(
    Array.from({ length: requests }, (_, index) =>
      create(index % 2 === 0 ? shop.baseUrl : second.baseUrl, shop.keys, body, { 'idempotency-key': key }),
    ),
  );

describe('64 parallel requests with one key on two servers', () => {
  for (let round = 1; round <= 5; round += 1) {
    it(`make one intent (round ${round})`, async () => {
      const key = randomUUID();
      const replies = await storm(key, 64);
      const statuses = new Set(replies.map((reply) => reply.status));
      expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
      const stored = replies.filter((reply) => reply.status === 201);
      expect(stored.length).toBeGreaterThan(0);
      expect(new Set(stored.map((reply) => reply.text)).size).toBe(1);
      expect(stored.filter((reply) => reply.headers.get('idempotent-replayed') === null)).toHaveLength(1);
      for (const reply of replies.filter(({ status }) => status === 409)) {
        expectProblem(reply, 409, 'idempotency_in_flight');
        expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      expect(await countIntents(key)).toBe(1);
      expect(await countEvents(key)).toBe(1);
      expect((await createWith(key)).text).toBe(stored[0]?.text);
    });
  }

  it('with two bodies: the first one wins, the other one is told', async () => {
    const key = randomUUID();
    const bodies = [bodyOf(key), bodyOf(key, { total_amount: 1 })];
    const replies = await Promise.all(bodies.flatMap((body) => storm(key, 16, body)));
    const all = replies.flat();
    const stored = all.filter((reply) => reply.status === 201);
    expect(new Set(stored.map(createdId)).size).toBe(1);
    for (const reply of all.filter(({ status }) => status !== 201)) {
      expect(['idempotency_key_reused', 'idempotency_in_flight']).toContain(reply.json['code']);
    }
    expect(await countIntents(key)).toBe(1);
  });

  it('with many keys at once make one intent each', async () => {
    const order = randomUUID();
    const keys = Array.from({ length: 40 }, (_, index) => `${order}-${index}`);
    const replies = await Promise.all(keys.flatMap((key) => storm(key, 4, bodyOf(order))));
    for (const ofOneKey of replies) {
      const stored = ofOneKey.filter((reply) => reply.status === 201);
      expect(new Set(stored.map(createdId)).size).toBe(1);
      for (const { status } of ofOneKey) expect([201, 409]).toContain(status);
    }
    expect(await countIntents(order)).toBe(40);
  });
});

describe('409 idempotency_in_flight', () => {
  it('while another writer holds the key; then 201', async () => {
    const key = randomUUID();
    const holder = new Client({ connectionString: shop.databaseUrl });
    await holder.connect();
    try {
      const merchant = uuidOf(shop.keys.merchant_id as MerchantId);
      await holder.query('BEGIN');
      await holder.query(
        `INSERT INTO florin_data.idempotency_keys (merchant_id, livemode, key, intent_id, answer, created_at)
         VALUES ($1, false, $2, gen_random_uuid(), '', now())`,
        [merchant, key],
      );
      // A request beside it must not suffer.
      const [held, beside] = await Promise.all([createWith(key), create(shop.baseUrl, shop.keys)]);
      expectProblem(held, 409, 'idempotency_in_flight');
      expect(held.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(beside.status).toBe(201);
      await holder.query('ROLLBACK');
    } finally {
      await holder.end();
    }
    expect((await createWith(key)).status).toBe(201);
    expect(await countIntents(key)).toBe(1);
  });
});
