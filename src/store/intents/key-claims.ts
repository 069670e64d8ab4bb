const nothing = () => undefined;

/**
 * The idempotency keys of one tenant that this process is writing at the moment. A second request with one of them waits for the
 * first instead of joining its batch: were the key held by another node, each such row would cost the batch a lock
 * time-out of its own.
 */
export class KeyClaims {
  readonly #running = new Map<string, Promise<unknown>>();

  /** Starts the work, unless the key is taken: then waits until that is over and comes back with undefined. */
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
