import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What happens to bytes that a client sends:
 * - `pass`: they go on.
 * - `swallow_answer`: they go on, and nothing ever comes back on this connection.
 * - `cut_at_answer`: they go on, and the connection is cut when the answer begins.
 * - `black_hole`: half of them go on, and then nothing more in either direction.
 * - `cut`: the connection is cut, and they do not go on.
 */
export type Verdict = 'pass' | 'swallow_answer' | 'cut_at_answer' | 'black_hole' | 'cut';

export interface CutConnection {
  /** How many times the client has sent something. */
  sent: number;
  /** What the client said first, as text: PostgreSQL's clients give their name there. */
  opening: string;
  /** What the client has sent since it began a transaction. */
  transaction: string;
}

/** Decides about each piece that a client sends. */
export type Rule = (bytes: Buffer, connection: CutConnection) => Verdict;

interface Pair {
  client: Socket;
  upstream: Socket;
}

/** Stands between a client and a server and can interrupt them at an exact moment. */
export class CuttingProxy {
  readonly port: number;
  rule: Rule = () => 'pass';
  readonly #server: Server;
  readonly #target: { host: string; port: number };
  readonly #pairs = new Set<Pair>();

  private constructor(server: Server, target: { host: string; port: number }) {
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    this.#server = server;
    this.#target = target;
    server.on('connection', (client) => this.#accept(client));
  }

  static async start(target: string): Promise<CuttingProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new CuttingProxy(server, { host: hostname, port: Number(port) });
  }

  /** The same URL with the address of this proxy. */
  urlFor(target: string): string {
    const url = new URL(target);
    url.port = String(this.port);
    return url.href.replace(/\/$/, '');
  }

  async stop(): Promise<void> {
    for (const pair of this.#pairs) destroy(pair);
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #accept(client: Socket): void {
    const upstream = connect(this.#target);
    const pair = { client, upstream };
    const connection: CutConnection = { sent: 0, opening: '', transaction: '' };
    let verdict: Verdict = 'pass';
    this.#pairs.add(pair);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pairs.delete(pair);
        destroy(pair);
      });
    }
    client.on('data', (bytes) => {
      if (verdict === 'black_hole') return;
      note(connection, bytes);
      const next = this.rule(bytes, connection);
      if (verdict === 'pass') verdict = next;
      if (next === 'cut') destroy(pair);
      else upstream.write(next === 'black_hole' ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes);
    });
    upstream.on('data', (bytes) => {
      if (verdict === 'pass') client.write(bytes);
      else if (verdict === 'cut_at_answer') destroy(pair);
    });
  }
}

function note(connection: CutConnection, bytes: Buffer): void {
  const text = bytes.toString('latin1');
  connection.sent += 1;
  if (connection.sent === 1) connection.opening = text;
  connection.transaction = text.includes('BEGIN') ? text : connection.transaction + text;
}

function destroy({ client, upstream }: Pair): void {
  client.destroy();
  upstream.destroy();
}
