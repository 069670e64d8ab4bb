import type { DeliveryId, EventId, MerchantId } from '../domain/ids.ts';
import type { NoticeKind } from '../domain/mails/mail.ts';
import type { Carrier } from './delivery-queue.ts';
import type { LoggedEvent } from './event-log.ts';
import type { MerchantEvent } from './merchant-event.ts';

/** The body of an event for an endpoint, as JSON text. */
export type RenderEvent = (event: LoggedEvent, apiVersion: string) => string;

export interface Dispatched {
  /** How many events got a number. */
  events: number;
  deliveries: number;
}

/** An event that people get an email about. */
export interface Notice {
  merchantId: MerchantId;
  livemode: boolean;
  eventId: EventId;
  kind: Exclude<NoticeKind, 'wallet_changed'>;
  /** The ID of what the event is about. */
  subject: string;
}

/** The events of all merchants of one database that have no number yet. */
export interface EventDispatch {
  /**
   * Numbers waiting events in the order of their commits, each in the transaction that adds a delivery for every endpoint
   * that wants it. Undefined while another process does it.
   */
  dispatch(input: {
    nowMs: number;
    limit: number;
    render: RenderEvent;
    newId: () => DeliveryId;
    /** Whether people get emails about events. */
    withNotices?: boolean;
    /** Sends new deliveries without a search for them. */
    carrier?: Carrier | undefined;
  }): Promise<Dispatched | undefined>;
  /** Adds an event that belongs to no intent. An event with a known ID is skipped. */
  append(events: readonly MerchantEvent[]): Promise<void>;
  /** The notices of every merchant, mode and kind of which one is as old as this, the oldest first. */
  listNotices(untilMs: number, limit: number): Promise<Notice[]>;
  removeNotices(notices: readonly Notice[]): Promise<void>;
  /** When the first of the events that have no number yet happened; undefined if there are none. */
  waitingSince(): Promise<number | undefined>;
}
