const TRANSACTIONS_MAX = 100;
/** Looking at the transactions of a scan should not take longer, so that the scan ends before its lease does. */
const WORK_MS_MAX = 2_000;

/** How many transactions one scan looks at. Each costs a few calls, and some nodes allow only a few calls per second. */
export class TransactionLimit {
  #max = TRANSACTIONS_MAX;

  get max(): number {
    return this.#max;
  }

  note({ transactions, tookMs }: { transactions: number; tookMs: number }): void {
    if (tookMs > WORK_MS_MAX) this.#max = Math.max(1, Math.floor(Math.min(transactions, this.#max) / 2));
    else if (transactions >= this.#max) this.#max = Math.min(TRANSACTIONS_MAX, this.#max * 2);
  }
}
