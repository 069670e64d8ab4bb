import { LIMITS } from '../../domain/limits.ts';

const ENTRIES_MAX = 10_000;

/**
 * Remembers look-ups for a few seconds, misses included: a key that is revoked anywhere is refused here within that time,
 * and neither a busy key nor a guesser costs a query per request. Look-ups of one name share one query.
 */
export class LookupCache<Name extends string, Found> {
  readonly #look: (name: Name) => Promise<Found>;
  readonly #entries = new Map<Name, { found: Promise<Found>; readAtMs: number }>();

  constructor(look: (name: Name) => Promise<Found>) {
    this.#look = look;
  }

  find(name: Name): Promise<Found> {
    const nowMs = performance.now();
    const entry = this.#entries.get(name);
    if (entry && nowMs - entry.readAtMs < LIMITS.keyCacheMs) return entry.found;
    const found = this.#look(name);
    this.#remember(name, { found, readAtMs: nowMs });
    found.catch(() => this.#entries.delete(name));
    return found;
  }

  /** What was changed here is read anew at once; elsewhere it takes its few seconds. */
  forget(name: Name): void {
    this.#entries.delete(name);
  }

  #remember(name: Name, entry: { found: Promise<Found>; readAtMs: number }): void {
    this.#entries.delete(name);
    if (this.#entries.size >= ENTRIES_MAX) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.set(name, entry);
  }
}
