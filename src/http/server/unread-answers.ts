import type { Socket } from 'node:net';
import { LIMITS } from '../../domain/limits.ts';
import { readSendQueues, sentBytes } from './tcp-progress.ts';

/** What a client has not read yet of the current answer. */
export interface UnreadAnswer {
  sinceMs: number;
  /** When the client was last seen to take some of it. */
  progressAtMs: number;
  sentBytes: number;
  /** What the kernel keeps for the client; read only if nothing else shows progress. */
  queuedBytes: number | undefined;
}

interface Sending {
  socket: Socket;
  /** When the last answer before this one was sent. */
  usedAtMs: number;
  unread: UnreadAnswer | undefined;
}

type Stuck<Connection> = Connection & { unread: UnreadAnswer };

/** Below this, no progress is nothing unusual. Reading the queues of the kernel costs milliseconds. */
const STUCK_MS = LIMITS.unreadAnswerMsMax / 2;

/** Notes what clients have read since the last call. Returns the connections whose clients have stopped reading. */
export async function followUnread<Connection extends Sending>(
  connections: Iterable<Connection>,
  nowMs: number,
): Promise<Connection[]> {
  const stuck: Stuck<Connection>[] = [];
  for (const connection of connections) {
    const unread = unreadOf(connection, nowMs);
    connection.unread = unread;
    if (unread && nowMs - unread.progressAtMs >= STUCK_MS) stuck.push(connection as Stuck<Connection>);
  }
  return stuck.length === 0 ? [] : findHopeless(stuck, nowMs);
}

function unreadOf({ socket, usedAtMs, unread }: Sending, nowMs: number): UnreadAnswer | undefined {
  if (socket.writableLength === 0) return undefined;
  const sent = sentBytes(socket);
  const isSameAnswer = unread !== undefined && unread.sinceMs > usedAtMs;
  if (isSameAnswer && sent === unread.sentBytes) return unread;
  const sinceMs = isSameAnswer ? unread.sinceMs : nowMs;
  return { sinceMs, progressAtMs: nowMs, sentBytes: sent, queuedBytes: undefined };
}

/** Those that take nothing from the kernel either. The first look is what the next one is compared with. */
async function findHopeless<Connection extends Sending>(
  stuck: readonly Stuck<Connection>[],
  nowMs: number,
): Promise<Connection[]> {
  const queues = await readSendQueues(stuck.map(({ socket }) => socket));
  const hopeless: Connection[] = [];
  for (const connection of stuck) {
    const { socket, unread } = connection;
    const before = unread.queuedBytes;
    const queued = queues.get(socket) ?? 0;
    unread.queuedBytes = queued;
    if (before === undefined) continue;
    if (queued < before) unread.progressAtMs = nowMs;
    if (nowMs - unread.progressAtMs >= LIMITS.unreadAnswerMsMax) hopeless.push(connection);
  }
  return hopeless;
}
