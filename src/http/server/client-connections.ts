import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../domain/limits.ts';
import { clientNetwork } from './client-network.ts';
import { followUnread, type UnreadAnswer } from './unread-answers.ts';

const CHECK_MS = 2_000;

interface Connection {
  socket: Socket;
  client: string;
  /** All connections of the same client. */
  siblings: Set<Connection>;
  /** A proxy's connections are those of many clients. */
  isProxy: boolean;
  /** When it last carried a valid key or session. */
  trustedAtMs: number;
  /** Requests without a complete answer. */
  running: number;
  /** Those of them that wait until the answers before theirs have been sent. */
  waiting: (() => void)[];
  usedAtMs: number;
  unread: UnreadAnswer | undefined;
}

interface Options {
  connectionsMax: number;
  isProxy: (address: string | undefined) => boolean;
}

/**
 * The open connections, by client. When there are too many, a new one replaces one that is idle or whose client does not read,
 * so that clients that open connections and do nothing do not keep others out.
 */
export class ClientConnections {
  readonly #options: Options;
  readonly #perClientMax: number;
  readonly #open = new Map<Socket, Connection>();
  readonly #byClient = new Map<string, Set<Connection>>();
  #checking: NodeJS.Timeout | undefined;
  #isFollowing = false;

  constructor(options: Options) {
    this.#options = options;
    this.#perClientMax = Math.min(LIMITS.connectionsPerClientMax, Math.ceil(options.connectionsMax / 2));
  }

  get count(): number {
    return this.#open.size;
  }

  /** Requests without a complete answer, on all connections. */
  get running(): number {
    let running = 0;
    for (const connection of this.#open.values()) running += connection.running;
    return running;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.prependListener('request', ({ socket }: { socket: Socket }, response: ServerResponse) =>
      this.#begin(socket, response),
    );
  }

  /** For a minute, a connection that has carried a valid key or session is the last to be closed. */
  trust(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection) connection.trustedAtMs = performance.now();
  }

  /**
   * Calls back when the answers to earlier requests on the connection have been sent. So a client that sends many requests
   * and reads nothing has one answer waiting in the memory of this process.
   */
  waitForAnswers(socket: Socket, start: () => void): void {
    const connection = this.#open.get(socket);
    if (!connection || connection.running <= 1) start();
    else connection.waiting.push(start);
  }

  #add(socket: Socket): void {
    const client = clientNetwork(socket.remoteAddress);
    const siblings = this.#byClient.get(client) ?? new Set();
    const isProxy = this.#options.isProxy(socket.remoteAddress);
    if (!this.#makeRoom(siblings, isProxy)) {
      socket.destroy();
      return;
    }
    const connection: Connection = {
      socket,
      client,
      siblings,
      isProxy,
      trustedAtMs: Number.NEGATIVE_INFINITY,
      running: 0,
      waiting: [],
      usedAtMs: performance.now(),
      unread: undefined,
    };
    siblings.add(connection);
    this.#byClient.set(client, siblings);
    this.#open.set(socket, connection);
    socket.once('close', () => this.#remove(connection));
    this.#checking ??= setInterval(() => void this.#closeUnread(), CHECK_MS).unref();
  }

  #remove(connection: Connection): void {
    const { socket, client, siblings } = connection;
    if (!this.#open.delete(socket)) return;
    siblings.delete(connection);
    if (siblings.size === 0) this.#byClient.delete(client);
    if (this.#open.size > 0) return;
    clearInterval(this.#checking);
    this.#checking = undefined;
  }

  #begin(socket: Socket, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.running += 1;
    response.once('close', () => {
      connection.running -= 1;
      connection.usedAtMs = performance.now();
      connection.waiting.shift()?.();
    });
    if (connection.running > LIMITS.pipelinedRequestsMax) socket.destroy();
  }

  async #closeUnread(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const unread = await followUnread(this.#open.values(), performance.now());
    for (const { socket } of unread) socket.resetAndDestroy();
    this.#isFollowing = false;
  }

  /** Closes a connection if a client has too many, and one if there are too many of all. Returns whether there is room. */
  #makeRoom(siblings: Set<Connection>, isProxy: boolean): boolean {
    const hasOwnRoom = isProxy || siblings.size < this.#perClientMax || this.#closeOne(siblings, () => true);
    if (!hasOwnRoom || this.#open.size < this.#options.connectionsMax) return hasOwnRoom;
    return this.#closeOne(this.#open.values(), (other) => other.siblings.size > siblings.size + 1);
  }

  #closeOne(connections: Iterable<Connection>, mayInterrupt: (connection: Connection) => boolean): boolean {
    const nowMs = performance.now();
    let victim: Connection | undefined;
    for (const connection of connections) {
      const isCandidate = connection.running === 0 || (isInterruptible(connection, nowMs) && mayInterrupt(connection));
      if (isCandidate && (!victim || isWorse(connection, victim, nowMs))) victim = connection;
    }
    if (!victim) return false;
    this.#remove(victim);
    // Otherwise the kernel would keep what the client does not read.
    if (victim.unread) victim.socket.resetAndDestroy();
    else victim.socket.destroy();
    return true;
  }
}

/** Trust ends for a client that is slow to read while others wait. */
function isTrusted({ trustedAtMs, unread }: Connection, nowMs: number): boolean {
  if (unread && nowMs - unread.sinceMs >= LIMITS.trustedUnreadMsMax) return false;
  return nowMs - trustedAtMs < LIMITS.trustedConnectionMs;
}

const isInterruptible = (connection: Connection, nowMs: number) => !connection.isProxy && !isTrusted(connection, nowMs);

/** Idle ones go first, then busy ones, then idle ones that are trusted. */
const rankOf = (connection: Connection, nowMs: number): number =>
  isTrusted(connection, nowMs) ? 2 : Math.min(connection.running, 1);

/** Among equals, those of the client with the most connections go first, and of these the one unused for longest. */
function isWorse(one: Connection, other: Connection, nowMs: number): boolean {
  const byRank = rankOf(one, nowMs) - rankOf(other, nowMs);
  return (byRank || other.siblings.size - one.siblings.size || one.usedAtMs - other.usedAtMs) < 0;
}
