/**
 * When a server was last found to be away. Pools to the same server share one: a connection that is older than the
 * outage may be dead without knowing it, and each would otherwise have to find that out by a time-out of its own.
 */
export class Outage {
  #lastSeenMs = -1;

  note(): void {
    this.#lastSeenMs = performance.now();
  }

  isOlder(openedAtMs: number): boolean {
    return openedAtMs <= this.#lastSeenMs;
  }
}
