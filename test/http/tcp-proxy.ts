import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * - `pass`: bytes go both ways.
 * - `refuse`: every connection is closed, new ones at once.
 * - `black_hole`: nothing goes either way; new connections are accepted and never answered.
 */
type ProxyMode = 'pass' | 'refuse' | 'black_hole';

interface Pair {
  client: Socket;
  upstream: Socket | undefined;
}

/** Stands between a server and its database, and can make the database go away in each of the ways that networks have. */
export class TcpProxy {
  /** The address of the database as the server is to know it. */
  readonly url: string;
  readonly #server: Server;
  readonly #target: { host: string; port: number };
  readonly #pairs = new Set<Pair>();
  #mode: ProxyMode = 'pass';

  private constructor(server: Server, url: string, target: { host: string; port: number }) {
    this.#server = server;
    this.url = url;
    this.#target = target;
    server.on('connection', (client) => this.#accept(client));
  }

  static async start(databaseUrl: string): Promise<TcpProxy> {
    const url = new URL(databaseUrl);
    const target = { host: url.hostname, port: Number(url.port || 5_432) };
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    url.hostname = '127.0.0.1';
    url.port = String(typeof address === 'object' && address ? address.port : 0);
    return new TcpProxy(server, url.href, target);
  }

  /** What was held back in a black hole is delivered when it passes again, late, as a network may do. */
  pass(): void {
    this.#mode = 'pass';
    for (const pair of this.#pairs) {
      if (pair.upstream) resume(pair);
      // The bytes of a connection that was never answered were lost with it.
      else pair.client.destroy();
    }
  }

  refuse(): void {
    this.#mode = 'refuse';
    this.#dropAll();
  }

  blackHole(): void {
    this.#mode = 'black_hole';
    for (const { client, upstream } of this.#pairs) {
      client.pause();
      upstream?.pause();
    }
  }

  /** Passes again, but every connection of before stays dead without a word: its path through the network is forgotten. */
  passNewOnly(): void {
    this.#mode = 'pass';
    for (const pair of this.#pairs) {
      pair.upstream?.destroy();
      pair.upstream = undefined;
      pair.client.pause();
    }
  }

  async stop(): Promise<void> {
    this.#dropAll();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #accept(client: Socket): void {
    client.on('error', () => undefined);
    if (this.#mode === 'refuse') {
      client.destroy();
      return;
    }
    const upstream = this.#mode === 'pass' ? connect(this.#target) : undefined;
    const pair: Pair = { client, upstream };
    this.#pairs.add(pair);
    client.on('close', () => {
      this.#pairs.delete(pair);
      pair.upstream?.destroy();
    });
    if (!upstream) {
      client.pause();
      return;
    }
    upstream.on('error', () => undefined);
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => client.write(bytes));
    client.on('end', () => upstream.end());
    // A dead upstream that was let go on purpose says nothing to the client.
    upstream.on('close', () => {
      if (pair.upstream === upstream) client.destroy();
    });
  }

  #dropAll(): void {
    for (const { client, upstream } of this.#pairs) {
      client.destroy();
      upstream?.destroy();
    }
  }
}

function resume({ client, upstream }: Pair): void {
  client.resume();
  upstream?.resume();
}
