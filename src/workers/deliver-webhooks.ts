import type { DeliveryQueue } from '../ports/delivery-queue.ts';
import type { Ports } from '../ports/ports.ts';
import type { DeliverPorts } from '../usecases/webhooks/deliver.ts';
import { DeliverySlots } from '../usecases/webhooks/delivery-slots.ts';
import { Courier, type CourierOptions } from './courier.ts';

export const DELIVER_WEBHOOKS_PAUSE_MS = 1_000;
/** How long requests may go on after a stop. The deliveries of the others are released. */
const STOP_MS_MAX = 1_500;
const STOP_STEP_MS = 25;

/** Sends the deliveries of every database, each at its own pace. The limits on what is in flight are shared. */
export class WebhookDeliverer {
  readonly #ports: DeliverPorts & Pick<Ports, 'stores'>;
  readonly #options: CourierOptions;
  readonly #slots = new DeliverySlots();
  readonly #couriers = new Map<DeliveryQueue, Courier>();

  constructor(ports: DeliverPorts & Pick<Ports, 'stores'>, options: CourierOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** Looks into every database, and throws what failed since the last time. Deliveries go on meanwhile. */
  look(): Promise<void> {
    return this.#ports.stores.forEachDeliveryQueue(async (queue) => this.#courierOf(queue).look());
  }

  /** Something was dispatched. */
  wake(): void {
    for (const courier of this.#couriers.values()) courier.wake();
  }

  /** Starts nothing more, and releases what is not finished in time. */
  async stop(): Promise<void> {
    const { clock } = this.#ports;
    const couriers = [...this.#couriers.values()];
    for (const courier of couriers) courier.stop();
    const endMs = clock.nowMs() + STOP_MS_MAX;
    while (couriers.some(({ isBusy }) => isBusy) && clock.nowMs() < endMs) await clock.sleep(STOP_STEP_MS);
    await Promise.allSettled(couriers.map((courier) => courier.release()));
  }

  #courierOf(queue: DeliveryQueue): Courier {
    let courier = this.#couriers.get(queue);
    if (!courier) {
      courier = new Courier(this.#ports, queue, this.#slots, this.#options);
      this.#couriers.set(queue, courier);
    }
    return courier;
  }
}
