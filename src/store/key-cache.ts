import { LIMITS } from '../domain/limits.ts';
import type { ControlPlane } from '../ports.ts';

type Found = Awaited<ReturnType<ControlPlane['findKeyByHash']>>;

const ENTRIES_MAX = 10_000;

/**
 * Remembers look-ups of private keys for a few seconds, misses included: a key that is revoked anywhere is refused here
 * within that time, and neither a busy key nor a guesser costs a query per request. Look-ups of one key share one query.
 */
export class KeyCache implements Pick<ControlPlane, 'findKeyByHash'> {
  readonly #control: Pick<ControlPlane, 'findKeyByHash'>;
  readonly #nowMs: () => number;
  readonly #entries = new Map<string, { found: Promise<Found>; readAtMs: number }>();

  constructor(control: Pick<ControlPlane, 'findKeyByHash'>, nowMs: () => number) {
    this.#control = control;
    this.#nowMs = nowMs;
  }

  findKeyByHash(privateKeyHash: string): Promise<Found> {
    const nowMs = this.#nowMs();
    const entry = this.#entries.get(privateKeyHash);
    if (entry && nowMs - entry.readAtMs < LIMITS.keyCacheMs) return entry.found;
    const found = this.#control.findKeyByHash(privateKeyHash);
    this.#remember(privateKeyHash, { found, readAtMs: nowMs });
    found.catch(() => this.#entries.delete(privateKeyHash));
    return found;
  }

  #remember(privateKeyHash: string, entry: { found: Promise<Found>; readAtMs: number }): void {
    this.#entries.delete(privateKeyHash);
    if (this.#entries.size >= ENTRIES_MAX) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.set(privateKeyHash, entry);
  }
}
