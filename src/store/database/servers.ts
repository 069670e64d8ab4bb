import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseHost, readDatabaseUrl, showHost } from '../../domain/database-url.ts';
import { ImpatientClient } from './impatient-client.ts';

/** Together with the connection that follows, this stays below the time that a pool waits for a connection. */
const PROBE_MS_MAX = 1_000;
/** How long the other servers may take to answer once one has said that it takes writes. */
const OTHERS_MS_MAX = 200;
/** While no server takes writes, requests fail at once, and the servers are asked this often. */
const SEARCH_AGAIN_MS = 200;

/**
 * The servers of one database URL, and the one that takes writes. With one host there is nothing to find out. With several,
 * all are asked at the same time, and the answer is kept until something fails. Two that take writes are one too many: after
 * a failover, the data of the old one would part from the data of the new one.
 */
export class Servers {
  readonly hosts: readonly DatabaseHost[];
  /** Names one host only, as the driver wants it. */
  readonly url: string;
  /**
   * Whether a pooler stands between this process and the server: then the next transaction may run on another connection, so
   * nothing can be set for a connection. Undefined until the first connection has found out.
   */
  isPooled: boolean | undefined;
  #primary: DatabaseHost | undefined;
  #searching: Promise<DatabaseHost> | undefined;
  #failure: { error: Error; atMs: number } | undefined;

  constructor(url: string) {
    const { hosts, url: urlOfOne } = readDatabaseUrl(url, 'The URL of a database');
    this.hosts = hosts;
    this.url = urlOfOne;
  }

  get areSeveral(): boolean {
    return this.hosts.length > 1;
  }

  /** The host in use, as far as this process knows. */
  get inUse(): DatabaseHost | undefined {
    return this.areSeveral ? this.#primary : this.hosts[0];
  }

  /** Makes the next connection ask all servers. */
  doubt(): void {
    this.#primary = undefined;
  }

  findPrimary(): Promise<DatabaseHost> {
    if (this.#primary) return Promise.resolve(this.#primary);
    if (this.#failure && performance.now() - this.#failure.atMs < SEARCH_AGAIN_MS)
      return Promise.reject(this.#failure.error);
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  async #search(): Promise<DatabaseHost> {
    const { found, states } = await this.#ask();
    const [primary, second] = found;
    if (primary && !second) {
      this.#primary = primary;
      return primary;
    }
    const error = new Error(
      second
        ? `Several servers take writes: ${found.map(showHost).join(', ')}. Stop those that are not the primary.`
        : `No server takes writes: ${states.join(', ')}.`,
    );
    this.#failure = { error, atMs: performance.now() };
    throw error;
  }

  async #ask(): Promise<{ found: DatabaseHost[]; states: string[] }> {
    const found: DatabaseHost[] = [];
    const states: string[] = [];
    const first = Promise.withResolvers<void>();
    const ask = async (host: DatabaseHost) => {
      const state = await this.#stateOf(host);
      states.push(`${showHost(host)} ${state}`);
      if (state !== 'takes writes') return;
      found.push(host);
      first.resolve();
    };
    const othersAnswered = first.promise.then(() => sleep(OTHERS_MS_MAX, undefined, { ref: false }));
    await Promise.race([Promise.all(this.hosts.map(ask)), othersAnswered]);
    return { found: [...found], states: [...states] };
  }

  async #stateOf({ name: host, port }: DatabaseHost): Promise<string> {
    const client = new ImpatientClient({
      connectionString: this.url,
      application_name: 'florin-probe',
      connectionTimeoutMillis: PROBE_MS_MAX,
      query_timeout: PROBE_MS_MAX,
    });
    Object.assign(client, { host, port });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      return rows[0]?.transaction_read_only === 'off' ? 'takes writes' : 'is read-only';
    } catch (error) {
      return `does not respond (${(error as Error).message || (error as NodeJS.ErrnoException).code})`;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

const known = new Map<string, Servers>();

/** What this process knows about the servers of a URL is the same for all of its connections. */
export function serversOf(url: string): Servers {
  const servers = known.get(url) ?? new Servers(url);
  known.set(url, servers);
  return servers;
}
