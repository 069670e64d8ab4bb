import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import type { ResolveHost } from '../../src/system/webhooks/host-resolver.ts';
import { createWebhookSender, type WebhookSenderOptions } from '../../src/system/webhooks/webhook-sender.ts';
import { makeCertificate } from '../support/make-certificate.ts';
import { openRawSink, openSink, type Sink } from './webhook-sinks.ts';

const KIB = 1_024;
const BODY = '{"type":"payment_intent.succeeded","note":"✓"}';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Florin/1', 'webhook-id': 'evt_1' };

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const step of undo.splice(0).toReversed()) await step();
});

const kept = async (opening: Promise<Sink>): Promise<Sink> => {
  const sink = await opening;
  undo.push(() => sink.close());
  return sink;
};

const ok: RequestListener = (_request, response) => void response.end('thanks');

/** A sender that may reach 127.0.0.2 alone, which stands for the internet here. */
function openSender(options: Partial<WebhookSenderOptions> = {}) {
  const sender = createWebhookSender({ allowCidrs: ['127.0.0.2/32'], toLoopback: false, ...options });
  undo.push(() => sender.close());
  return {
    check: (url: string, livemode = true) => sender.check(url, livemode),
    send: (url: string, livemode = true) => sender.send({ url, headers: HEADERS, body: BODY, livemode }),
  };
}

/** Answers questions for a name in this order, and the last answer for ever. */
function namesInTurn(...answers: string[][]): ResolveHost & { asked: string[] } {
  const asked: string[] = [];
  return Object.assign(
    async (hostname: string) => {
      asked.push(hostname);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    },
    { asked },
  );
}

/** The reason for a name, whatever it resolves to. */
const NOT_FOUND = 'The host name could not be resolved, or has an address that is not public.';

describe('no packet reaches a blocked address', () => {
  /** Each connection that this process begins. */
  let connect: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    connect = vi.spyOn(Socket.prototype, 'connect');
  });

  it.each([
    ['127.0.0.1', (port: number) => `http://127.0.0.1:${port}`, '127.0.0.1'],
    ['127.0.0.1', (port: number) => `https://2130706433:${port}`, '127.0.0.1'],
    ['127.0.0.1', (port: number) => `https://0x7f.1:${port}`, '127.0.0.1'],
    ['127.0.0.1', (port: number) => `https://[::ffff:127.0.0.1]:${port}`, '::ffff:7f00:1'],
    ['127.0.0.1', (port: number) => `https://localhost:${port}`, undefined],
    ['127.0.0.1', (port: number) => `https://LOCALHOST.:${port}`, undefined],
    ['127.0.0.3', (port: number) => `https://127.0.0.3:${port}`, '127.0.0.3'],
    ['::1', (port: number) => `https://[::1]:${port}`, '::1'],
    ['::1', (port: number) => `https://[0:0:0:0:0:0:0:1]:${port}`, '::1'],
  ])('of a sink on %s', async (host, urlOf, address) => {
    const sink = await kept(openSink(ok, { host }));
    const sender = openSender();
    for (const livemode of [true, false]) {
      const error = address === undefined ? NOT_FOUND : `The address ${address} is not public.`;
      expect(await sender.check(urlOf(sink.port), livemode)).toBe(error);
      expect(await sender.send(urlOf(sink.port), livemode)).toMatchObject({
        status: undefined,
        body: undefined,
        error,
      });
    }
    expect(sink.connections).toBe(0);
    expect(connect).not.toHaveBeenCalled();
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254',
    'https://10.0.0.1',
    'https://[fd00::2]',
  ])('%s', async (url) => {
    expect((await openSender().send(url, false)).error).toMatch(/^The address \S+ is not public\.$/);
    expect(connect).not.toHaveBeenCalled();
  });

  it('if a name has a public address when it is saved, and a private one at the attempt', async () => {
    const sink = await kept(openSink(ok, { host: '127.0.0.3' }));
    const sender = openSender({ resolve: namesInTurn(['127.0.0.2'], ['127.0.0.3']) });
    const url = `http://shop.example:${sink.port}`;
    expect(await sender.check(url)).toBeUndefined();
    expect(await sender.send(url)).toMatchObject({ status: undefined, error: NOT_FOUND });
    expect(sink.connections).toBe(0);
  });

  it('if a name has a public and a private address at once', async () => {
    const open = await kept(openSink(ok, { host: '127.0.0.2' }));
    const blocked = await kept(openSink(ok, { host: '127.0.0.3', port: open.port }));
    const sender = openSender({ resolve: namesInTurn(['127.0.0.2', '127.0.0.3']) });
    expect((await sender.send(`http://shop.example:${open.port}`)).error).toBe(NOT_FOUND);
    expect([open.connections, blocked.connections]).toEqual([0, 0]);
  });

  it('if a name changes while an attempt connects: it is asked once, and not by the socket', async () => {
    const open = await kept(openSink(ok, { host: '127.0.0.2' }));
    const blocked = await kept(openSink(ok, { host: '127.0.0.1', port: open.port }));
    const resolve = namesInTurn(['127.0.0.2'], ['127.0.0.1']);
    // The system knows this name, and would connect to 127.0.0.1.
    expect(await openSender({ resolve }).send(`http://localhost:${open.port}`)).toMatchObject({ status: 200 });
    expect(resolve.asked).toEqual(['localhost']);
    expect([open.connections, blocked.connections]).toEqual([1, 0]);
  });

  it('if a name changes while a connection to its old address is kept', async () => {
    const open = await kept(openSink(ok, { host: '127.0.0.2' }));
    const blocked = await kept(openSink(ok, { host: '127.0.0.3', port: open.port }));
    const sender = openSender({ resolve: namesInTurn(['127.0.0.2'], ['127.0.0.3']) });
    const url = `http://shop.example:${open.port}`;
    expect(await sender.send(url)).toMatchObject({ status: 200 });
    expect((await sender.send(url)).error).toBe(NOT_FOUND);
    expect([open.requests.length, blocked.connections]).toEqual([1, 0]);
  });

  it.each([301, 302, 303, 307, 308])('after a redirect with %i', async (status) => {
    const blocked = await kept(openSink(ok, { host: '127.0.0.1' }));
    const redirect: RequestListener = (_request, response) =>
      void response.writeHead(status, { location: `${blocked.url}/` }).end();
    const open = await kept(openSink(redirect, { host: '127.0.0.2' }));
    const response = await openSender().send(open.url);
    expect(response).toMatchObject({ status, error: undefined, headers: { location: `${blocked.url}/` } });
    expect([open.connections, blocked.connections]).toEqual([1, 0]);
  });

  it('through a proxy that the environment names', async () => {
    const proxy = await kept(openSink(ok, { host: '127.0.0.1' }));
    const open = await kept(openSink(ok, { host: '127.0.0.2' }));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
      vi.stubEnv(name, name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url);
    expect(await openSender().send(open.url)).toMatchObject({ status: 200 });
    vi.unstubAllEnvs();
    expect(proxy.connections).toBe(0);
  });
});

describe('loopback receives webhooks of test mode', () => {
  it.each(['127.0.0.1', '::1'])('on %s, by address and by name', async (host) => {
    const sink = await kept(openSink(ok, { host }));
    const sender = openSender({ allowCidrs: [], toLoopback: true });
    for (const url of [sink.url, `http://localhost:${sink.port}/hooks`])
      expect(await sender.send(url, false)).toMatchObject({ status: 200, error: undefined });
    expect((await sender.send(sink.url, true)).error).toMatch('is not public');
    expect(sink.requests).toHaveLength(2);
  });
});

const respondTo = async (listener: RequestListener) => {
  const sink = await kept(openSink(listener, { host: '127.0.0.2' }));
  return { sink, response: await openSender().send(`${sink.url}/hooks?a=b`) };
};

const talkTo = async (talk: (socket: Socket) => void) => {
  const sink = await kept(openRawSink(talk, { host: '127.0.0.2' }));
  return openSender().send(sink.url);
};

describe('a response', () => {
  it('comes with its status, headers and body, and the request arrives as it was given', async () => {
    const { sink, response } = await respondTo(
      (_request, answer) =>
        void answer.writeHead(503, { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] }).end('later\0, please'),
    );
    expect(response).toMatchObject({ status: 503, error: undefined, body: 'later\uFFFD, please' });
    expect(response.headers).toMatchObject({ 'retry-after': '7', 'set-cookie': 'a=1, b=2' });
    expect(response.ms).toBeGreaterThanOrEqual(0);
    expect(sink.requests).toMatchObject([{ method: 'POST', path: '/hooks?a=b', headers: HEADERS, body: BODY }]);
    expect(sink.requests[0]?.headers.host).toBe(`127.0.0.2:${sink.port}`);
  });

  it('may follow interim responses', async () => {
    const text = `${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(50)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`;
    expect(await talkTo((socket) => void socket.write(text))).toMatchObject({ status: 200, body: 'ok' });
  });

  it.each(['keep-alive', 'close'])('of 10 MB is read up to 16 KiB (connection: %s)', async (connection) => {
    const ended = Promise.withResolvers<void>();
    const { sink, response } = await respondTo((request, answer) => {
      request.socket.on('close', () => ended.resolve());
      const body = Buffer.alloc(10_000_000, 'x');
      answer.on('error', () => {});
      answer.writeHead(200, { connection, 'content-length': body.length }).end(body);
    });
    expect(response).toMatchObject({ status: 200, error: undefined, body: 'x'.repeat(16 * KIB) });
    await ended.promise;
    expect(sink.connections).toBe(1);
  });

  it('of exactly 16 KiB keeps its connection', async () => {
    const sink = await kept(
      openSink((_request, answer) => void answer.end('x'.repeat(16 * KIB)), { host: '127.0.0.2' }),
    );
    const sender = openSender();
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await sender.send(sink.url)).body).toHaveLength(16 * KIB);
      await nextTurn();
    }
    expect(sink.connections).toBe(1);
  });

  it('with too many headers is none', async () => {
    const response = await talkTo((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const flood = () => {
        while (!socket.destroyed && socket.write(`x-${'a'.repeat(500)}: ${'b'.repeat(500)}\r\n`));
      };
      socket.on('drain', flood);
      flood();
    });
    expect(response).toMatchObject({ status: undefined, error: 'The headers of the response are longer than 16 KiB.' });
  });

  it.each([
    ['interim responses', '', 'HTTP/1.1 102 Processing\r\n\r\n', undefined],
    ['extensions of a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', 'extension', 200],
  ])('with endless %s is cut off, and not after its time', async (_what, start, endless, status) => {
    const flood = endless.repeat(1_000);
    const response = await talkTo((socket) => {
      socket.write(start);
      const send = () => {
        while (!socket.destroyed && socket.write(flood));
      };
      socket.on('drain', send);
      send();
    });
    expect(response.status).toBe(status);
    expect(response.ms).toBeLessThan(LIMITS.webhookMsMax);
  });

  it.each([
    ['', 'The connection was closed before a response came.'],
    ['HTTP/1.1 200 OK\r\ncontent-le', 'The connection was closed before a response came.'],
    ['220 mail.example ESMTP\r\n', 'The response is not valid HTTP.'],
    [
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'The connection was closed before a response came.',
    ],
  ])('that is only %j is none', async (text, error) => {
    expect(await talkTo((socket) => void socket.end(text))).toMatchObject({
      status: undefined,
      body: undefined,
      error,
    });
  });

  it('that is cut off in its body has the status it had', async () => {
    expect(
      await talkTo((socket) => void socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 100\r\n\r\nhalf')),
    ).toMatchObject({ status: 202, body: 'half', error: undefined });
  });

  it('does not come from a port without a server', async () => {
    const sink = await openSink(ok, { host: '127.0.0.2' });
    await sink.close();
    expect((await openSender().send(sink.url)).error).toBe('The connection was refused.');
  });

  it('comes from the second address if the first refuses', async () => {
    const sink = await kept(openSink(ok, { host: '127.0.0.2' }));
    const sender = openSender({ allowCidrs: ['127.0.0.0/8'], resolve: namesInTurn(['127.0.0.4', '127.0.0.2']) });
    expect(await sender.send(`http://shop.example:${sink.port}`)).toMatchObject({ status: 200 });
  });
});

const never = () => new Promise<string[]>(() => {});

/** A server that says this and no more, and the response that the sender makes of it. */
const hear = async (text: string, scheme = 'http') => {
  const sink = await kept(openRawSink((socket) => void socket.write(text), { host: '127.0.0.2' }));
  return openSender().send(sink.url.replace('http', scheme));
};

describe('after 15 seconds', () => {
  const TOO_LATE = { status: undefined, body: undefined, error: 'No response within 15 seconds.' };
  const ARRIVED = { status: 200, body: 'slow', error: undefined };

  it('an exchange is over, wherever it was', async () => {
    const responses = {
      'nothing was said': hear(''),
      'the TLS handshake was not finished': hear('', 'https'),
      'the headers were not finished': hear('HTTP/1.1 200 OK\r\n'),
      'only an interim response came': hear('HTTP/1.1 103 Early Hints\r\n\r\n'),
      'the name was not resolved': openSender({ resolve: never }).send('https://shop.example'),
      'the body has no end': hear('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nslow\r\n'),
      'the body was not finished': hear('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nslow'),
    };
    const found = await Promise.all(Object.entries(responses).map(async ([name, sent]) => [name, await sent] as const));
    expect(Object.fromEntries(found)).toMatchObject({
      'nothing was said': TOO_LATE,
      'the TLS handshake was not finished': TOO_LATE,
      'the headers were not finished': TOO_LATE,
      'only an interim response came': TOO_LATE,
      'the name was not resolved': TOO_LATE,
      'the body has no end': ARRIVED,
      'the body was not finished': ARRIVED,
    });
    for (const [name, { ms }] of found) expect(ms, name).toBeGreaterThanOrEqual(14_990);
  });
});

describe('with TLS', () => {
  it('a certificate that nobody vouches for is rejected before a byte of the webhook is sent', async () => {
    const sink = await kept(openSink(ok, { host: '127.0.0.2', tls: makeCertificate('127.0.0.2') }));
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const response = await openSender().send(sink.url);
    vi.unstubAllEnvs();
    expect(response).toMatchObject({
      status: undefined,
      error: 'The certificate is not valid: self-signed certificate.',
    });
    expect(sink.requests).toEqual([]);
  });

  it('plain HTTP is no handshake', async () => {
    const sink = await kept(openSink(ok, { host: '127.0.0.2' }));
    expect((await openSender().send(sink.url.replace('http:', 'https:'))).error).toBe('The TLS handshake failed.');
    expect(sink.requests).toEqual([]);
  });

  it('the certificate is that of the host name, whatever the address', async () => {
    const tls = makeCertificate('shop.example', '127.0.0.2');
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, tls.cert]);
    undo.push(async () => setDefaultCACertificates(before));
    const sink = await kept(openSink(ok, { host: '127.0.0.2', tls }));
    const names: unknown[] = [];
    sink.server.on('secureConnection', (socket: { servername: unknown }) => names.push(socket.servername));
    const sender = openSender({ resolve: namesInTurn(['127.0.0.2']) });
    expect(await sender.send(`https://shop.example:${sink.port}`)).toMatchObject({ status: 200, body: 'thanks' });
    await nextTurn();
    expect(await sender.send(`https://SHOP.example.:${sink.port}`)).toMatchObject({ status: 200 });
    expect(await sender.send(sink.url)).toMatchObject({ status: 200 });
    expect(names).toEqual(['shop.example', false]);
    expect((await sender.send(`https://other.example:${sink.port}`)).error).toBe(
      'The certificate is not valid: it was issued for another host name.',
    );
    expect(sink.requests.map(({ headers }) => headers.host)).toEqual([
      `shop.example:${sink.port}`,
      `shop.example:${sink.port}`,
      `127.0.0.2:${sink.port}`,
    ]);
  });
});

describe('connections', () => {
  it('are used again, one for each request at a time', async () => {
    const sink = await kept(openSink(ok, { host: '127.0.0.2' }));
    const sender = openSender();
    for (let sent = 0; sent < 20; sent += 1) {
      await sender.send(sink.url);
      await nextTurn();
    }
    expect(sink.connections).toBe(1);
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(Array.from({ length: 16 }, () => sender.send(sink.url)));
      await nextTurn();
    }
    expect(sink.connections).toBe(16);
    expect(sink.requests).toHaveLength(52);
  });

  it('do not wait for each other at the same host', async () => {
    const sink = await kept(
      openSink((request, response) => void (request.url === '/hangs' || response.end()), { host: '127.0.0.2' }),
    );
    const sender = openSender();
    const hanging = Array.from({ length: 100 }, () => sender.send(`${sink.url}/hangs`));
    expect(await sender.send(`${sink.url}/works`)).toMatchObject({ status: 200 });
    await sink.close();
    expect((await Promise.all(hanging)).every(({ status }) => status === undefined)).toBe(true);
  });

  it('are closed when they are idle, and opened again', async () => {
    const sink = await kept(openSink(ok, { host: '127.0.0.2' }));
    const connected = once(sink.server, 'connection') as Promise<[Socket]>;
    const sender = openSender();
    await sender.send(sink.url);
    const [socket] = await connected;
    await new Promise((resolve) => socket.on('close', resolve));
    expect(await sender.send(sink.url)).toMatchObject({ status: 200 });
    expect(sink.connections).toBe(2);
  });

  it('go to the new address when a name has moved', async () => {
    const first = await kept(openSink(ok, { host: '127.0.0.2' }));
    const second = await kept(openSink(ok, { host: '127.0.0.3', port: first.port }));
    const resolve = namesInTurn(['127.0.0.2'], ['127.0.0.3']);
    const sender = openSender({ allowCidrs: ['127.0.0.0/8'], resolve });
    for (let sent = 0; sent < 2; sent += 1) await sender.send(`http://shop.example:${first.port}`);
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
  });
});
