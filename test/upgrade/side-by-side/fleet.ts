import { setTimeout as sleep } from 'node:timers/promises';
import { type Keys, type Reply, send } from '../../support/client.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../support/server.ts';

export type Version = 'before' | 'current';

const RETRIES_MAX = 50;
const RETRY_PAUSE_MS = 100;

interface Node {
  name: string;
  version: Version;
  /** Undefined while it is down. */
  server: RunningServer | undefined;
}

export interface Call {
  path: string;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Nodes of two versions on one database, with counts of how they answered. */
export class Fleet {
  readonly #options: Record<Version, ServerOptions>;
  readonly #nodes: Node[] = [];
  readonly #starting = new Set<Promise<RunningServer>>();
  readonly #turns: Record<Version, number> = { before: 0, current: 0 };
  /** Requests by version. */
  readonly answered: Record<Version, number> = { before: 0, current: 0 };
  /** Documented 503 answers, each followed by a retry. */
  unavailable = 0;
  /** Requests that were lost with a node that was ended on purpose. */
  lost = 0;
  /** Server errors, and failed connections to a node that should be running. */
  readonly faults: string[] = [];

  constructor(options: Record<Version, ServerOptions>) {
    this.#options = options;
  }

  async start(name: string, version: Version): Promise<void> {
    const starting = startServer(this.#options[version]);
    this.#starting.add(starting);
    const server = await starting.finally(() => this.#starting.delete(starting));
    const known = this.#nodes.find((node) => node.name === name);
    if (known) known.server = server;
    else this.#nodes.push({ name, version, server });
  }

  /** Ends a node without waiting for its requests. */
  async end(name: string, signal: NodeJS.Signals): Promise<void> {
    const node = this.#nodes.find((candidate) => candidate.name === name);
    const server = node?.server;
    if (!node || !server) throw new Error(`${name} does not run`);
    node.server = undefined;
    await server.stop(signal);
  }

  async endAll(): Promise<void> {
    const started = await Promise.allSettled(this.#starting);
    const late = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const known = this.#nodes.flatMap(({ server }) => server ?? []);
    await Promise.all([...known, ...late].map((server) => server.stop('SIGKILL')));
  }

  /** Asks a node of this version, or of the other one if none runs, and retries until there is an answer. */
  async ask(version: Version, keys: Keys, call: Call): Promise<Reply> {
    for (let attempt = 0; attempt < RETRIES_MAX; attempt += 1) {
      const reply = await this.askOnce(version, keys, call);
      if (reply) return reply;
      await sleep(RETRY_PAUSE_MS);
    }
    throw new Error(`No node has answered ${call.path} in ${RETRIES_MAX} attempts.`);
  }

  /** One attempt. Undefined if it is unknown whether the request was carried out. */
  async askOnce(version: Version, keys: Keys, { path, ...init }: Call): Promise<Reply | undefined> {
    const node = this.#pick(version);
    const { server } = node;
    try {
      const reply = await send(server.baseUrl, keys, path, init);
      this.answered[node.version] += 1;
      if (reply.status === 503 && reply.headers.has('retry-after')) {
        this.unavailable += 1;
        return undefined;
      }
      if (reply.status >= 500) this.faults.push(`${node.name}: ${path} was answered with ${reply.text}`);
      return reply;
    } catch (error) {
      if (node.server === server) this.faults.push(`${node.name}: ${path} had no answer: ${String(error)}`);
      this.lost += 1;
      return undefined;
    }
  }

  #pick(version: Version): Node & { server: RunningServer } {
    const up = this.#nodes.filter((node): node is Node & { server: RunningServer } => node.server !== undefined);
    const wanted = up.filter((node) => node.version === version);
    const choice = wanted.length > 0 ? wanted : up;
    this.#turns[version] += 1;
    const node = choice[this.#turns[version] % choice.length];
    if (!node) throw new Error('no node runs');
    return node;
  }
}
