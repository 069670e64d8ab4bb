/** Writes many rows in one statement. The results come in the order of the rows. */
export type WriteBatch<Row, Result> = (rows: readonly Row[]) => Promise<Result[]>;

export interface GroupCommitOptions {
  rowsMax: number;
  /** So many rows start an idle writer at once, without waiting for the turn of the event loop to end. */
  rowsEnough: number;
  waitingMax: number;
  /** A row that has waited longer is not sent any more: whoever asked has gone. */
  waitMsMax: number;
  /** Whether the batch failed because of one of its rows, in which case each row is tried alone. */
  isRowError: (error: unknown) => boolean;
  /** What a row is told that waited too long, or found the queue full. */
  overdue: () => Error;
  onBatch?: (rows: number) => void;
}

interface Waiting<Row, Result> {
  row: Row;
  sinceMs: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: rows that arrive while a batch is being written go into the next one. There is one writer and no timer:
 * an idle writer starts on the next turn of the event loop, or as soon as enough rows wait; a busy one goes on when its
 * batch is back. A row is answered only after the statement that holds it has come back, and that is after its commit.
 *
 * Both halves of the machine should work at once: the database on a batch, this process on the requests of the next.
 * Without the early start, clients that wait for their answers fall into step: all of them are read in one turn, all
 * wait for one batch, and while one side works the other is idle. For the same reason a batch takes no more than half of
 * the rows that are here: a large batch leaves this process idle, and the small one behind it the database.
 */
export class GroupCommit<Row, Result> {
  readonly #write: WriteBatch<Row, Result>;
  readonly #options: GroupCommitOptions;
  #waiting: Waiting<Row, Result>[] = [];
  #writing = false;
  #woken = false;

  constructor(write: WriteBatch<Row, Result>, options: GroupCommitOptions) {
    this.#write = write;
    this.#options = options;
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

  /** The next rows to write, after a batch of so many; those that waited too long are told so and never sent. */
  #take(before: number): Waiting<Row, Result>[] {
    const { rowsEnough, rowsMax, waitMsMax } = this.#options;
    const oldestMs = performance.now() - waitMsMax;
    const half = Math.ceil((this.#waiting.length + before) / 2);
    const batch = this.#waiting.splice(0, Math.min(rowsMax, Math.max(rowsEnough, half)));
    return batch.filter((waiting) => {
      if (waiting.sinceMs >= oldestMs) return true;
      waiting.reject(this.#options.overdue());
      return false;
    });
  }

  /** Writes batch after batch. The answers of one go out while the next is being written. */
  async #run(): Promise<void> {
    this.#writing = true;
    let answer: (() => void) | undefined;
    let before = 0;
    while (this.#waiting.length > 0) {
      const batch = this.#take(before);
      before = batch.length;
      if (batch.length === 0) continue;
      this.#options.onBatch?.(batch.length);
      const written = this.#writeAll(batch);
      answer?.();
      answer = await written;
    }
    this.#writing = false;
    answer?.();
  }

  /** Returns what is to be said to the rows, for the caller to say it. */
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
