import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyId, type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { makePrivateKey, makePublicKey } from '../../src/domain/keys/key.ts';
import { create, createdId, type Keys, type Reply, send, validBody } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { expectSince } from '../support/expect-since.ts';
import {
  type AnsweringServer,
  createMerchant,
  florin,
  type NewMerchant,
  type RunningServer,
  startHosted,
} from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { sendBytes } from './send-bytes.ts';
import { type Shop, startOwnShop } from './start-shop.ts';

interface MadeKey extends Keys {
  id: string;
}

let shop: Shop<RunningServer>;
let other: NewMerchant;
let live: MadeKey;

beforeAll(async () => {
  // The server trusts its proxy, so each test can use a different client address.
  shop = await startOwnShop({ FLORIN_TRUST_PROXY: '127.0.0.1', FLORIN_LOG_LEVEL: 'info' });
  other = await createMerchant(shop.options);
  live = await makeKey('--mode', 'live');
});

afterAll(() => shop.stop());

const makeKey = (...options: string[]): Promise<MadeKey> =>
  florin<MadeKey>(shop.options, 'keys', 'create', '--merchant', shop.keys.merchant_id, ...options);

const rollKey = (id: string, overlap: string): Promise<MadeKey> =>
  florin<MadeKey>(shop.options, 'keys', 'roll', id, '--overlap', overlap);

const revokeKey = (id: string): Promise<unknown> => florin(shop.options, 'keys', 'revoke', id);

/** A create with any public key and any Authorization header, or none. */
function attempt(
  publicKey: string,
  authorization: string | undefined,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return sendBytes(shop.baseUrl, {
    method: 'POST',
    path: `/${publicKey}/create_checkout_payment_intent`,
    headers: {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
      ...headers,
    },
    body: JSON.stringify(validBody()),
  });
}

const from = (address: string) => ({ 'x-forwarded-for': address });

/**
 * Asks with a key until it is refused, all the while using it, as a busy application does. Returns when the last request
 * that was accepted had been sent: however slow the machine is, none that is sent later than promised may be.
 */
async function lastAcceptedAt(keys: Keys, code: string): Promise<number> {
  let acceptedAtMs = 0;
  await waitUntil(`the key is refused with ${code}`, async () => {
    const sentAtMs = Date.now();
    const reply = await create(shop.baseUrl, keys);
    if (reply.status !== 201) return expectProblem(reply, 401, code);
    acceptedAtMs = sentAtMs;
    return undefined;
  });
  return acceptedAtMs;
}

/** By the clock of the database, which is the one of this machine. */
async function endOf(key: { id: string }, column: 'revoked_at' | 'expires_at'): Promise<number> {
  const [row] = await runSql<{ ended_at: Date }>(
    shop.databaseUrl,
    `SELECT ${column} AS ended_at FROM florin_control.api_keys WHERE id = $1`,
    [uuidOf(key.id as KeyId)],
  );
  return row?.ended_at.getTime() ?? 0;
}

describe('401 missing_credentials', () => {
  const cases: Record<string, string | undefined> = {
    'no header': undefined,
    'an empty header': '',
    'the scheme alone': 'Bearer',
    'the scheme and a space': 'Bearer ',
    'another scheme': 'Basic YTpi',
    'two keys': 'Bearer a b',
    'no scheme': 'fsk_abc',
  };
  for (const [name, authorization] of Object.entries(cases)) {
    it(`for ${name}`, async () => {
      const reply = await attempt(shop.keys.public_key, authorization);
      expectProblem(reply, 401, 'missing_credentials');
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    });
  }

  it('for every path that wants a key, before anything else is looked at', async () => {
    const paths = ['/payment_intents', '/payment_intents?limit=x', '/payment_intents/x', '/payment_intents/x/cancel'];
    for (const path of paths) {
      const method = path.endsWith('cancel') ? 'POST' : 'GET';
      const reply = await sendBytes(shop.baseUrl, { method, path: `/${shop.keys.public_key}${path}` });
      expectProblem(reply, 401, 'missing_credentials');
    }
    const reply = await sendBytes(shop.baseUrl, {
      method: 'POST',
      path: `/${shop.keys.public_key}/create_checkout_payment_intent`,
      headers: { 'content-type': 'text/plain' },
      body: '{',
    });
    expectProblem(reply, 401, 'missing_credentials');
  });
});

describe('201 for a right key', () => {
  for (const scheme of ['Bearer ', 'bearer ', 'BEARER   ']) {
    it(`after "${scheme}"`, async () => {
      expect((await attempt(shop.keys.public_key, `${scheme}${shop.keys.private_key}`)).status).toBe(201);
    });
  }
});

describe('401 invalid_private_key', () => {
  const wrong: Record<string, () => string> = {
    'a key that was never made': () => makePrivateKey('test', randomBytes(32)),
    'a live key that was never made': () => makePrivateKey('live', randomBytes(32)),
    'a key with a typing error': () => shop.keys.private_key.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')),
    'a cut key': () => shop.keys.private_key.slice(0, -1),
    'a key with something behind it': () => `${shop.keys.private_key}0`,
    'a key in another case': () => shop.keys.private_key.toUpperCase(),
    'the public key': () => shop.keys.public_key,
    nonsense: () => 'nonsense',
    'a very long text': () => 'a'.repeat(8_000),
    'the text of a query': () => "'OR'1'='1",
  };
  for (const [name, key] of Object.entries(wrong)) {
    it(`for ${name}`, async () => {
      const reply = await attempt(shop.keys.public_key, `Bearer ${key()}`);
      expectProblem(reply, 401, 'invalid_private_key');
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer\b.*error="invalid_token"/);
    });
  }

  it('is the same answer whether or not the public key exists', async () => {
    const publicKeys = [
      shop.keys.public_key,
      other.public_key,
      live.public_key,
      makePublicKey('test', randomBytes(16)),
      makePublicKey('live', randomBytes(16)),
      'nonsense',
    ];
    const key = makePrivateKey('test', randomBytes(32));
    const answers = await Promise.all(publicKeys.map((publicKey) => attempt(publicKey, `Bearer ${key}`)));
    const [first, ...others] = answers.map(withoutOccasion);
    expect(first?.status).toBe(401);
    for (const answer of others) expect(answer).toEqual(first);
  });
});

/** An answer without what differs from one request to the next. */
function withoutOccasion(reply: Reply): { status: number; headers: unknown; body: unknown } {
  const { request_id: _id, instance: _instance, ...body } = reply.json;
  const headers = Object.fromEntries(
    [...reply.headers].filter(([name]) => !['request-id', 'date', 'content-length'].includes(name)),
  );
  return { status: reply.status, headers, body };
}

describe('400 private_key_in_url', () => {
  it('for swapped keys', async () => {
    const reply = await attempt(shop.keys.private_key, `Bearer ${shop.keys.public_key}`);
    expect(expectProblem(reply, 400, 'private_key_in_url').instance).not.toContain(shop.keys.private_key.slice(9));
  });

  const places: Record<string, (key: string) => string> = {
    'as the first segment, with the right key in the header': (key) => `/${key}/payment_intents`,
    'as an id': (key) => `/${shop.keys.public_key}/payment_intents/${key}`,
    'in the query': (key) => `/${shop.keys.public_key}/payment_intents?key=${key}`,
    'in the query of an open path': (key) => `/healthz?key=${key}`,
    'in a path that does not exist': (key) => `/nothing/${key}`,
    'inside a segment': (key) => `/a${key}b/payment_intents`,
  };
  for (const [name, path] of Object.entries(places)) {
    it(name, async () => {
      for (const key of [shop.keys.private_key, live.private_key]) {
        const headers = { authorization: `Bearer ${shop.keys.private_key}` };
        const reply = await sendBytes(shop.baseUrl, { path: path(key), headers });
        expectProblem(reply, 400, 'private_key_in_url');
        expect(reply.text).not.toContain(key.slice(9));
      }
    });
  }

  it('and the log contains the request, but not the key', async () => {
    const reply = await sendBytes(shop.baseUrl, { path: `/${shop.keys.private_key}/payment_intents` });
    const { request_id: id } = expectProblem(reply, 400, 'private_key_in_url');
    await waitUntil('the request is in the log', () => shop.server.output().includes(id));
    expect(shop.server.output()).not.toContain(shop.keys.private_key.slice(9));
    expect(shop.server.output()).not.toContain(live.private_key.slice(9));
  });
});

describe('403', () => {
  it('mode_mismatch for keys of two modes', async () => {
    const test = await attempt(live.public_key, `Bearer ${shop.keys.private_key}`);
    expectProblem(test, 403, 'mode_mismatch');
    expectProblem(await attempt(shop.keys.public_key, `Bearer ${live.private_key}`), 403, 'mode_mismatch');
  });

  it('key_pair_mismatch for the public key of another merchant', async () => {
    const reply = await attempt(other.public_key, `Bearer ${shop.keys.private_key}`);
    expectProblem(reply, 403, 'key_pair_mismatch');
  });

  it('key_pair_mismatch for another pair of the same merchant', async () => {
    const second = await makeKey();
    expectProblem(await attempt(second.public_key, `Bearer ${shop.keys.private_key}`), 403, 'key_pair_mismatch');
    expect((await create(shop.baseUrl, second)).status).toBe(201);
  });

  it('key_pair_mismatch for what is no public key', async () => {
    for (const publicKey of ['nonsense', makePublicKey('test', randomBytes(16)), shop.keys.public_key.toUpperCase()]) {
      expectProblem(await attempt(publicKey, `Bearer ${shop.keys.private_key}`), 403, 'key_pair_mismatch');
    }
  });

  it('insufficient_scope for a key that may only read', async () => {
    const reader = await makeKey('--scope', 'payments:read');
    const reply = await create(shop.baseUrl, reader);
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toBe(
      'The key does not have the scope `payments:write`. Create a key with it under API keys on the dashboard.',
    );
    expect((await send(shop.baseUrl, reader, '/payment_intents')).status).toBe(200);
    const id = createdId(await create(shop.baseUrl, shop.keys));
    expect((await send(shop.baseUrl, reader, `/payment_intents/${id}`)).status).toBe(200);
    const cancel = await send(shop.baseUrl, reader, `/payment_intents/${id}/cancel`, { method: 'POST' });
    expectProblem(cancel, 403, 'insufficient_scope');
  });

  it('insufficient_scope for a key that may only write', async () => {
    const writer = await makeKey('--scope', 'payments:write');
    const reply = await create(shop.baseUrl, writer);
    expect(reply.status).toBe(201);
    for (const path of ['/payment_intents', `/payment_intents/${createdId(reply)}`]) {
      const refused = await send(shop.baseUrl, writer, path);
      expect(expectProblem(refused, 403, 'insufficient_scope').detail).toContain('payments:read');
    }
  });

  it('ip_not_allowed for a client outside the key’s ranges', async () => {
    const key = await makeKey('--allow-ip', '203.0.113.0/24', '--allow-ip', '2001:db8::/32');
    const bearer = `Bearer ${key.private_key}`;
    const statuses = async (addresses: string[]) =>
      (await Promise.all(addresses.map((address) => attempt(key.public_key, bearer, from(address))))).map(
        (reply) => reply.status,
      );
    expect(await statuses(['203.0.113.1', '203.0.113.255', '2001:db8::1', '::ffff:203.0.113.1'])).toEqual([
      201, 201, 201, 201,
    ]);
    expect(await statuses(['203.0.114.1', '198.51.100.1', '2001:db9::1', '::1'])).toEqual([403, 403, 403, 403]);
    expectProblem(await attempt(key.public_key, bearer), 403, 'ip_not_allowed');
  });
});

describe('a server that has no proxy in front', () => {
  let direct: AnsweringServer;

  beforeAll(async () => {
    direct = await startHosted({ databaseUrl: shop.databaseUrl, env: { FLORIN_LOG_LEVEL: 'error' } });
  });

  afterAll(() => direct.stop());

  it('403 ip_not_allowed, whatever X-Forwarded-For says', async () => {
    const key = await makeKey('--allow-ip', '203.0.113.0/24');
    const reply = await create(direct.baseUrl, key, validBody(), from('203.0.113.1'));
    expectProblem(reply, 403, 'ip_not_allowed');
  });
});

describe('404 for what belongs to others', () => {
  it('another merchant’s object, with the answer of one that does not exist', async () => {
    const id = createdId(await create(shop.baseUrl, other));
    for (const [path, method] of [
      [`/payment_intents/${id}`, 'GET'],
      [`/payment_intents/${id}/cancel`, 'POST'],
    ] as const) {
      const reply = await send(shop.baseUrl, shop.keys, path, { method });
      expectProblem(reply, 404, 'not_found');
      const absent = await send(shop.baseUrl, shop.keys, path.replace(id, 'pi_0000000000000000000001'), { method });
      expect(withoutOccasion(reply).body).toEqual(withoutOccasion(absent).body);
    }
    expect((await send(shop.baseUrl, other, `/payment_intents/${id}`)).json['status']).toBe('requires_payment');
  });

  it('the same merchant’s object in the other mode', async () => {
    const inTest = createdId(await create(shop.baseUrl, shop.keys));
    const inLive = createdId(await create(shop.baseUrl, live));
    expectProblem(await send(shop.baseUrl, live, `/payment_intents/${inTest}`), 404, 'not_found');
    expectProblem(await send(shop.baseUrl, shop.keys, `/payment_intents/${inLive}`), 404, 'not_found');
    const cancel = await send(shop.baseUrl, shop.keys, `/payment_intents/${inLive}/cancel`, { method: 'POST' });
    expectProblem(cancel, 404, 'not_found');
    expect((await send(shop.baseUrl, live, `/payment_intents/${inLive}`)).json['status']).toBe('requires_payment');
  });

  it('and no list shows it', async () => {
    const ids = async (keys: Keys) => {
      const { json } = await send(shop.baseUrl, keys, '/payment_intents?limit=100');
      return (json['data'] as { id: string }[]).map(({ id }) => id);
    };
    const inOther = createdId(await create(shop.baseUrl, other));
    const inLive = createdId(await create(shop.baseUrl, live));
    expect(await ids(other)).toContain(inOther);
    expect(await ids(live)).toContain(inLive);
    const inTest = await ids(shop.keys);
    expect(inTest).not.toContain(inOther);
    expect(inTest).not.toContain(inLive);
    expect(await ids(live)).not.toContain(inOther);
  });
});

describe.concurrent('the life of a key', () => {
  it('401 private_key_expired after its time', async () => {
    const key = await makeKey('--expires-in-days', '0.00005');
    await lastAcceptedAt(key, 'private_key_expired');
    const reply = await create(shop.baseUrl, key);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer\b.*error="invalid_token"/);
  });

  it('401 invalid_private_key within 5 s of its revocation', async () => {
    const key = await makeKey();
    expect((await create(shop.baseUrl, key)).status).toBe(201);
    await revokeKey(key.id);
    const acceptedAtMs = await lastAcceptedAt(key, 'invalid_private_key');
    expect(acceptedAtMs).toBeLessThanOrEqual((await endOf(key, 'revoked_at')) + 5_000);
    expect((await create(shop.baseUrl, shop.keys)).status).toBe(201);
  });

  it('401 private_key_expired within 5 s after it was rolled without an overlap; its successor works at once', async () => {
    const old = await makeKey();
    expect((await create(shop.baseUrl, old)).status).toBe(201);
    const successor = await rollKey(old.id, 'now');
    expect(successor.public_key).toBe(old.public_key);
    expect(successor.private_key).not.toBe(old.private_key);
    expect((await create(shop.baseUrl, successor)).status).toBe(201);
    const acceptedAtMs = await lastAcceptedAt(old, 'private_key_expired');
    expect(acceptedAtMs).toBeLessThanOrEqual((await endOf(old, 'expires_at')) + 5_000);
    expect((await create(shop.baseUrl, successor)).status).toBe(201);
  });

  it('201 for both keys while they overlap', async () => {
    const old = await makeKey('--scope', 'payments:write', '--name', 'Rolled');
    const successor = await rollKey(old.id, '1h');
    const { data } = await florin<{ data: Record<string, unknown>[] }>(
      shop.options,
      'keys',
      'list',
      '--merchant',
      shop.keys.merchant_id,
    );
    const oldRow = data.find((row) => row['id'] === old.id);
    const leftMs = Date.parse(String(oldRow?.['expires_at'])) - Date.now();
    expect(leftMs).toBeGreaterThan(3_500_000);
    expect(leftMs).toBeLessThanOrEqual(3_601_000);
    expect(data.find((row) => row['id'] === successor.id)).toMatchObject({
      scopes: ['payments:write'],
      name: 'Rolled',
      public_key: old.public_key,
    });
    // Longer than any process remembers a key.
    await waitUntil('five seconds of both keys', async () => {
      expect((await create(shop.baseUrl, old)).status).toBe(201);
      expect((await create(shop.baseUrl, successor)).status).toBe(201);
      return Date.parse(String(oldRow?.['expires_at'])) - Date.now() < leftMs - 5_000;
    });
  });

  it('is told when and from where it was last used', async () => {
    const key = await makeKey();
    const before = Date.now();
    expect((await attempt(key.public_key, `Bearer ${key.private_key}`, from('198.51.100.23'))).status).toBe(201);
    const found = await waitUntil('the last use is recorded', async () => {
      const { data } = await florin<{ data: Record<string, unknown>[] }>(
        shop.options,
        'keys',
        'list',
        '--merchant',
        shop.keys.merchant_id,
      );
      const row = data.find(({ id }) => id === key.id);
      return row?.['last_used_at'] === null ? undefined : row;
    });
    expect(found?.['last_used_address']).toBe('198.51.100.23');
    expectSince(before, found?.['last_used_at']);
  });

  it('leaves its marks in the audit log', async () => {
    const key = await makeKey();
    const successor = await rollKey(key.id, '24h');
    await revokeKey(successor.id);
    await revokeKey(successor.id);
    const rows = await runSql<{
      action: string;
      actor: string;
      subject: string;
      merchant_id: string;
      details: unknown;
    }>(
      shop.databaseUrl,
      `SELECT action, actor, subject, merchant_id, details FROM florin_control.audit_log
       WHERE subject = ANY ($1) ORDER BY id`,
      [[key.id, successor.id]],
    );
    expect(rows).toMatchObject([
      { action: 'api_key.created', subject: key.id },
      { action: 'api_key.rolled', subject: key.id, details: { successor: successor.id, overlap: '24h' } },
      { action: 'api_key.revoked', subject: successor.id },
    ]);
    for (const row of rows) {
      expect(row.actor).toBe('cli');
      expect(row.merchant_id).toBe(uuidOf(shop.keys.merchant_id as MerchantId));
    }
    expect(JSON.stringify(rows)).not.toContain(key.private_key);
  });

  it('keeps of a live private key nothing but its hash and its end', async () => {
    const key = await makeKey('--mode', 'live');
    const [row] = await runSql<{ row: string; sealed_private_key: string | null }>(
      shop.databaseUrl,
      'SELECT k::text AS row, sealed_private_key FROM florin_control.api_keys k WHERE id = $1',
      [uuidOf(key.id as KeyId)],
    );
    expect(row?.sealed_private_key).toBeNull();
    expect(row?.row).not.toContain(key.private_key.slice(9, -4));
  });
});

describe('429 for guessing', () => {
  it('after 600 wrong keys from one address, while a valid key still works', async () => {
    const guesser = from('198.51.100.99');
    const guess = () => attempt(shop.keys.public_key, `Bearer ${makePrivateKey('test', randomBytes(32))}`, guesser);
    let refused: Reply | undefined;
    let wrong = 0;
    while (!refused && wrong < 3_000) {
      const replies = await Promise.all(Array.from({ length: 50 }, guess));
      for (const reply of replies) {
        if (reply.status === 401) wrong += 1;
        else refused = reply;
      }
    }
    if (!refused) throw new Error(`${wrong} wrong keys were all answered.`);
    expect(wrong).toBeGreaterThanOrEqual(600);
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get('ratelimit')).toMatch(/^"failed_keys";r=0;t=\d+$/);
    expect(refused.headers.get('ratelimit-policy')).toBe('"failed_keys";q=600;w=60');
    const bearer = `Bearer ${shop.keys.private_key}`;
    expect((await attempt(shop.keys.public_key, bearer, guesser)).status).toBe(201);
    const neighbor = await attempt(shop.keys.public_key, 'Bearer nonsense', from('198.51.100.98'));
    expectProblem(neighbor, 401, 'invalid_private_key');
  });
});
