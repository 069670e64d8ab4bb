import type { EndpointId, MerchantId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { PendingEndpoint, Room } from '../../ports/delivery-queue.ts';

/**
 * How many webhooks this process sends at the same time: in all, for each merchant and to each endpoint. What is left is
 * divided equally between those who have something to send. An endpoint that fails gets few, so that it holds up nobody.
 */
export class DeliverySlots {
  readonly #byMerchant = new Map<MerchantId, number>();
  readonly #byEndpoint = new Map<EndpointId, number>();
  #taken = 0;

  /** How many are taken. */
  get taken(): number {
    return this.#taken;
  }

  get isFull(): boolean {
    return this.#taken >= LIMITS.deliveriesInFlightMax;
  }

  /** Takes slots for endpoints with due deliveries. Those that are not used must be freed. */
  take(due: readonly PendingEndpoint[]): Room[] {
    const endpoints = countBy(due, ({ merchantId }) => merchantId);
    const merchantMax = share(LIMITS.deliveriesInFlightMax, endpoints.size, LIMITS.deliveriesInFlightOfMerchantMax);
    return due.flatMap(({ id: endpointId, merchantId, isFailing }) => {
      const endpointMax = isFailing
        ? LIMITS.deliveriesInFlightToFailingMax
        : share(merchantMax, endpoints.get(merchantId) ?? 1, LIMITS.deliveriesInFlightToEndpointMax);
      const count = Math.min(
        LIMITS.deliveriesInFlightMax - this.#taken,
        merchantMax - (this.#byMerchant.get(merchantId) ?? 0),
        endpointMax - (this.#byEndpoint.get(endpointId) ?? 0),
      );
      if (count <= 0) return [];
      this.#add({ endpointId, merchantId }, count);
      return [{ endpointId, merchantId, count }];
    });
  }

  free(of: Omit<Room, 'count'>, count: number): void {
    this.#add(of, -count);
  }

  #add({ endpointId, merchantId }: Omit<Room, 'count'>, count: number): void {
    this.#taken += count;
    addTo(this.#byMerchant, merchantId, count);
    addTo(this.#byEndpoint, endpointId, count);
  }
}

/** An equal part of a whole, at least one and at most so many. */
const share = (whole: number, parts: number, max: number): number =>
  Math.min(max, Math.max(1, Math.floor(whole / Math.max(1, parts))));

function countBy<One, Key>(list: readonly One[], keyOf: (one: One) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const one of list) addTo(counts, keyOf(one), 1);
  return counts;
}

function addTo<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  const sum = (counts.get(key) ?? 0) + count;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
