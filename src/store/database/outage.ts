/**
 * When a server was last unavailable. Pools to the same server share one instance: a connection opened before the outage
 * may be dead, and otherwise every connection would find out only through a timeout.
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
