import type { DeliveryId } from '../../domain/ids.ts';
import type { Delivery } from '../../domain/webhooks/delivery.ts';
import type { DeliveryFilter } from '../../ports/deliveries.ts';
import type { Store } from '../../ports/stores.ts';

/** A page of deliveries, newest first. `next` is where the next page starts; undefined on the last page. */
export async function listDeliveries(
  { deliveries }: Pick<Store, 'deliveries'>,
  filter: DeliveryFilter,
): Promise<{ page: Delivery[]; next: DeliveryId | undefined }> {
  const found = await deliveries.list({ ...filter, limit: filter.limit + 1 });
  const page = found.slice(0, filter.limit);
  return { page, next: found.length > filter.limit ? page.at(-1)?.id : undefined };
}
