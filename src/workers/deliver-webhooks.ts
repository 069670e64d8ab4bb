import type { DataStoreId } from '../domain/ids.ts';
import type { Carrier } from '../ports/delivery-queue.ts';
import type { Ports } from '../ports/ports.ts';
import { Courier, type CourierOptions, type CourierPorts } from './courier.ts';
import { type Loop, type LoopObserver, startLoop } from './loop.ts';

/** How long a delivery that nobody announces is late at most. */
const DELIVER_WEBHOOKS_PAUSE_MS = 1_000;

/** Sends the deliveries of one database until it is stopped. */
export function deliverWebhooks(
  ports: CourierPorts & Pick<Ports, 'changes' | 'stores'>,
  dataStoreId: DataStoreId | undefined,
  options: CourierOptions,
  observer: LoopObserver,
): Pick<Loop, 'stop'> & { carrier: () => Carrier | undefined } {
  let courier: Courier | undefined;
  const look = async () => {
    courier ??= new Courier(ports, await ports.stores.deliveryQueueOf(dataStoreId), options);
    courier.look();
  };
  const loop = startLoop(DELIVER_WEBHOOKS_PAUSE_MS, look, observer);
  const forget = ports.changes.watch(dataStoreId, 'numbers', () => courier?.wake());
  return {
    carrier: () => courier,
    async stop() {
      forget();
      await loop.stop();
      await courier?.stop();
    },
  };
}
