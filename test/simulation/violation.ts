/** The engine violated an invariant. */
export class Violation extends Error {
  readonly invariant: string;
  /** The order in question, used to shorten the trace. */
  readonly order: string | undefined;

  constructor(invariant: string, detail: string, order?: string) {
    super(`${invariant}: ${detail}`);
    this.name = 'Violation';
    this.invariant = invariant;
    this.order = order;
  }
}
