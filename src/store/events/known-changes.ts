import type { Change } from '../../ports/changes.ts';

const KEPT_MAX = 10_000;

/** The changes that this process has heard of lately, so that listeners are not told twice what is announced again. */
export class KnownChanges {
  readonly #sequences = new Map<string, number>();

  /** A first announcement of a known sequence is news: a confirmation changes an intent without an event. */
  isNews({ intentId, sequence }: Change, isAgain: boolean): boolean {
    const known = this.#sequences.get(intentId) ?? 0;
    if (isAgain && sequence <= known) return false;
    this.#sequences.delete(intentId);
    this.#sequences.set(intentId, Math.max(sequence, known));
    const [oldest] = this.#sequences.keys();
    if (this.#sequences.size > KEPT_MAX && oldest !== undefined) this.#sequences.delete(oldest);
    return true;
  }
}
