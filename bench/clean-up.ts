/** Steps that run at the end of every run, newest first. A failed step does not stop the others. */
export class CleanUp {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error: unknown) => console.error('Cleanup failed:', error));
    }
  }
}
