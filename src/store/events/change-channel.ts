import { Client } from 'pg';
import type { Change } from '../../ports/changes.ts';
import { CHANGES_CHANNEL, readNotice } from './change-notice.ts';

const RECONNECT_MS_MIN = 200;
const RECONNECT_MS_MAX = 5_000;
/** A query detects connections that were closed silently. */
const PROBE_MS = 10_000;
const RESPONSE_MS_MAX = 4_000;

export interface Listener {
  tenant: string;
  notify: (change: Change) => void;
  onLost: (() => void) | undefined;
}

/**
 * Listens to one database on one connection and reconnects automatically. Listeners that subscribed before a connection
 * was made may have missed changes, so they are notified with `onLost`.
 */
export class ChangeChannel {
  readonly #findUrl: () => Promise<string>;
  readonly #listeners = new Map<string, Set<Listener>>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = RECONNECT_MS_MIN;
  #closed = false;
  #connecting: Promise<void>;

  constructor(findUrl: () => Promise<string>) {
    this.#findUrl = findUrl;
    this.#connecting = this.#connect();
  }

  add(listener: Listener): () => void {
    const listeners = this.#listeners.get(listener.tenant) ?? new Set();
    this.#listeners.set(listener.tenant, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(listener.tenant) === listeners) {
        this.#listeners.delete(listener.tenant);
      }
    };
  }

  /** Resolves after the first attempt to connect, whether or not it succeeded. */
  firstAttempt(): Promise<void> {
    return this.#connecting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    let client: Client | undefined;
    try {
      client = new Client({
        connectionString: await this.#findUrl(),
        application_name: 'florin-changes',
        connectionTimeoutMillis: RESPONSE_MS_MAX,
        query_timeout: RESPONSE_MS_MAX,
        keepAlive: true,
      });
      const opened = client;
      opened.on('error', () => this.#lose(opened));
      opened.on('end', () => this.#lose(opened));
      opened.on('notification', ({ payload }) => this.#receive(payload));
      await opened.connect();
      await opened.query(`LISTEN ${CHANGES_CHANNEL}`);
      this.#client = opened;
      this.#pauseMs = RECONNECT_MS_MIN;
      this.#probeLater(opened);
      this.#notifyLost();
    } catch {
      await client?.end().catch(() => undefined);
      this.#connectLater();
    }
  }

  #connectLater(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect();
    }, this.#pauseMs).unref();
    this.#pauseMs = Math.min(2 * this.#pauseMs, RECONNECT_MS_MAX);
  }

  #probeLater(client: Client): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.#client === client && this.#probeLater(client),
        () => this.#lose(client),
      );
    }, PROBE_MS).unref();
  }

  #lose(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    this.#connectLater();
  }

  #receive(payload: string | undefined): void {
    for (const { tenant, change } of readNotice(payload)) {
      for (const listener of this.#listeners.get(tenant) ?? []) listener.notify(change);
    }
  }

  #notifyLost(): void {
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) listener.onLost?.();
    }
  }
}
