import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { create, createdId } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectProblem } from './expect-problem.ts';
import { type OpenedStream, openStream } from './open-stream.ts';
import { sendBytes } from './send-bytes.ts';
import { type Shop, startShop } from './start-shop.ts';
import { startTwoShops, type TwoShops } from './start-two-shops.ts';

/** Clients of one machine with addresses of their own. */
const [HOSTILE, OTHER] = ['127.0.0.2', '127.0.0.3'];

const VISITORS = { FLORIN_RATE_VISITOR: '5' };
const BURST = 5 * LIMITS.burstFactor;

const ask = (shop: Shop, path: string, localAddress: string, headers: Record<string, string> = {}) =>
  sendBytes(shop.baseUrl, { path, localAddress, headers });

const isOpen = (socket: Socket) => socket.readyState === 'open';

const bearer = (shop: Shop) => ({ authorization: `Bearer ${shop.keys.private_key}` });

describe('requests without a key', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop(VISITORS);
  });
  afterAll(() => shop.stop());

  const flood = (count: number) => Promise.all(Array.from({ length: count }, () => ask(shop, '/docs', HOSTILE)));

  it('are limited by address: others, keys and health checks go on', async () => {
    const replies = await waitUntil('some are refused', async () => {
      const answered = await flood(3 * BURST);
      return answered.some(({ status }) => status === 429) ? answered : undefined;
    });
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectProblem(reply, 429, 'rate_limited');
      expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    const [more, ...rest] = await Promise.all([
      flood(3 * BURST),
      ask(shop, '/docs', OTHER),
      ask(shop, '/healthz', HOSTILE),
      ask(shop, `/${shop.keys.public_key}/payment_intents`, HOSTILE, bearer(shop)),
    ]);
    expect(more.map(({ status }) => status)).toContain(429);
    expect(rest.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('lose the connection that sends more before an answer has come', async () => {
    const { port } = new URL(shop.baseUrl);
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: HOSTILE });
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.write('GET /docs/errors HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(5 * BURST));
    await closed;
    expect(received.split('HTTP/1.1 ').length - 1).toBeLessThan(5 * BURST);
    expect((await ask(shop, '/healthz', HOSTILE)).status).toBe(200);
  });
});

describe('event streams', () => {
  let shops: TwoShops;
  const streams: OpenedStream[] = [];
  beforeAll(async () => {
    shops = await startTwoShops();
  });
  afterAll(async () => {
    for (const stream of streams) stream.close();
    await shops.stop();
  });

  async function watch(path: string, localAddress: string, cookie?: string): Promise<number> {
    const stream = await openStream(shops.server.baseUrl, path, cookie, localAddress);
    streams.push(stream);
    return stream.status;
  }

  it('are limited by address: other payers and dashboards go on', async () => {
    const { keys, intents, browser } = shops.ada;
    const path = `/${keys.test.public_key}/checkout/${intents.test}/events`;
    for (let opened = 0; opened < LIMITS.eventStreamsPerClientMax; opened += 1) {
      expect(await watch(path, HOSTILE)).toBe(200);
    }
    expect(await watch(path, HOSTILE)).toBe(429);
    expect(await watch(path, OTHER)).toBe(200);
    expect(await watch('/dashboard/api/test/changes', HOSTILE, browser.cookie)).toBe(200);
  });

  it('do not exist for the gallery', async () => {
    const reply = await sendBytes(shops.server.baseUrl, { path: '/demo/awaiting/events' });
    expect([reply.status, reply.text]).toEqual([204, '']);
  });
});

describe('connections', () => {
  const MAX = 20;
  let shop: Shop;
  let sockets: Socket[] = [];
  beforeAll(async () => {
    shop = await startShop({ FLORIN_MAX_CONNECTIONS: String(MAX) });
  });
  afterAll(() => shop.stop());

  /** Connects and sends nothing. */
  async function connectIdle(count: number, localAddress: string): Promise<void> {
    const { port } = new URL(shop.baseUrl);
    for (let opened = 0; opened < count; opened += 1) {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      sockets.push(socket);
      await new Promise((resolve) => socket.once('connect', resolve));
    }
  }
  const openCount = () => sockets.filter(isOpen).length;
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  };

  it('of one client are at most half, and the oldest idle one makes room for a new one', async () => {
    await connectIdle(MAX / 2 + 3, HOSTILE);
    await waitUntil('the first are closed', () => openCount() === MAX / 2);
    expect(sockets.map(isOpen)).toEqual([...Array(3).fill(false), ...Array(MAX / 2).fill(true)]);
    expect((await ask(shop, '/docs', HOSTILE)).status).toBe(200);
    closeAll();
  });

  it('that are idle do not keep new clients out', async () => {
    for (const address of [HOSTILE, OTHER]) await connectIdle(MAX, address);
    await waitUntil('each client has at most half of them', () => openCount() <= MAX);
    for (let asked = 0; asked < 5; asked += 1) expect((await ask(shop, '/docs', '127.0.0.4')).status).toBe(200);
    expect(createdId(await create(shop.baseUrl, shop.keys))).toMatch(/^pi_/);
    closeAll();
  });

  it('that carried a valid key stay, also at the same address', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: HOSTILE });
    const ports = new Set<number | undefined>();
    agent.on('free', (socket: Socket) => ports.add(socket.localPort));
    const path = `/${shop.keys.public_key}/payment_intents`;
    const askWithKey = () => sendBytes(shop.baseUrl, { path, agent, headers: bearer(shop) });
    expect((await askWithKey()).status).toBe(200);
    for (const address of [HOSTILE, OTHER]) await connectIdle(2 * MAX, address);
    expect((await askWithKey()).status).toBe(200);
    expect(ports.size).toBe(1);
    agent.destroy();
    closeAll();
  });
});

describe('connections whose clients read nothing', () => {
  let shop: Shop;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    shop = await startShop({ FLORIN_MAX_CONNECTIONS: '4' });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await shop.stop();
  });

  /** Uses a valid key, then asks for more than the kernel keeps. */
  async function holdOpen(localAddress: string): Promise<void> {
    const { port } = new URL(shop.baseUrl);
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    const { authorization } = bearer(shop);
    socket.write(
      `GET /${shop.keys.public_key}/payment_intents HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\n\r\n`,
    );
    expect(String(await new Promise((resolve) => socket.once('data', resolve)))).toContain('HTTP/1.1 200');
    socket.pause();
    socket.write('GET /docs HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(12));
  }

  it('do not keep others out, even if they carried a valid key', async () => {
    for (const address of [HOSTILE, HOSTILE, OTHER, OTHER]) await holdOpen(address);
    const askWithKey = () => ask(shop, `/${shop.keys.public_key}/payment_intents`, '127.0.0.4', bearer(shop));
    const reply = await waitUntil('a connection is free', () => askWithKey().catch(() => undefined));
    expect(reply.status).toBe(200);
    expect((await ask(shop, '/healthz', '127.0.0.4')).status).toBe(200);
  });
});
