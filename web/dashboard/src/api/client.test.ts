import { describe, expect, it, vi } from 'vitest';
import { ApiError, createClient } from './client.ts';
import { SAMPLE_REQUEST } from './sample-request.ts';
import type { IntentInput } from './types.ts';

function respond(status: number, body?: object, headers: Record<string, string> = {}) {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': type, ...headers },
  });
}

function clientReceiving(response: Response | Error) {
  const send = vi.fn<typeof fetch>(() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response.clone()),
  );
  const onSignedOut = vi.fn<() => void>();
  const client = createClient(send, onSignedOut);
  const sent = () => send.mock.calls[0]?.[1] ?? {};
  return { client, send, onSignedOut, headers: () => sent().headers as Record<string, string>, sent };
}

const errorOf = async (call: Promise<unknown>) =>
  (await call.then(
    () => null,
    (error: unknown) => error,
  )) as ApiError;

describe('a request', () => {
  it('with an unsafe method sends the CSRF token and JSON', async () => {
    const { client, send, headers, sent } = clientReceiving(respond(200, { ok: true }));
    client.setCsrfToken('token-1');
    await client.call('POST /{mode}/api_keys', { path: { mode: 'test' }, body: { name: 'Shop' } });
    expect(send.mock.calls[0]?.[0]).toBe('/dashboard/api/test/api_keys');
    expect(headers()).toMatchObject({ 'x-florin-csrf': 'token-1', 'content-type': 'application/json' });
    expect(sent().body).toBe('{"name":"Shop"}');
  });

  it('that must not happen twice sends its key', async () => {
    const { client, headers } = clientReceiving(respond(201, {}));
    const body = JSON.parse(SAMPLE_REQUEST) as IntentInput;
    const operation = 'POST /{mode}/create_checkout_payment_intent';
    await client.call(operation, { path: { mode: 'test' }, body, idempotencyKey: 'key-1' });
    expect(headers()).toMatchObject({ 'idempotency-key': 'key-1' });
  });

  it('that only reads sends no CSRF token', async () => {
    const { client, headers } = clientReceiving(respond(200, {}));
    client.setCsrfToken('token-1');
    await client.call('GET /session');
    expect(headers()).not.toHaveProperty('x-florin-csrf');
  });

  it('encodes its path and query parameters, and leaves out undefined ones', async () => {
    const { client, send } = clientReceiving(respond(200, {}));
    const path = { mode: 'live', item_id: 'a/b c' } as const;
    await client.call('PUT /{mode}/items/{item_id}', { path, body: { name: 'A', unit_amount: 1, currency: 'EUR' } });
    await client.call('GET /{mode}/payment_intents', { path, query: { search: 'a&b', cursor: undefined, limit: '8' } });
    await client.call('GET /{mode}/payment_intents', { path, query: {} });
    expect(send.mock.calls.map(([url]) => url)).toEqual([
      '/dashboard/api/live/items/a%2Fb%20c',
      '/dashboard/api/live/payment_intents?search=a%26b&limit=8',
      '/dashboard/api/live/payment_intents',
    ]);
  });

  it('with a text body is CSV', async () => {
    const { client, headers, sent } = clientReceiving(respond(200, {}));
    await client.call('POST /{mode}/items', { path: { mode: 'test' }, body: 'item_id,name\n' });
    expect(headers()['content-type']).toBe('text/csv');
    expect(sent().body).toBe('item_id,name\n');
  });
});

describe('a response', () => {
  it('204 is undefined', async () => {
    expect(await clientReceiving(respond(204)).client.call('POST /sign_out')).toBeUndefined();
  });

  it('422 keeps the first error of each field', async () => {
    const problem = {
      code: 'validation_failed',
      detail: 'Some fields are not valid.',
      request_id: 'req_1',
      errors: [
        { pointer: '#/email', code: 'format', detail: 'Not an address.' },
        { pointer: '#/email', code: 'length', detail: 'Too short.' },
        { pointer: '/late_policy/other_seconds', code: 'minimum', detail: 'Too small.' },
        { parameter: 'limit', code: 'maximum', detail: 'Too large.' },
      ],
    };
    const error = await errorOf(clientReceiving(respond(422, problem)).client.call('GET /settings'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'validation_failed', requestId: 'req_1' });
    expect(error.fields).toEqual({ email: 'Not an address.', 'late_policy/other_seconds': 'Too small.' });
  });

  it('429 contains the wait time', async () => {
    const limited = respond(429, { code: 'rate_limited', detail: 'Slow down.' }, { 'retry-after': '42' });
    expect((await errorOf(clientReceiving(limited).client.call('GET /settings'))).retryAfterSeconds).toBe(42);
  });

  it('401 ends the session, unless the password is wrong', async () => {
    const ended = clientReceiving(respond(401, { code: 'not_signed_in' }));
    await errorOf(ended.client.call('GET /settings'));
    expect(ended.onSignedOut).toHaveBeenCalledOnce();
    const wrong = clientReceiving(respond(401, { code: 'invalid_credentials' }));
    await errorOf(wrong.client.call('POST /sign_in', { body: { email: '', password: '' } }));
    expect(wrong.onSignedOut).not.toHaveBeenCalled();
  });

  it('that is not JSON, as from a proxy, keeps its status', async () => {
    const html = new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
    expect(await errorOf(clientReceiving(html).client.call('GET /session'))).toMatchObject({
      status: 502,
      code: 'unknown',
    });
  });

  it('that never arrives is an offline error', async () => {
    const error = await errorOf(clientReceiving(new TypeError('fetch failed')).client.call('GET /session'));
    expect(error).toMatchObject({ status: 0, code: 'offline' });
  });
});
