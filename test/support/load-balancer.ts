import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './external-postgres.ts';
import { waitUntil } from './wait-until.ts';

const POLL_MS = 100;
/** It passes on how long backends keep connections, so it must not close its own earlier. */
const KEEP_ALIVE_MS = 240_000;

interface Backend {
  url: string;
  isReady: boolean;
  running: number;
  answered: number;
  agent: Agent;
}

/**
 * A load balancer as operators use them: it sends each request to the next backend whose health check said 200 when it last
 * asked, over connections that it keeps, and it repeats none.
 */
export class LoadBalancer {
  readonly #healthPath: string;
  readonly #backends = new Map<string, Backend>();
  readonly #agents: Agent[] = [];
  readonly #server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    (incoming, outgoing) => void this.#forward(incoming, outgoing),
  );
  #turn = 0;
  #isClosed = false;
  #polling: Promise<void> | undefined;
  /** Why requests failed between the load balancer and a backend. */
  readonly failures: string[] = [];
  url = '';

  constructor(healthPath: string) {
    this.#healthPath = healthPath;
  }

  async start(): Promise<void> {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    await new Promise<void>((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    this.#polling = this.#poll();
  }

  /** Resolves when the backend is ready, so that it gets requests from now on. */
  async add(url: string): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    const backend = { url, isReady: false, running: 0, answered: 0, agent };
    this.#agents.push(agent);
    this.#backends.set(url, backend);
    await waitUntil(`${url} is ready`, () => backend.isReady);
  }

  /** How many requests the backend has answered. */
  answeredBy(url: string): number {
    return this.#backends.get(url)?.answered ?? 0;
  }

  /** Sends it nothing more, and resolves when it has answered everything. Streams stay open until it ends them. */
  async remove(url: string): Promise<void> {
    const backend = this.#backends.get(url);
    if (!backend) return;
    this.#backends.delete(url);
    await waitUntil(`${url} has answered everything`, () => backend.running === 0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#polling;
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
    for (const agent of this.#agents) agent.destroy();
  }

  async #poll(): Promise<void> {
    while (!this.#isClosed) {
      await Promise.all(
        [...this.#backends.values()].map(async (backend) => {
          const answer = await fetch(`${backend.url}${this.#healthPath}`).catch(() => undefined);
          await answer?.arrayBuffer();
          backend.isReady = answer?.status === 200;
        }),
      );
      await sleep(POLL_MS);
    }
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const ready = [...this.#backends.values()].filter(({ isReady }) => isReady);
    const backend = ready[this.#turn++ % Math.max(1, ready.length)];
    const isStream = incoming.url?.endsWith('/events') === true;
    if (!backend) {
      this.failures.push(`no backend is ready for ${incoming.url}`);
      outgoing.writeHead(502).end();
      return;
    }
    // A stream does not count as a request in flight: it stays open as long as the backend wants.
    if (!isStream) backend.running += 1;
    try {
      const answer = await ask(backend, incoming);
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' });
      await pipeline(answer, outgoing);
      backend.answered += 1;
    } catch (error) {
      if (!outgoing.destroyed || !isStream) this.failures.push(`${backend.url} ${incoming.url}: ${String(error)}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    } finally {
      if (!isStream) backend.running -= 1;
    }
  }
}

const ask = ({ url, agent }: Backend, incoming: IncomingMessage): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method, headers } = incoming;
    const outgoing = request(`${url}${incoming.url}`, { method, headers, agent }, resolve);
    outgoing.once('error', reject);
    incoming.pipe(outgoing);
  });
