import type { DeliveryId } from '../../domain/ids.ts';
import type { NumberedEvent } from '../events/event-log.ts';
import type { EndpointRow } from './endpoint-row.ts';

/** A delivery of a numbered event. One that belongs to no intent waits for nothing, nor does the first one of an intent. */
export interface NewDelivery {
  id: DeliveryId;
  event: NumberedEvent;
  endpoint: EndpointRow & { merchant_id: string; livemode: boolean };
  body: string;
}
