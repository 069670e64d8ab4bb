import type { EndpointId } from '../domain/ids.ts';
import type { ClaimedDelivery, PendingEndpoint } from '../ports/delivery-queue.ts';
import type { DeliverySlots } from '../usecases/webhooks/delivery-slots.ts';

/** Deliveries that are claimed and wait for a slot. */
export class ClaimedAhead {
  readonly #waiting = new Map<EndpointId, ClaimedDelivery[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  has(id: EndpointId): boolean {
    return this.#waiting.has(id);
  }

  /** None may wait for these endpoints already. */
  add(claimed: readonly ClaimedDelivery[]): void {
    for (const [id, own] of Map.groupBy(claimed, ({ endpoint }) => endpoint.id)) this.#waiting.set(id, own);
  }

  /** Takes as many as there are slots for. Every one has a slot then. */
  take(slots: DeliverySlots): ClaimedDelivery[] {
    const rooms = slots.take([...this.#waiting.values()].flatMap(([first]) => (first ? pendingOf(first) : [])));
    return rooms.flatMap((room) => {
      const waiting = this.#waiting.get(room.endpointId) ?? [];
      const taken = waiting.splice(0, room.count);
      if (waiting.length === 0) this.#waiting.delete(room.endpointId);
      slots.free(room, room.count - taken.length);
      return taken;
    });
  }

  /** Takes everything that waits for some endpoints. */
  drop(ids: Iterable<EndpointId> = [...this.#waiting.keys()]): ClaimedDelivery[] {
    return [...ids].flatMap((id) => {
      const waiting = this.#waiting.get(id) ?? [];
      this.#waiting.delete(id);
      return waiting;
    });
  }
}

const pendingOf = ({ endpoint, merchantId, livemode }: ClaimedDelivery): PendingEndpoint => ({
  id: endpoint.id,
  merchantId,
  livemode,
  isEnabled: true,
  isFailing: endpoint.failingSinceMs !== undefined,
});
