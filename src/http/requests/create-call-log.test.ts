import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { sampleRequest } from '../../../test/memory/sample-request.ts';
import { LIMITS } from '../../domain/limits.ts';
import { requestTimeMs } from '../../domain/requests/request-id.ts';
import { createKey } from '../../usecases/keys/create-key.ts';
import type { KeyOptions } from '../../usecases/keys/issue-key.ts';
import { changeSettings } from '../../usecases/merchants/change-settings.ts';
import { newClient, openApp } from '../server/open-app.test-fixture.ts';

const { app, ports, requestLog } = openApp({ FLORIN_RATE_CREATE: '5' });
afterAll(() => app.close());

interface Keys {
  id: string;
  publicKey: string;
  privateKey: string;
}

interface Sent {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

let shops = 0;
let shop: Shop;
let keys: Keys;
const address = newClient();

const makeKeys = async (options: Partial<KeyOptions> = {}): Promise<Keys> => {
  const { merchantId } = shop.tenant;
  const made = await createKey(ports, { merchantId, mode: 'test', name: 'Web shop', actor: 'test', ...options });
  return { id: made.key.id, publicKey: made.key.publicKey, privateKey: made.privateKey };
};

beforeEach(async () => {
  shops += 1;
  shop = await openShop({ ports, name: `shop-${shops}` });
  keys = await makeKeys({ scopes: ['payments:read', 'payments:write', 'wallets:write'] });
});

/** Sends a request, and returns its status and its ID. */
async function send({ method = 'GET', path, body, headers }: Sent, by: Keys = keys) {
  const answer = await app.inject({
    method,
    url: `/${by.publicKey}${path}`,
    remoteAddress: address,
    headers: {
      authorization: `Bearer ${by.privateKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, id: String(answer.headers['request-id']), text: answer.body };
}

const create = (more: Partial<Sent> = {}, by?: Keys) =>
  send({ method: 'POST', path: '/create_checkout_payment_intent', body: sampleRequest('0.5 SOL'), ...more }, by);

/** Everything that was logged for the shop so far, newest first, with its bodies. */
async function readLog(livemode = false) {
  await requestLog.flush(ports.stores);
  const { requests } = ports.stores.main.bind(shop.tenant.merchantId, livemode);
  const { requests: found } = await requests.list({ limit: 100 });
  return Promise.all(found.map(async ({ id }) => (await requests.find(id)) ?? expect.fail()));
}

const keepBodies = (mode: { test?: boolean; live?: boolean }) => {
  const { merchant, owner } = shop.made;
  return changeSettings(ports, { merchant, patch: { log_bodies: mode }, actor: owner.id });
};

describe('a call is logged', () => {
  it('with its route, path, status, time, key and address, and without bodies', async () => {
    const { id } = await send({ path: '/payment_intents?limit=2&status=succeeded' });
    const [entry, ...others] = await readLog();
    expect(others).toEqual([]);
    expect(entry).toEqual({
      id,
      method: 'GET',
      route: '/{public_key}/payment_intents',
      path: `/${keys.publicKey}/payment_intents?limit=2&status=succeeded`,
      status: 200,
      ms: expect.any(Number),
      keyId: keys.id,
      keyName: 'Web shop',
      address,
      problem: undefined,
      intentId: undefined,
      requestBody: undefined,
      responseBody: undefined,
    });
    expect(requestTimeMs(entry?.id ?? expect.fail())).toBe(ports.clock.nowMs());
  });

  it('with the intent that it creates, or that its path names', async () => {
    const created = await create();
    expect(created.status).toBe(201);
    const [entry] = await readLog();
    expect(entry?.intentId).toMatch(/^pi_/);
    expect(created.text).toContain(entry?.intentId);
    const canceled = await send({ method: 'POST', path: `/payment_intents/${entry?.intentId}/cancel` });
    const named = (await readLog()).find(({ id }) => id === canceled.id);
    expect(named).toMatchObject({ status: 200, intentId: entry?.intentId });
  });

  it.each<[string, number, () => Promise<{ status: number; id: string }>]>([
    ['not_found', 404, () => send({ path: '/payment_intents/pi_0000000000000000000000' })],
    ['validation_failed', 422, () => create({ body: {} })],
    ['malformed_json', 400, () => create({ body: '{' })],
    ['unsupported_media_type', 415, () => create({ headers: { 'content-type': 'text/plain' } })],
    ['api_version_unknown', 400, () => send({ path: '/items', headers: { 'api-version': '1999-01-01' } })],
    ['insufficient_scope', 403, async () => create({}, await makeKeys({ scopes: ['payments:read'] }))],
    ['key_pair_mismatch', 403, async () => create({}, { ...keys, publicKey: (await makeKeys()).publicKey })],
    [
      'mode_mismatch',
      403,
      async () => create({}, { ...keys, publicKey: (await makeKeys({ mode: 'live' })).publicKey }),
    ],
    ['ip_not_allowed', 403, async () => create({}, await makeKeys({ allowedCidrs: ['192.0.2.1/32'] }))],
    [
      'private_key_expired',
      401,
      async () => {
        const expiring = await makeKeys({ expiresAtMs: ports.clock.nowMs() + 1 });
        ports.clock.advance(1);
        return create({}, expiring);
      },
    ],
  ])('also if it is rejected with %s', async (problem, status, ask) => {
    const { id } = await ask();
    expect(await readLog()).toMatchObject([{ id, status, problem }]);
  });

  it('also if it is over the rate limit', async () => {
    const answers = [];
    for (let sent = 0; sent < 11; sent += 1) answers.push(await create());
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(201), 429]);
    const log = await readLog();
    expect(log).toHaveLength(11);
    expect(log.find(({ status }) => status === 429)).toMatchObject({ problem: 'rate_limited', intentId: undefined });
  });

  it('in the mode of its key', async () => {
    const live = await makeKeys({ mode: 'live' });
    const { id } = await send({ path: '/items' }, live);
    expect(await readLog()).toEqual([]);
    expect(await readLog(true)).toMatchObject([{ id, keyId: live.id }]);
  });
});

describe('what names a customer is not in the path that is logged', () => {
  it.each([
    ['/payment_intents?limit=2&email=unusual%40example.com', '/payment_intents?limit=2&email=…'],
    ['/payment_intents?%65mail=unusual@example.com', '/payment_intents?%65mail=…'],
    ['/payment_intents?search=Unusual&status=succeeded', '/payment_intents?search=…&status=succeeded'],
    ['/exports/payments.csv?search=Unusual', '/exports/payments.csv?search=…'],
    ['/payment_intents?search=Unusual%&%=1', '/payment_intents?search=…&%=1'],
  ])('%s', async (path, logged) => {
    const { id } = await send({ path });
    expect(await readLog()).toMatchObject([{ id, path: `/${keys.publicKey}${logged}` }]);
  });
});

describe('a call is not logged', () => {
  it.each<[string, () => Promise<{ status: number }>]>([
    ['without a key', () => send({ path: '/payment_intents', headers: { authorization: '' } })],
    [
      'with an unknown key',
      () => send({ path: '/items' }, { ...keys, privateKey: `${keys.privateKey.slice(0, -1)}!` }),
    ],
    ['with a private key in its query', () => send({ path: `/items?q=${keys.privateKey}` })],
    ['to a path that does not exist', () => send({ path: '/nowhere' })],
  ])('%s', async (_, ask) => {
    expect((await ask()).status).toBeGreaterThanOrEqual(400);
    expect(await readLog()).toEqual([]);
  });

  it('by a payer', async () => {
    const { text } = await create();
    const id = /pi_\w{22}/.exec(text)?.[0];
    for (const path of [`checkout/${id}`, `checkout/${id}/status`]) {
      await app.inject({ url: `/${keys.publicKey}/${path}`, remoteAddress: newClient() });
    }
    expect((await readLog()).map(({ status }) => status)).toEqual([201]);
  });
});

describe('bodies', () => {
  it('are kept in the modes that are turned on, both of them', async () => {
    await keepBodies({ test: true });
    const created = await create();
    expect(await readLog()).toMatchObject([
      { requestBody: JSON.stringify(sampleRequest('0.5 SOL')), responseBody: created.text },
    ]);
    const live = await makeKeys({ mode: 'live' });
    await send({ path: '/items' }, live);
    expect(await readLog(true)).toMatchObject([{ requestBody: undefined, responseBody: undefined }]);
  });

  it('are cut after 4 KiB, and say so', async () => {
    await keepBodies({ test: true });
    const max = LIMITS.requestLogBodyBytesMax;
    const whole = { a: 'x'.repeat(max - 8) };
    await create({ body: whole });
    await create({ body: { a: `${whole.a}x` } });
    await create({ body: { a: `x${'é'.repeat(max)}` } });
    const bodies = (await readLog()).map(({ requestBody }) => requestBody ?? '').sort((a, b) => a.length - b.length);
    expect(bodies.map((body) => body.endsWith('…'))).toEqual([true, false, true]);
    expect(bodies[1]).toBe(JSON.stringify(whole));
    expect(bodies[2]).toBe(`${JSON.stringify({ a: `${whole.a}x` }).slice(0, max)}…`);
    for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(max + 3);
  });

  it('of wallets are never kept', async () => {
    await keepBodies({ test: true });
    const { status } = await send({
      method: 'POST',
      path: '/wallets',
      body: { network: 'x', address: 'secret words' },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await readLog()).toMatchObject([{ status, requestBody: undefined, responseBody: undefined }]);
  });

  it('that are no text are not kept, and a zero byte does no harm', async () => {
    await keepBodies({ test: true });
    const headers = { 'content-type': 'text/csv' };
    await send({ method: 'POST', path: '/items', body: 'item_id\u0000', headers });
    const [entry] = await readLog();
    expect(entry?.requestBody).toBe('item_id\uFFFD');
  });
});

it('no private key and no webhook secret ever lands in the log', async () => {
  await keepBodies({ test: true });
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const { privateKey } = keys;
  const escaped = Array.from(privateKey, (one) => `%25${one.charCodeAt(0).toString(16)}`).join('');
  const inJson = Array.from(privateKey, (one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
  await send({ path: `/items?cursor=${privateKey}` });
  await send({ path: `/items?cursor=${escaped}` });
  await send({ path: `/items?cursor=${secret}` });
  await create({
    body: { ...sampleRequest('0.5 SOL'), metadata: { key: privateKey, secret } },
    headers: { prefer: 'return=representation' },
  });
  await create({ body: `{"note":"${inJson}"}` });
  await create({ body: { [privateKey]: privateKey } });
  const inHeaders = { 'idempotency-key': privateKey, 'user-agent': privateKey, 'api-version': privateKey };
  await send({ path: '/items', headers: inHeaders });
  await send({ path: '/items', headers: { cookie: `key=${privateKey}`, 'x-forwarded-for': privateKey } });
  const log = await readLog();
  expect(log).toHaveLength(7);
  const text = decodeURIComponent(decodeURIComponent(JSON.stringify(log)));
  expect(text).toContain('fsk_redacted');
  expect(text).toContain('whsec_redacted');
  const core = privateKey.slice('fsk_test_'.length);
  for (const part of [core, core.slice(0, 12), core.slice(-12), secret.slice(6), inJson, escaped]) {
    expect(text).not.toContain(part);
  }
});
