import type { MerchantEvent } from './event-dispatch.ts';

/** Events of the control plane that wait for the relay to the data store of their merchant. */
export interface OutgoingEvents {
  /** Oldest first. */
  listWaiting(limit: number): Promise<MerchantEvent[]>;
  markRelayed(ids: readonly string[], atMs: number): Promise<void>;
}
