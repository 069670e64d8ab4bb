/** The engine broke a promise. */
export class Violation extends Error {
  readonly invariant: string;
  /** The order in question, by which the trace is made short. */
  readonly order: string | undefined;

  constructor(invariant: string, detail: string, order?: string) {
    super(`${invariant}: ${detail}`);
    this.name = 'Violation';
    this.invariant = invariant;
    this.order = order;
  }
}
