/** What has to be undone at the end, however the run ends: newest first, and each step whether or not another failed. */
export class CleanUp {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error: unknown) => console.error('Cleaning up:', error));
    }
  }
}
