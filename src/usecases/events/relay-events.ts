import type { MerchantId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantEvent } from '../../ports/merchant-event.ts';
import type { Merchants } from '../../ports/merchants.ts';
import type { OutgoingEvents } from '../../ports/outgoing-events.ts';
import type { Stores } from '../../ports/stores.ts';

const EVENTS_PER_MERCHANT = 100;

export interface RelayPorts {
  clock: Clock;
  merchants: Pick<Merchants, 'find'>;
  outgoingEvents: Pick<OutgoingEvents, 'listWaiting' | 'markRelayed'>;
  stores: Pick<Stores, 'eventDispatchOf'>;
}

/**
 * Copies events of the control plane to the databases of their merchants. A copy that is made twice, because a process died
 * in between, counts once by its ID. A database that does not respond delays only its own merchants.
 */
export async function relayEvents(ports: RelayPorts): Promise<void> {
  const waiting = await ports.outgoingEvents.listWaiting(EVENTS_PER_MERCHANT);
  const byMerchant = Map.groupBy(waiting, ({ merchantId }) => merchantId);
  const rounds = await Promise.allSettled([...byMerchant].map(([id, events]) => relayTo(ports, id, events)));
  const failures = rounds.flatMap((round) => (round.status === 'rejected' ? [round.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'events could not be relayed to some databases');
}

async function relayTo(
  { clock, merchants, outgoingEvents, stores }: RelayPorts,
  merchantId: MerchantId,
  events: readonly MerchantEvent[],
): Promise<void> {
  const merchant = await merchants.find(merchantId);
  const dispatch = await stores.eventDispatchOf(merchant?.dataStoreId);
  await dispatch.append(events);
  await outgoingEvents.markRelayed(
    events.map(({ id }) => id),
    clock.nowMs(),
  );
}
