const nothing = () => undefined;

/**
 * The idempotency keys of one tenant that this process is writing. A second request with the same key waits for the first
 * one instead of joining its batch: if another node holds the key, every such row would cost the batch a lock timeout.
 */
export class KeyClaims {
  readonly #running = new Map<string, Promise<unknown>>();

  /** Starts the work, or, if the key is taken, waits until that work is done and returns undefined. */
  claim<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined> {
    const running = this.#running.get(key);
    if (running) return running.then(nothing, nothing);
    const mine = work();
    this.#running.set(key, mine);
    const forget = () => void this.#running.delete(key);
    mine.then(forget, forget);
    return mine;
  }
}
