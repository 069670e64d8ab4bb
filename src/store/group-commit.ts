/** Writes many rows in one statement. The results come in the order of the rows. */
export type WriteBatch<Row, Result> = (rows: readonly Row[]) => Promise<Result[]>;

export interface GroupCommitOptions {
  rowsMax: number;
  waitingMax: number;
  answerMsMax: number;
  /** Whether the batch failed because of one of its rows, in which case each row is tried alone. */
  isRowError: (error: unknown) => boolean;
  /** What a row is told that waited too long, or found the queue full. */
  overdue: () => Error;
  onBatch?: (rows: number) => void;
}

interface Waiting<Row, Result> {
  row: Row;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/**
 * Group commit: rows that arrive while a batch is being written go into the next one. There is one writer and no timer:
 * an idle writer flushes on the next turn of the event loop, a busy one when its batch is back. A row is answered only
 * after the statement that holds it has come back, and that is after its commit.
 */
export class GroupCommit<Row, Result> {
  readonly #write: WriteBatch<Row, Result>;
  readonly #options: GroupCommitOptions;
  #waiting: Waiting<Row, Result>[] = [];
  #busy = false;

  constructor(write: WriteBatch<Row, Result>, options: GroupCommitOptions) {
    this.#write = write;
    this.#options = options;
  }

  submit(row: Row): Promise<Result> {
    if (this.#waiting.length >= this.#options.waitingMax) return Promise.reject(this.#options.overdue());
    return new Promise<Result>((resolve, reject) => {
      const waiting: Waiting<Row, Result> = {
        row,
        resolve,
        reject,
        timer: setTimeout(() => this.#giveUp(waiting), this.#options.answerMsMax),
      };
      this.#waiting.push(waiting);
      if (!this.#busy) {
        this.#busy = true;
        setImmediate(() => void this.#run());
      }
    });
  }

  /** A row that has not been sent yet never will be; of one that was sent, nobody knows yet whether it is stored. */
  #giveUp(waiting: Waiting<Row, Result>): void {
    const index = this.#waiting.indexOf(waiting);
    if (index >= 0) this.#waiting.splice(index, 1);
    waiting.reject(this.#options.overdue());
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#options.rowsMax);
      this.#options.onBatch?.(batch.length);
      await this.#writeAll(batch);
    }
    this.#busy = false;
  }

  async #writeAll(batch: Waiting<Row, Result>[]): Promise<void> {
    try {
      const results = await this.#write(batch.map((waiting) => waiting.row));
      batch.forEach((waiting, index) => settle(waiting, () => waiting.resolve(results[index] as Result)));
    } catch (error) {
      if (batch.length > 1 && this.#options.isRowError(error)) {
        for (const waiting of batch) await this.#writeAll([waiting]);
      } else {
        for (const waiting of batch) settle(waiting, () => waiting.reject(error));
      }
    }
  }
}

function settle(waiting: { timer: NodeJS.Timeout }, answer: () => void): void {
  clearTimeout(waiting.timer);
  answer();
}
