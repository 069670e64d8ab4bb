import type { Socket } from 'node:net';
import { LIMITS } from '../../domain/limits.ts';
import { readSendQueues, sentBytes } from './tcp-progress.ts';

/** What a client has not read yet of the current answer. */
export interface UnreadAnswer {
  sinceMs: number;
  /** When the client was last seen to take some of it. */
  progressAtMs: number;
  sentBytes: number;
  /** What the kernel keeps for the client, and when that was first read; only if nothing else shows progress. */
  queued: { bytes: number; sinceMs: number } | undefined;
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
  return stuck.length === 0 ? [] : findHopeless(stuck);
}

function unreadOf({ socket, usedAtMs, unread }: Sending, nowMs: number): UnreadAnswer | undefined {
  if (socket.writableLength === 0) return undefined;
  const sent = sentBytes(socket);
  const isSameAnswer = unread !== undefined && unread.sinceMs > usedAtMs;
  if (isSameAnswer && sent === unread.sentBytes) return unread;
  const sinceMs = isSameAnswer ? unread.sinceMs : nowMs;
  return { sinceMs, progressAtMs: nowMs, sentBytes: sent, queued: undefined };
}

/**
 * Those that take nothing from the kernel either. The first look is what the next ones are compared with. A look may take
 * long on a busy machine, which says nothing about the client: it counts to nobody's disadvantage, at either end.
 */
async function findHopeless<Connection extends Sending>(stuck: readonly Stuck<Connection>[]): Promise<Connection[]> {
  const beforeMs = performance.now();
  const queues = await readSendQueues(stuck.map(({ socket }) => socket));
  const afterMs = performance.now();
  const hopeless: Connection[] = [];
  for (const connection of stuck) {
    const { socket, unread } = connection;
    const before = unread.queued;
    const bytes = queues.get(socket) ?? 0;
    unread.queued = { bytes, sinceMs: before?.sinceMs ?? afterMs };
    if (before === undefined) continue;
    if (bytes < before.bytes) unread.progressAtMs = afterMs;
    const isUnread = beforeMs - unread.progressAtMs >= LIMITS.unreadAnswerMsMax;
    if (isUnread && beforeMs - before.sinceMs >= STUCK_MS) hopeless.push(connection);
  }
  return hopeless;
}
