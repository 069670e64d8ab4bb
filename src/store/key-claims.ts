/**
 * The idempotency keys that this process is writing at the moment. A second request with one of them waits for the
 * first instead of joining its batch: were the key held by another node, each such row would cost the batch a lock
 * time-out of its own.
 */
export class KeyClaims {
  readonly #running = new Map<string, Promise<unknown>>();

  /** Runs the work, unless the key is taken: then waits until that is over and returns undefined. */
  async claim<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined> {
    const running = this.#running.get(key);
    if (running) {
      await running.catch(() => undefined);
      return undefined;
    }
    const mine = work();
    this.#running.set(key, mine);
    try {
      return await mine;
    } finally {
      this.#running.delete(key);
    }
  }
}
