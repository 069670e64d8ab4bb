import type { EventId } from '../domain/ids.ts';
import type { MerchantEvent } from './merchant-event.ts';

/**
 * Events of the control plane that wait for the relay to the data store of their merchant. They are written in the
 * transaction of the change that causes them.
 */
export interface OutgoingEvents {
  /** Adds events whose ID is not known yet. */
  add(events: readonly MerchantEvent[]): Promise<void>;
  /** The oldest of each merchant, at most so many of each. */
  listWaiting(perMerchant: number): Promise<MerchantEvent[]>;
  markRelayed(ids: readonly EventId[], atMs: number): Promise<void>;
  /** Deletes what was relayed and is older than a time. */
  deleteRelayed(beforeMs: number): Promise<void>;
}
