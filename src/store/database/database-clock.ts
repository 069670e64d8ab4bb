import type { Clock } from '../../ports/clock.ts';
import type { Database } from './database.ts';

const RESAMPLE_MS = 30_000;

/**
 * The database's time, as an offset to the machine's monotonic clock. Reading it is free, and changes of the machine's
 * wall clock do not affect it.
 */
export class DatabaseClock implements Clock {
  readonly #database: Database;
  #offsetMs = performance.timeOrigin;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  nowMs(): number {
    return Math.floor(performance.now() + this.#offsetMs);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  }

  /** How far this machine's clock is ahead of the database's clock. */
  get skewMs(): number {
    return Date.now() - this.nowMs();
  }

  async start(): Promise<void> {
    await this.#sample();
    this.#timer = setInterval(() => {
      // While the database is unavailable, the last offset stays in use.
      this.#sample().catch(() => undefined);
    }, RESAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #sample(): Promise<void> {
    const before = performance.now();
    const [row] = await this.#database.query<{ now_ms: number }>({
      name: 'clock',
      text: 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms',
      values: [],
    });
    const after = performance.now();
    if (row) this.#offsetMs = row.now_ms - (before + after) / 2;
  }
}
