import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { LIMITS } from '../../domain/limits.ts';
import { sentBytes } from './tcp-progress.ts';
import { followUnread } from './unread-answers.ts';

/** More than two kernels keep for a client that does not read. */
const ANSWER = Buffer.alloc(16 * 1024 * 1024, 'a');

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

/** A connection whose client reads nothing, when the kernel takes no more for it. */
async function openStuck() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(ANSWER);
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const client = connect({ port: (server.address() as { port: number }).port, host: '127.0.0.1' });
  client.pause();
  ends.push(
    () => client.destroy(),
    () => void server.close(),
  );
  const socket = await waitUntil('there is a connection', () => sockets[0]);
  const seen: number[] = [];
  await waitUntil('the kernel takes no more', () => {
    seen.unshift(sentBytes(socket));
    return (seen[0] ?? 0) > 0 && seen[10] === seen[0];
  });
  return { socket, usedAtMs: -1, unread: undefined };
}

it('the time that a look takes counts against no client', async () => {
  const connection = await openStuck();
  const look = () => followUnread([connection], performance.now());
  const half = LIMITS.unreadAnswerMsMax / 2;
  expect(await look()).toEqual([]);
  vi.advanceTimersByTime(half);
  expect(await look()).toEqual([]);
  vi.advanceTimersByTime(half - 1);
  const slow = look();
  vi.advanceTimersByTime(LIMITS.unreadAnswerMsMax);
  expect(await slow).toEqual([]);
  expect(await look()).toEqual([connection]);
});
