import type { Client } from 'pg';
import type { Change } from '../../ports/changes.ts';
import { isBehindPooler } from '../database/detect-pooler.ts';
import { PrimaryClient } from '../database/primary-client.ts';
import { CHANGES_CHANNEL, NUMBERS_CHANNEL, readChanges, readNumbers } from './change-notice.ts';
import { KnownChanges } from './known-changes.ts';
import { Listeners } from './listeners.ts';
import { OutboxPoll } from './outbox-poll.ts';
import type { ReadNumbered } from './read-numbered.ts';

const RECONNECT_MS_MIN = 200;
const RECONNECT_MS_MAX = 5_000;
/** A query detects connections that were closed silently. */
const PROBE_MS = 10_000;
/** How often numbered events are read while notifications do not arrive. */
const POLL_MS = 1_000;
const RESPONSE_MS_MAX = 4_000;

/**
 * Listens to one database on one connection and reconnects automatically. Listeners that subscribed before a connection
 * was made may have missed changes, so they are notified with `onLost`. While there is no connection, and behind a pooler,
 * which passes no notification on, it reads what was numbered instead.
 */
export class ChangeChannel {
  readonly #findUrl: () => Promise<string>;
  readonly #poll: OutboxPoll;
  readonly changes = new Listeners<Change>();
  readonly numbers = new Listeners<number>();
  readonly #known = new KnownChanges();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #pauseMs = RECONNECT_MS_MIN;
  #closed = false;
  #connecting: Promise<void>;

  constructor(findUrl: () => Promise<string>, readNumbered: ReadNumbered) {
    this.#findUrl = findUrl;
    this.#poll = new OutboxPoll(readNumbered);
    this.#pollLater();
    this.#connecting = this.#connect();
  }

  /** Resolves after the first attempt to connect, whether or not it succeeded. */
  firstAttempt(): Promise<void> {
    return this.#connecting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pollTimer);
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
      client = new PrimaryClient({
        connectionString: await this.#findUrl(),
        application_name: 'florin-changes',
        connectionTimeoutMillis: RESPONSE_MS_MAX,
        query_timeout: RESPONSE_MS_MAX,
        keepAlive: true,
      });
      const opened = client;
      opened.on('error', () => this.#lose(opened));
      opened.on('end', () => this.#lose(opened));
      opened.on('notification', ({ channel, payload }) => this.#receive(channel, payload));
      await opened.connect();
      if (await isBehindPooler(opened)) {
        await opened.end();
        return;
      }
      await opened.query(`LISTEN ${CHANGES_CHANNEL}; LISTEN ${NUMBERS_CHANNEL}`);
      this.#client = opened;
      this.#poll.forget();
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

  #pollLater(): void {
    this.#pollTimer = setTimeout(() => void this.#pollNow(), POLL_MS).unref();
  }

  async #pollNow(): Promise<void> {
    if (!this.#client) await this.#pollOnce();
    if (!this.#closed) this.#pollLater();
  }

  async #pollOnce(): Promise<void> {
    try {
      const tenants = new Set([...this.changes.tenants(), ...this.numbers.tenants()]);
      const { changes, numbers } = await this.#poll.look([...tenants]);
      this.changes.notify(changes);
      this.numbers.notify(numbers);
    } catch {
      // The database is away. The next look starts where the last one ended.
    }
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

  #receive(channel: string, payload: string | undefined): void {
    if (channel === NUMBERS_CHANNEL) this.numbers.notify(readNumbers(payload));
    else this.changes.notify(this.#newsOf(payload));
  }

  #newsOf(payload: string | undefined): { tenant: string; value: Change }[] {
    return readChanges(payload)
      .filter(({ value }) => this.#known.isNews(value.change, value.isAgain))
      .map(({ tenant, value }) => ({ tenant, value: value.change }));
  }

  #notifyLost(): void {
    this.changes.notifyLost();
    this.numbers.notifyLost();
  }
}
