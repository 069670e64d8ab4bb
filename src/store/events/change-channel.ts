import { Client } from 'pg';
import type { Change } from '../../ports/changes.ts';
import { CHANGES_CHANNEL, readNotice } from './change-notice.ts';

const RECONNECT_MS_MIN = 200;
const RECONNECT_MS_MAX = 5_000;
/** A connection whose other end is gone without a word is found out by asking. */
const PROBE_MS = 10_000;
const ANSWER_MS_MAX = 4_000;

export interface Listener {
  tenant: string;
  tell: (change: Change) => void;
  onLost: (() => void) | undefined;
}

/**
 * Listens to one database on one connection, which it makes anew by itself. Whoever subscribed before the listening
 * began, or began again, may have missed something and is told so.
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

  /** Comes back when the first attempt to listen has ended, whether or not it succeeded. */
  tried(): Promise<void> {
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
        connectionTimeoutMillis: ANSWER_MS_MAX,
        query_timeout: ANSWER_MS_MAX,
        keepAlive: true,
      });
      const opened = client;
      opened.on('error', () => this.#lose(opened));
      opened.on('end', () => this.#lose(opened));
      opened.on('notification', ({ payload }) => this.#hear(payload));
      await opened.connect();
      await opened.query(`LISTEN ${CHANGES_CHANNEL}`);
      this.#client = opened;
      this.#pauseMs = RECONNECT_MS_MIN;
      this.#probeLater(opened);
      this.#tellLost();
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

  #hear(payload: string | undefined): void {
    for (const { tenant, change } of readNotice(payload)) {
      for (const listener of this.#listeners.get(tenant) ?? []) listener.tell(change);
    }
  }

  #tellLost(): void {
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) listener.onLost?.();
    }
  }
}
