/** Runs tasks of one lane one after the other, and those of different lanes side by side, up to a limit. */
export class Lanes {
  readonly #last = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<void>>();
  readonly #runningMax: number;

  constructor(runningMax: number) {
    this.#runningMax = runningMax;
  }

  /** Resolves when there is room for another task. A task must not throw. */
  async add(lane: string, task: () => Promise<void>): Promise<void> {
    const turn = (this.#last.get(lane) ?? Promise.resolve()).then(task).finally(() => {
      this.#running.delete(turn);
      if (this.#last.get(lane) === turn) this.#last.delete(lane);
    });
    this.#last.set(lane, turn);
    this.#running.add(turn);
    while (this.#running.size >= this.#runningMax) await Promise.race(this.#running);
  }

  async end(): Promise<void> {
    await Promise.all(this.#running);
  }
}
