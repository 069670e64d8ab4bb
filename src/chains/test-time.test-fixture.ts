/** Time that passes only while everything waits for it. */
export class TestTime {
  ms: number;
  readonly #sleepers: { atMs: number; wake: () => void }[] = [];

  constructor(startMs: number) {
    this.ms = startMs;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ atMs: this.ms + ms, wake });
      setImmediate(() => this.#wakeNext());
    });
  }

  /** Called once for each sleeper. */
  #wakeNext(): void {
    const [next] = this.#sleepers.sort((a, b) => a.atMs - b.atMs).splice(0, 1);
    this.ms = Math.max(this.ms, next?.atMs ?? 0);
    next?.wake();
  }
}
