import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { ClientConnections } from '../../src/http/server/client-connections.ts';
import { waitUntil } from '../support/wait-until.ts';

/** More than two kernels keep for a client that does not read. */
const ANSWER = Buffer.alloc(8 * 1024 * 1024, 'a');
const STEP_MS = 1_000;
/** How often the server looks, at least. */
const CHECK_MS = 2_000;
const BYTES_PER_STEP = 20_000;

// Sockets are real; the time in which clients read is not.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const answers: Record<string, Handle> = {
  '/large': (_, response) => response.end(ANSWER),
  '/small': (_, response) => response.end('small'),
  /** Heartbeats go on whether anybody reads them or not. */
  '/events': (_, response) => {
    response.write(ANSWER);
    const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), LIMITS.eventStreamHeartbeatMs);
    response.once('close', () => clearInterval(heartbeat));
  },
};

/** A server in this process whose connections are watched. A path with `?key` carries a valid key. */
async function serve(connectionsMax = 10) {
  const connections = new ClientConnections({ connectionsMax, isProxy: () => false });
  const handled: string[] = [];
  const server = createServer({ keepAliveTimeout: 240_000 }, (request, response) =>
    connections.waitForAnswers(request.socket, () => {
      const [path = '', key] = request.url?.split('?') ?? [];
      if (key !== undefined) connections.trust(request.socket);
      handled.push(path);
      answers[path]?.(request, response);
    }),
  );
  connections.watch(server);
  const sockets: Socket[] = [];
  server.prependListener('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ends.push(() => void server.close());
  const { port } = server.address() as AddressInfo;

  /** A client that sends requests and reads nothing unless it is told to. */
  const send = async (paths: readonly string[], localAddress = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    ends.push(() => socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''));
    return socket;
  };
  /** Whether the server has kept the connections, in their order. */
  const kept = () => sockets.map(({ destroyed }) => !destroyed);
  return { send, handled, kept };
}

/** Lets time pass in small steps, so that what was read arrives in between. Returns how much has passed. */
async function passUntil(what: string, isOver: () => boolean): Promise<number> {
  const startMs = performance.now();
  await waitUntil(what, () => {
    if (isOver()) return true;
    vi.advanceTimersByTime(STEP_MS);
    return false;
  });
  return performance.now() - startMs;
}

const passed = (ms: number) => {
  const untilMs = performance.now() + ms;
  return passUntil('the time has passed', () => performance.now() >= untilMs);
};

function readSome(socket: Socket): number {
  socket.read(0);
  const chunk = socket.read(Math.min(BYTES_PER_STEP, socket.readableLength)) as Buffer | null;
  return chunk?.length ?? 0;
}

describe('a client that reads nothing', () => {
  it.each(['/large', '/large?key', '/events', '/events?key'])('of %s is disconnected', async (path) => {
    const { send, handled, kept } = await serve();
    await send([path]);
    await waitUntil('the answer has begun', () => handled.length === 1);
    const ms = await passUntil('it is disconnected', () => kept()[0] === false);
    expect(ms).toBeGreaterThanOrEqual(LIMITS.unreadAnswerMsMax);
  });

  it('has one answer waiting, however many requests it has sent', async () => {
    const { send, handled } = await serve();
    const socket = await send(Array<string>(20).fill('/large'));
    await waitUntil('the answer has begun', () => handled.length === 1);
    await passed(LIMITS.unreadAnswerMsMax / 2);
    expect(handled).toHaveLength(1);
    socket.resume();
    await waitUntil('it has read, and gets the next ones', () => handled.length === 20);
  });
});

describe('a client that reads slowly', () => {
  it('gets all of its answer', async () => {
    const { send, kept } = await serve();
    const socket = await send(['/large']);
    const untilMs = performance.now() + 6 * LIMITS.unreadAnswerMsMax;
    let received = 0;
    await waitUntil('it has read for two minutes', () => {
      const read = readSome(socket);
      received += read;
      // Otherwise the next bytes are still on their way, unless the server has closed the connection.
      if (read > 0 || socket.destroyed) vi.advanceTimersByTime(STEP_MS);
      return performance.now() >= untilMs;
    });
    expect(received).toBeLessThan(ANSWER.length / 2);
    expect(kept()).toEqual([true]);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await waitUntil('it has everything', () => received > ANSWER.length);
  });

  it('is disconnected under pressure only: for one with fewer connections, and not at once if it had a valid key', async () => {
    const { send, handled, kept } = await serve(4);
    for (const address of ['127.0.0.2', '127.0.0.3']) {
      for (const path of ['/large?key', '/large?key']) await send([path], address);
    }
    await waitUntil('the answers have begun', () => handled.length === 4);
    await send(['/small'], '127.0.0.4');
    await waitUntil('it is rejected', () => kept()[4] === false);
    await passed(LIMITS.trustedUnreadMsMax + 2 * CHECK_MS);
    expect(kept()).toEqual([true, true, true, true, false]);
    await send(['/small'], '127.0.0.4');
    await waitUntil('it is answered', () => handled.at(-1) === '/small');
    expect(kept().slice(0, 4).filter(Boolean)).toHaveLength(3);
  });
});

describe('a connection that carried a valid key', () => {
  it('is kept longer than others, for a minute', async () => {
    const { send, handled, kept } = await serve(4);
    const ask = async (path: string, address: string) => {
      const before = handled.length;
      await send([path], address);
      await waitUntil('it was answered', () => handled.length > before);
    };
    await ask('/small?key', '127.0.0.2');
    await passed(LIMITS.trustedConnectionMs / 2);
    for (const host of [3, 4, 5, 6]) await ask('/small', `127.0.0.${host}`);
    expect(kept()).toEqual([true, false, true, true, true]);
    await passed(LIMITS.trustedConnectionMs / 2);
    await ask('/small', '127.0.0.7');
    expect(kept()).toEqual([false, false, true, true, true, true]);
  });
});
