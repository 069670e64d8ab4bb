import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointId, uuidOf } from '../../src/domain/ids.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { type Keys, type Reply, send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { createMerchant, florin } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { PASSWORD } from './browser.ts';
import { expectPointers, expectProblem } from './expect-problem.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

const URL = 'http://127.0.0.1:9/hooks';

let shops: TwoShops;
beforeAll(async () => {
  // Nobody listens there.
  shops = await startTwoShops({ FLORIN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
});
afterAll(() => shops.stop());

const call = (keys: Keys, path: string, init: Parameters<typeof send>[3] = {}) =>
  send(shops.server.baseUrl, keys, `/webhook_endpoints${path}`, init);
const createIn = (keys: Keys, more: object = {}) => call(keys, '', { body: { url: URL, events: ['*'], ...more } });
const ada = (method: string, path: string, body?: unknown) =>
  shops.ada.browser.call(method, path, body === undefined ? {} : { body });
const idOf = ({ json }: Reply) => String(json['id']);

/** Rows of the database, to see that secrets are sealed and changes are audited. */
const rowOf = async (id: string) =>
  (
    await runSql<{ sealed_secret: string; sealed_previous_secret: string | null }>(
      shops.databaseUrl,
      'SELECT sealed_secret, sealed_previous_secret FROM florin_data.webhook_endpoints WHERE id = $1',
      [uuidOf(id as EndpointId)],
    )
  )[0];

describe('201', () => {
  it('returns a new endpoint with its secret, which is sealed and never returned again', async () => {
    const { test: keys } = shops.ada.keys;
    const reply = await createIn(keys, { description: 'Shop', events: ['payment_intent.*', 'transfer.unmatched'] });
    expect(reply.status, reply.text).toBe(201);
    const { secret, ...endpoint } = reply.json;
    expect(endpoint).toMatchObject({
      object: 'webhook_endpoint',
      livemode: false,
      url: URL,
      description: 'Shop',
      events: ['payment_intent.*', 'transfer.unmatched'],
      api_version: '2026-11-15',
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      last_success_at: null,
      previous_secret_until: null,
    });
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{32}$/);
    const id = idOf(reply);
    expect((await call(keys, `/${id}`)).json).toEqual(endpoint);
    const list = await call(keys, '');
    expect((list.json['data'] as unknown[])[0]).toEqual(endpoint);
    expect(list.text).not.toContain(String(secret));
    expect((await rowOf(id))?.sealed_secret).not.toContain(String(secret).slice(6));
  });

  it('sends every event if none are listed', async () => {
    const reply = await call(shops.ada.keys.test, '', { body: { url: URL } });
    expect(reply.json).toMatchObject({ events: ['*'] });
  });

  it('is written down with who did it', async () => {
    const id = idOf(await createIn(shops.ada.keys.test));
    const [entry] = await runSql<{ actor: string; details: object }>(
      shops.databaseUrl,
      `SELECT actor, details FROM florin_data.audit_entries WHERE subject = $1 AND action = 'webhook_endpoint.created'`,
      [id],
    );
    expect(entry).toMatchObject({ actor: shops.ada.keys.test.id, details: { url: URL } });
  });

  it('takes the password of a signed-in user in live mode only', async () => {
    const body = { url: URL, events: ['*'] };
    const path = '/live/webhook_endpoints';
    expect((await ada('POST', '/test/webhook_endpoints', body)).status).toBe(201);
    expectPointers(await ada('POST', path, body), ['#/password']);
    expectProblem(await ada('POST', path, { ...body, password: 'wrong horse' }), 401, 'invalid_credentials');
    expect((await ada('POST', path, { ...body, password: PASSWORD })).status).toBe(201);
  });
});

describe('200', () => {
  it('for a change: only what is sent changes', async () => {
    const { test: keys } = shops.ada.keys;
    const { secret: _secret, ...before } = (await createIn(keys, { description: 'a' })).json;
    const id = String(before['id']);
    const change = async (body: object) => (await call(keys, `/${id}`, { method: 'PATCH', body })).json;
    expect(await change({ events: ['payment.*'] })).toEqual({ ...before, events: ['payment.*'] });
    expect(await change({ description: '' })).toMatchObject({ description: '', events: ['payment.*'], url: URL });
    expect(await change({ url: `${URL}/2` })).toMatchObject({ url: `${URL}/2` });
    expect(await change({ status: 'disabled' })).toMatchObject({ status: 'disabled', disabled_reason: 'user' });
    expect(await change({ status: 'enabled' })).toMatchObject({ status: 'enabled', disabled_reason: null });
    expect(await change({})).toMatchObject({ url: `${URL}/2` });
  });

  it.each(['now', '1h', '24h', '7d'])('for a rolled secret, with an overlap: %s', async (overlap) => {
    const { test: keys } = shops.ada.keys;
    const created = await createIn(keys);
    const id = idOf(created);
    const rolled = await call(keys, `/${id}/roll_secret`, { body: { overlap } });
    expect(rolled.status, rolled.text).toBe(200);
    expect(rolled.json['secret']).toMatch(/^whsec_/);
    expect(rolled.json['secret']).not.toBe(created.json['secret']);
    expect(rolled.json['previous_secret_until'] === null).toBe(overlap === 'now');
    expect((await rowOf(id))?.sealed_previous_secret === null).toBe(overlap === 'now');
  });

  it('for a deleted endpoint, once', async () => {
    const { test: keys } = shops.ada.keys;
    const id = idOf(await createIn(keys));
    expect((await call(keys, `/${id}`, { method: 'DELETE' })).json).toEqual({ id, deleted: true });
    expectProblem(await call(keys, `/${id}`, { method: 'DELETE' }), 404, 'not_found');
    expect((await call(keys, '')).text).not.toContain(id);
  });

  it('on the dashboard, with the password in live mode for another URL, a roll and a deletion', async () => {
    const created = await ada('POST', '/live/webhook_endpoints', { url: URL, events: ['*'], password: PASSWORD });
    const path = `/live/webhook_endpoints/${idOf(created)}`;
    expect((await ada('PATCH', path, { events: ['payment.*'], url: URL })).status).toBe(200);
    expect((await ada('PATCH', path, { status: 'disabled' })).status).toBe(200);
    for (const [method, rest, body] of [
      ['PATCH', '', { url: `${URL}/other` }],
      ['POST', '/roll_secret', { overlap: '24h' }],
      ['DELETE', '', {}],
    ] as const) {
      expectPointers(await ada(method, `${path}${rest}`, body), ['#/password']);
      const wrong = await ada(method, `${path}${rest}`, { ...body, password: 'wrong horse' });
      expectProblem(wrong, 401, 'invalid_credentials');
      expect((await ada(method, `${path}${rest}`, { ...body, password: PASSWORD })).status).toBe(200);
    }
  });

  it('for the health of endpoints on the dashboard', async () => {
    const reply = await ada('GET', '/test/webhook_endpoints/health');
    expect(reply.status).toBe(200);
    const endpoints = (await ada('GET', '/test/webhook_endpoints')).json['data'] as { id: string }[];
    const health = reply.json['data'] as { endpoint: string; hours: object[] }[];
    expect(health.map(({ endpoint }) => endpoint)).toEqual(endpoints.map(({ id }) => id));
    for (const { hours } of health) expect(hours).toHaveLength(LIMITS.endpointHealthHours);
  });
});

describe('403', () => {
  it('for a key that may only read, and for a default live key', async () => {
    const { merchantId } = shops.ada;
    const make = (...options: string[]) =>
      florin<Keys>(shops.options, 'keys', 'create', '--merchant', merchantId, ...options);
    for (const keys of [await make('--scope', 'payments:read'), await make('--mode', 'live')]) {
      expect((await call(keys, '')).status).toBe(200);
      expectProblem(await createIn(keys), 403, 'insufficient_scope');
      const id = 'we_0000000000000000000000';
      for (const [method, path] of [
        ['PATCH', `/${id}`],
        ['DELETE', `/${id}`],
        ['POST', `/${id}/roll_secret`],
        ['POST', `/${id}/test`],
        ['POST', `/${id}/resend`],
      ] as const) {
        expectProblem(await call(keys, path, { method }), 403, 'insufficient_scope');
      }
    }
  });
});

describe('404', () => {
  it('for an endpoint that is not there, is another merchant’s or of the other mode', async () => {
    const id = idOf(await createIn(shops.ada.keys.test));
    for (const keys of [shops.bob.keys.test, shops.ada.keys.live]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { description: 'x' }],
        ['DELETE', '', undefined],
        ['POST', '/roll_secret', { overlap: 'now' }],
        ['POST', '/test', undefined],
        ['POST', '/resend', { state: 'failed' }],
      ] as const) {
        const init = { method, ...(body === undefined ? {} : { body }) };
        expectProblem(await call(keys, `/${id}${path}`, init), 404, 'not_found');
        expectProblem(await call(keys, `/we_1${path}`, init), 404, 'not_found');
      }
    }
    expect((await call(shops.ada.keys.test, `/${id}`)).json).toMatchObject({ id, description: '' });
  });
});

describe('409', () => {
  it('for more endpoints than a merchant may have, also if they are created together', async () => {
    const keys = await createMerchant(shops.options);
    const asked = LIMITS.webhookEndpointsMax + 4;
    const replies = await Promise.all(Array.from({ length: asked }, () => untilHandled(() => createIn(keys))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(LIMITS.webhookEndpointsMax);
    for (const reply of replies.filter(({ status }) => status !== 201)) expectProblem(reply, 409, 'invalid_state');
  });

  it('for sending to an endpoint that is disabled', async () => {
    const { test: keys } = shops.ada.keys;
    const id = idOf(await createIn(keys));
    await call(keys, `/${id}`, { method: 'PATCH', body: { status: 'disabled' } });
    expectProblem(await call(keys, `/${id}/test`, { method: 'POST' }), 409, 'invalid_state');
    expectProblem(await call(keys, `/${id}/resend`, { body: { state: 'failed' } }), 409, 'invalid_state');
  });
});

describe('422', () => {
  it.each([
    [{}, ['#/url']],
    [{ url: 'ftp://shop.example', events: ['nope'] }, ['#/url', '#/events/0']],
    [{ url: 'ftp://shop.example', events: ['nope'], secret: 'mine' }, ['#/url', '#/events/0', '#/secret']],
    [{ url: 'ftp://shop.example', description: 1 }, ['#/url', '#/description']],
    [{ url: URL, events: ['a'.repeat(101)] }, ['#/events/0']],
    [{ url: URL, events: [] }, ['#/events']],
    [{ url: URL, events: ['payment_intent'] }, ['#/events/0']],
    [{ url: URL, events: ['payment_intent.succeeded', 'payment_intent.paid'] }, ['#/events/1']],
    [{ url: URL, events: Array.from({ length: 51 }, () => '*') }, ['#/events']],
    [{ url: '', events: ['*'] }, ['#/url']],
    [{ url: 'shop.example', events: ['*'] }, ['#/url']],
    [{ url: 'https://user:password@127.0.0.1', events: ['*'] }, ['#/url']],
    [{ url: `${URL}?${'a'.repeat(2_048)}`, events: ['*'] }, ['#/url']],
    [{ url: URL, events: ['*'], description: 'a'.repeat(1_001) }, ['#/description']],
    [{ url: URL, events: ['*'], api_version: '2020-01-01' }, ['#/api_version']],
    [{ url: URL, events: ['*'], secret: 'whsec_mine' }, ['#/secret']],
    [{ url: URL, events: ['*'], status: 'disabled' }, ['#/status']],
  ])('for %j', async (body, pointers) => {
    expectPointers(await call(shops.ada.keys.test, '', { method: 'POST', body }), pointers);
  });

  it('for a change of the URL and the types, with both errors', async () => {
    const { test: keys } = shops.ada.keys;
    const path = `/${idOf(await createIn(keys))}`;
    const body = { url: 'https://shop.example/#hooks', events: ['payment.succeeded'] };
    const problem = expectProblem(await call(keys, path, { method: 'PATCH', body }), 422, 'validation_failed');
    expect(problem.errors?.map(({ detail }) => detail)).toEqual([
      'Remove the part of the URL after #.',
      'No event type matches payment.succeeded. Did you mean payment_intent.succeeded?',
    ]);
  });

  it.each(['http://169.254.169.254/latest', 'https://[::ffff:10.0.0.1]/', 'https://2852039166/', 'https://10.0.0.1'])(
    'for an address that is not public: %s',
    async (url) => {
      const problem = expectProblem(await createIn(shops.ada.keys.test, { url }), 422, 'validation_failed');
      expect(problem.errors).toEqual([{ pointer: '#/url', code: 'invalid_url', detail: expect.stringMatching(/\.$/) }]);
      const id = idOf(await createIn(shops.ada.keys.test));
      const change = await call(shops.ada.keys.test, `/${id}`, { method: 'PATCH', body: { url } });
      expectPointers(change, ['#/url']);
    },
  );

  it.each([
    [{}, '#/state'],
    [{ state: 'pending' }, '#/state'],
    [{ state: 'failed', after: 1, before: 3 }, '#/state'],
    [{ after: 1 }, '#/state'],
    [{ after: 0, before: 10_002 }, '#/before'],
    [{ after: -1, before: 2 }, '#/after'],
  ])('for a resend of %j', async (body, pointer) => {
    const id = idOf(await createIn(shops.ada.keys.test));
    expectPointers(await call(shops.ada.keys.test, `/${id}/resend`, { body }), [pointer]);
  });

  it('for an overlap that does not exist', async () => {
    const id = idOf(await createIn(shops.ada.keys.test));
    const reply = await call(shops.ada.keys.test, `/${id}/roll_secret`, { body: { overlap: '2d' } });
    expectPointers(reply, ['#/overlap']);
  });
});
