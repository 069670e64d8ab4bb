import type { KeyId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyUse } from '../../ports/keys.ts';

/** Collects when each key was last used, so that a request needs no write; a worker stores the result. */
export class KeyUseLog {
  readonly #clock: Clock;
  #uses = new Map<KeyId, KeyUse>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(keyId: KeyId, address: string): void {
    const use = this.#uses.get(keyId);
    if (use) {
      use.atMs = this.#clock.nowMs();
      use.address = address;
    } else {
      this.#uses.set(keyId, { keyId, atMs: this.#clock.nowMs(), address });
    }
  }

  take(): KeyUse[] {
    const uses = [...this.#uses.values()];
    this.#uses = new Map();
    return uses;
  }
}
