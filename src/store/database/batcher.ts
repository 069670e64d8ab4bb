import { setTimeout as sleep } from 'node:timers/promises';

/** Writes many rows with one statement and returns the results in the order of the rows. */
export type WriteBatch<Row, Result> = (rows: readonly Row[]) => Promise<Result[]>;

export interface BatcherOptions {
  rowsMax: number;
  /** This many rows start an idle writer immediately, before the current turn of the event loop ends. */
  rowsEnough: number;
  /** How long rows gather before they are written, unless they fill a batch: fewer and larger ones, for rows in no hurry. */
  gatherMs?: number;
  waitingMax: number;
  /** A row that has waited longer is not sent, because its client has given up. */
  waitMsMax: number;
  /** Whether one of the rows made the batch fail. Then each row is retried alone. */
  isRowError: (error: unknown) => boolean;
  /** The error for a row that waited too long or found the queue full. */
  overdue: () => Error;
}

interface Waiting<Row, Result> {
  row: Row;
  sinceMs: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Rows that arrive while a batch is being written go into the next batch. There is one writer and no timer: an idle writer
 * starts on the next turn of the event loop, or as soon as enough rows wait; a busy writer continues when its batch has
 * completed. A row resolves only after its statement has committed.
 *
 * The database and this process should work at the same time. Without the early start, clients fall into step: all
 * requests are read in one turn and wait for one batch, and one side is always idle. For the same reason, a batch takes at
 * most half of the rows: a large batch leaves this process idle, and the small one after it leaves the database idle.
 */
export class Batcher<Row, Result> {
  readonly #write: WriteBatch<Row, Result>;
  readonly #options: BatcherOptions;
  #waiting: Waiting<Row, Result>[] = [];
  #writing = false;
  #woken = false;

  constructor(write: WriteBatch<Row, Result>, options: BatcherOptions) {
    this.#write = write;
    this.#options = options;
  }

  /** How many rows wait for the next batch. */
  get waiting(): number {
    return this.#waiting.length;
  }

  submit(row: Row): Promise<Result> {
    if (this.#waiting.length >= this.#options.waitingMax) return Promise.reject(this.#options.overdue());
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ row, sinceMs: performance.now(), resolve, reject });
      this.#wake();
    });
  }

  #wake(): void {
    if (this.#writing) return;
    if (this.#waiting.length >= this.#options.rowsEnough) {
      void this.#run();
    } else if (!this.#woken) {
      this.#woken = true;
      setImmediate(() => {
        this.#woken = false;
        if (!this.#writing) void this.#run();
      });
    }
  }

  /** The rows of the next batch, after a batch of `before` rows. Rows that waited too long are rejected. */
  #take(before: number): Waiting<Row, Result>[] {
    const { rowsEnough, rowsMax, gatherMs, waitMsMax } = this.#options;
    const oldestMs = performance.now() - waitMsMax;
    const half = Math.ceil((this.#waiting.length + before) / 2);
    const wanted = gatherMs === undefined ? Math.max(rowsEnough, half) : rowsMax;
    const batch = this.#waiting.splice(0, Math.min(rowsMax, wanted));
    return batch.filter((waiting) => {
      if (waiting.sinceMs >= oldestMs) return true;
      waiting.reject(this.#options.overdue());
      return false;
    });
  }

  /** Writes batch after batch, and resolves the rows of one batch while the next one is being written. */
  async #run(): Promise<void> {
    this.#writing = true;
    let settle: (() => void) | undefined;
    let before = 0;
    const { gatherMs, rowsMax } = this.#options;
    while (this.#waiting.length > 0) {
      if (gatherMs !== undefined && this.#waiting.length < rowsMax) {
        settle?.();
        settle = undefined;
        await sleep(gatherMs);
      }
      const batch = this.#take(before);
      before = batch.length;
      if (batch.length === 0) continue;
      const written = this.#writeAll(batch);
      settle?.();
      settle = await written;
    }
    this.#writing = false;
    settle?.();
  }

  /** Returns a function that settles the rows, for the caller to run. */
  async #writeAll(batch: Waiting<Row, Result>[]): Promise<(() => void) | undefined> {
    try {
      const results = await this.#write(batch.map((waiting) => waiting.row));
      return () => batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1 || !this.#options.isRowError(error)) {
        return () => batch.forEach((waiting) => waiting.reject(error));
      }
      for (const waiting of batch) (await this.#writeAll([waiting]))?.();
      return undefined;
    }
  }
}
