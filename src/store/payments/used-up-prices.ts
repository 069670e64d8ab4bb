import { formatDecimal } from '../../domain/money/decimal.ts';
import type { AmountOrder } from '../../ports/intents.ts';

/** After this time a price is searched again: the search was not complete, and amounts of other prices may be free. */
const REMEMBERED_MS = 10_000;
const PRICES_MAX = 10_000;

interface Place {
  network: string;
  address: string;
}

/** The prices for which no exact amount is free, so that not every view of an intent searches for one. */
export class UsedUpPrices {
  readonly #untilMs = new Map<string, number>();

  has(place: Place, order: AmountOrder): boolean {
    return order.assignedAtMs < (this.#untilMs.get(nameOf(place, order)) ?? 0);
  }

  /** Remembers a price for some seconds, or until one of its amounts is released. */
  add(place: Place, order: AmountOrder, releasedAtMs: number): void {
    const name = nameOf(place, order);
    this.#untilMs.delete(name);
    if (this.#untilMs.size >= PRICES_MAX) {
      const oldest = this.#untilMs.keys().next();
      if (!oldest.done) this.#untilMs.delete(oldest.value);
    }
    this.#untilMs.set(name, Math.min(releasedAtMs, order.assignedAtMs + REMEMBERED_MS));
  }
}

const nameOf = ({ network, address }: Place, { asset, range: { due, highest } }: AmountOrder): string =>
  JSON.stringify([network, address, asset, formatDecimal(due), formatDecimal(highest)]);
