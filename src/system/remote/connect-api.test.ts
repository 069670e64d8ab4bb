import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { StandInApi } from '../../../test/support/stand-in-api.ts';
import type { RemoteApi } from '../../ports/remote-api.ts';
import { connectApi } from './connect-api.ts';

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function startStandIn(): Promise<StandInApi> {
  const standIn = await StandInApi.start();
  stops.push(() => standIn.stop());
  return standIn;
}

/** A server that answers everything alike. */
async function answerWith(listener: RequestListener, silenceMsMax?: number): Promise<RemoteApi> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return connectApi({ url: `http://127.0.0.1:${port}`, publicKey: PUBLIC_KEY, privateKey: 'fsk_test_1' }, silenceMsMax);
}

const PUBLIC_KEY = `fpk_test_${'0'.repeat(22)}`;

const answer =
  (status: number, body: unknown, headers = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

describe('a request', () => {
  it.each([200, 500])('reads no endless answer with %i, even if it is short before it is unpacked', async (status) => {
    const bomb = gzipSync(Buffer.alloc(65 * 1_048_576, 'x'), { level: 1 });
    const api = await answerWith((_, response) => {
      response.writeHead(status, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const message = status === 200 ? 'the answer is too long' : 'answered 500 and not like Florin';
    await expect(api.get('/events')).rejects.toThrow(message);
  });

  it('carries key, query and body', async () => {
    const standIn = await startStandIn();
    const api = connectApi(standIn.credentials);
    standIn.answers.set('PATCH /things/1', () => ({ status: 200, body: { ok: true } }));
    expect(await api.send('PATCH', '/things/1', { a: 'ü' })).toEqual({ ok: true });
    expect(await api.get('/events', { limit: '1', type: undefined })).toMatchObject({ last_number: 0 });
    expect(standIn.requests).toMatchObject([
      {
        method: 'PATCH',
        body: '{"a":"ü"}',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${standIn.credentials.privateKey}`,
        },
      },
      { method: 'GET', query: { limit: '1' }, body: '' },
    ]);
    expect(standIn.requests[1]?.query).toEqual({ limit: '1' });
  });

  it.each([
    [404, { code: 'not_found', detail: 'No.' }, 'No. (not_found)', 'not_found'],
    [409, { code: 'invalid_state', detail: 'No.' }, 'No. (invalid_state)', undefined],
    [503, { code: 'unavailable', detail: 'Later.' }, 'Later. (unavailable)', 'unreachable'],
    [429, { code: 'rate_limited', detail: 'Later.' }, 'Later. (rate_limited)', 'unreachable'],
    [502, '<html>', 'answered 502 and not like Florin', 'unreachable'],
    [404, '<html>', 'answered 404 and not like Florin', 'not_found'],
    [
      422,
      {
        code: 'validation_failed',
        detail: 'Some fields.',
        errors: [
          { pointer: '#/url', detail: 'Must be https.' },
          { parameter: 'limit', detail: 'Must be a number.' },
        ],
      },
      'Some fields.\n  #/url: Must be https.\n  limit: Must be a number. (validation_failed)',
      'usage',
    ],
    [422, '<html>', 'answered 422 and not like Florin', undefined],
  ])('that gets %i %j is explained', async (status, body, sentence, code) => {
    const api = await answerWith(answer(status, body));
    await expect(api.get('/events')).rejects.toMatchObject({ message: expect.stringContaining(sentence), code });
  });

  it('follows no redirect', async () => {
    const api = await answerWith(answer(301, '', { location: 'https://elsewhere.example/' }));
    await expect(api.get('/events')).rejects.toThrow('redirects to https://elsewhere.example/. Use that URL.');
  });

  it('expects JSON', async () => {
    const api = await answerWith(answer(200, '<html>'));
    await expect(api.get('/events')).rejects.toThrow('does not answer like Florin');
  });

  it('says that nobody answers', async () => {
    const standIn = await startStandIn();
    await standIn.stop();
    await expect(connectApi(standIn.credentials).get('/events')).rejects.toMatchObject({ code: 'unreachable' });
    await standIn.listen();
  });
});

const open = (api: RemoteApi, lastEventId = '0', signal = new AbortController().signal) =>
  api.openStream('/events', { query: { type: 'payment.*' }, lastEventId, signal });

/** Long enough to open a stream on a busy machine. */
const SILENCE_MS_MAX = 1_000;

describe('a stream', () => {
  it('yields events after the last one, and ends when it is cut', async () => {
    const standIn = await startStandIn();
    for (const type of ['payment.seen', 'payment_intent.processing', 'payment.final']) standIn.add(type);
    const numbers: string[] = [];
    const stream = await open(connectApi(standIn.credentials), '1');
    const reading = (async () => {
      for await (const { id } of stream) {
        numbers.push(id);
        if (id === '3') standIn.add('payment.void');
        if (id === '4') standIn.cutStreams();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'unreachable' });
    expect(numbers).toEqual(['3', '4']);
  });

  it('ends with an error when it stays silent', async () => {
    const api = await answerWith((_, response) => {
      response.writeHead(200).write('retry: 1000\n\n');
    }, SILENCE_MS_MAX);
    const stream = await open(api);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('ends when it is told to', async () => {
    const standIn = await startStandIn();
    const stop = new AbortController();
    const stream = await open(connectApi(standIn.credentials), '0', stop.signal);
    const next = stream[Symbol.asyncIterator]().next();
    stop.abort();
    await expect(next).rejects.toThrow();
  });

  it('is not opened where the server rejects it', async () => {
    const api = await answerWith(answer(403, { code: 'insufficient_scope', detail: 'No.' }));
    await expect(open(api)).rejects.toThrow('No. (insufficient_scope)');
  });
});
