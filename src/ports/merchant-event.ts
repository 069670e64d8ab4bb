import type { MerchantEventType } from '../domain/events/event.ts';
import type { EventId, MerchantId } from '../domain/ids.ts';

/** An event that belongs to no intent. */
export interface MerchantEvent {
  /** A repeated write is recognized by it. */
  id: EventId;
  merchantId: MerchantId;
  livemode: boolean;
  type: MerchantEventType;
  object: Record<string, unknown>;
  atMs: number;
}
