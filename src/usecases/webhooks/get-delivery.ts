import { Problem } from '../../domain/errors.ts';
import type { DeliveryId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { DeliveryAttempt } from '../../domain/webhooks/delivery.ts';
import type { DeliveryWithBody } from '../../ports/deliveries.ts';
import type { Store } from '../../ports/stores.ts';

export async function getDelivery(
  { deliveries }: Pick<Store, 'deliveries'>,
  id: DeliveryId | undefined,
): Promise<{ delivery: DeliveryWithBody; attempts: DeliveryAttempt[] }> {
  const found = id && (await deliveries.find(id));
  if (!found)
    throw new Problem(
      'not_found',
      `There is no delivery with this ID. By default, deliveries are kept for ${LIMITS.eventsKeptDays} days.`,
    );
  return found;
}
