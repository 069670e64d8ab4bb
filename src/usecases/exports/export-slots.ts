import { Problem } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';

/** The exports that this process is writing. */
export class ExportSlots {
  readonly #open: MerchantId[] = [];

  get count(): number {
    return this.#open.length;
  }

  /** Returns what gives the slot back. Throws if there are too many exports already. */
  take(merchantId: MerchantId): () => void {
    const headers = { 'retry-after': '10' };
    if (this.#open.filter((id) => id === merchantId).length >= LIMITS.exportsOfMerchantMax) {
      throw new Problem('rate_limited', 'Too many of your exports are running. Wait until one finishes.', { headers });
    }
    if (this.#open.length >= LIMITS.exportsMax) {
      throw new Problem('unavailable', 'Too many exports are running. Try again in a moment.', { headers });
    }
    this.#open.push(merchantId);
    let isTaken = true;
    return () => {
      if (isTaken) this.#open.splice(this.#open.indexOf(merchantId), 1);
      isTaken = false;
    };
  }
}
