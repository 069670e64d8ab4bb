import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../domain/limits.ts';
import { clientNetwork } from './client-network.ts';

interface Connection {
  socket: Socket;
  client: string;
  /** All connections of the same client. */
  siblings: Set<Connection>;
  /** A proxy's connections are those of many clients. */
  isProxy: boolean;
  /** Whether it has carried a valid key or session. */
  isTrusted: boolean;
  /** Requests without a complete answer. */
  running: number;
  usedAtMs: number;
}

interface Options {
  connectionsMax: number;
  isProxy: (address: string | undefined) => boolean;
}

/**
 * The open connections, by client. When there are too many, a new one replaces one that is idle, so that clients that open
 * connections and send nothing do not keep others out.
 */
export class ClientConnections {
  readonly #options: Options;
  readonly #perClientMax: number;
  readonly #open = new Map<Socket, Connection>();
  readonly #byClient = new Map<string, Set<Connection>>();

  constructor(options: Options) {
    this.#options = options;
    this.#perClientMax = Math.min(LIMITS.connectionsPerClientMax, Math.ceil(options.connectionsMax / 2));
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.prependListener('request', ({ socket }: { socket: Socket }, response: ServerResponse) =>
      this.#begin(socket, response),
    );
  }

  /** A connection that has carried a valid key or session is the last to be closed. */
  trust(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection) connection.isTrusted = true;
  }

  #add(socket: Socket): void {
    const client = clientNetwork(socket.remoteAddress);
    const siblings = this.#byClient.get(client) ?? new Set();
    const isProxy = this.#options.isProxy(socket.remoteAddress);
    if (!this.#makeRoom(siblings, isProxy)) {
      socket.destroy();
      return;
    }
    const connection = { socket, client, siblings, isProxy, isTrusted: false, running: 0, usedAtMs: performance.now() };
    siblings.add(connection);
    this.#byClient.set(client, siblings);
    this.#open.set(socket, connection);
    socket.once('close', () => this.#remove(connection));
  }

  #remove(connection: Connection): void {
    const { socket, client, siblings } = connection;
    if (!this.#open.delete(socket)) return;
    siblings.delete(connection);
    if (siblings.size === 0) this.#byClient.delete(client);
  }

  #begin(socket: Socket, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.running += 1;
    response.once('close', () => {
      connection.running -= 1;
      connection.usedAtMs = performance.now();
    });
    if (connection.running > LIMITS.pipelinedRequestsMax) socket.destroy();
  }

  /** Closes a connection if a client has too many, and one if there are too many of all. Returns whether there is room. */
  #makeRoom(siblings: Set<Connection>, isProxy: boolean): boolean {
    const hasOwnRoom = isProxy || siblings.size < this.#perClientMax || this.#closeOne(siblings, () => true);
    if (!hasOwnRoom || this.#open.size < this.#options.connectionsMax) return hasOwnRoom;
    return this.#closeOne(this.#open.values(), (other) => other.siblings.size > siblings.size + 1);
  }

  #closeOne(connections: Iterable<Connection>, mayInterrupt: (connection: Connection) => boolean): boolean {
    let victim: Connection | undefined;
    for (const connection of connections) {
      const isCandidate = connection.running === 0 || (isInterruptible(connection) && mayInterrupt(connection));
      if (isCandidate && (!victim || isWorse(connection, victim))) victim = connection;
    }
    if (!victim) return false;
    this.#remove(victim);
    victim.socket.destroy();
    return true;
  }
}

const isInterruptible = ({ isTrusted, isProxy }: Connection) => !isTrusted && !isProxy;

/** Idle ones go first, then busy ones, then idle ones that have been trusted. */
const rankOf = ({ isTrusted, running }: Connection): number => (isTrusted ? 2 : Math.min(running, 1));

/** Among equals, those of the client with the most connections go first, and of these the one unused for longest. */
function isWorse(one: Connection, other: Connection): boolean {
  return (rankOf(one) - rankOf(other) || other.siblings.size - one.siblings.size || one.usedAtMs - other.usedAtMs) < 0;
}
