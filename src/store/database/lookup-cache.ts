import { LIMITS } from '../../domain/limits.ts';

const ENTRIES_MAX = 10_000;

/**
 * Caches lookups, including misses, for a few seconds. A revoked key stops working within that time, and neither a busy
 * key nor guessed keys cost a query per request. Concurrent lookups of one name share a query.
 */
export class LookupCache<Name extends string, Found> {
  readonly #lookUp: (name: Name) => Promise<Found>;
  readonly #entries = new Map<Name, { found: Promise<Found>; readAtMs: number }>();

  constructor(lookUp: (name: Name) => Promise<Found>) {
    this.#lookUp = lookUp;
  }

  find(name: Name): Promise<Found> {
    const nowMs = performance.now();
    const entry = this.#entries.get(name);
    if (entry && nowMs - entry.readAtMs < LIMITS.keyCacheMs) return entry.found;
    const found = this.#lookUp(name);
    this.#remember(name, { found, readAtMs: nowMs });
    found.catch(() => this.#entries.delete(name));
    return found;
  }

  /** Makes a change visible in this process immediately. Other processes see it after a few seconds. */
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
