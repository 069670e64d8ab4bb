import type { AuditRecord } from '../../../src/domain/events/audit-record.ts';
import type { DeliveryId, EventId, IntentId, MerchantId } from '../../../src/domain/ids.ts';
import type { Intent } from '../../../src/domain/intents/intent.ts';
import type { IssuedInvoice } from '../../../src/domain/invoices/invoice.ts';
import type { StoredItem } from '../../../src/domain/items/item.ts';
import type { ChainTip } from '../../../src/domain/payments/finality-requirement.ts';
import type { ExactAmount } from '../../../src/domain/payments/payment-target.ts';
import type { DeliveryAttempt } from '../../../src/domain/webhooks/delivery.ts';
import type { Endpoint } from '../../../src/domain/webhooks/endpoint.ts';
import type { Change } from '../../../src/ports/changes.ts';
import type { DeliveryWithBody } from '../../../src/ports/deliveries.ts';
import type { Notice as MailNotice } from '../../../src/ports/event-dispatch.ts';
import type { IntentRef, NewTarget, TimelineEntry } from '../../../src/ports/intents.ts';
import type { RequestEntry } from '../../../src/ports/request-log.ts';
import type { DustCount, TransferClaim, UnmatchedTransfer } from '../../../src/ports/transfers.ts';

/** The owner of rows. */
export interface Owner {
  merchantId: MerchantId;
  livemode: boolean;
}

/** An intent and its history. Entries are replaced and never changed, so copying a table is cheap. */
export interface IntentEntry {
  merchantId: MerchantId;
  intent: Intent;
  timeline: readonly TimelineEntry[];
  checkAtMs: number | undefined;
  /** Whether its success has an invoice number. */
  isNumbered: boolean;
}

export interface TargetEntry extends Omit<NewTarget, 'requirement' | 'decimals'> {
  intent: IntentRef;
  network: string;
  watchedUntilMs: number;
}

/** An exact amount and the intent that has it. */
export interface AmountEntry extends ExactAmount {
  intent: IntentRef;
  network: string;
  address: string;
  asset: string;
  assignedAtMs: number;
  heldUntilMs: number;
}

interface ScanEntry {
  cursor: string;
  scannedUntilMs: number;
  /** Up to when addresses have been read that are further behind. */
  lagging: ReadonlyMap<string, number>;
  tip: ChainTip;
  token: number;
}

/** What a person did, until and after the relay has copied it. */
export interface AuditRow extends AuditRecord, Owner {
  id: string;
  atMs: number;
  isRelayed: boolean;
}

export interface TransferEntry extends UnmatchedTransfer, Owner {
  /** When it was last reported or claimed. */
  keptAtMs: number;
}

export interface ClaimEntry extends Omit<TransferClaim, 'due'>, Owner {
  signature: string | undefined;
}

export interface DeliveryEntry extends DeliveryWithBody, Owner {
  /** Whether later events of the intent wait for it. */
  isOrdered: boolean;
  /** Who may send it, and until when. */
  claim: { token: string; untilMs: number } | undefined;
}

interface ResponseEntry {
  intentId: IntentId;
  answer: string;
  createdAtMs: number;
}

/** A change or a last number that subscribers receive after the commit. */
export type Notice = Owner & ({ change: Change } | { number: number });

/** An event without a number: of an intent by its sequence, or with its object. */
export interface QueuedEvent extends Owner {
  id: EventId;
  type: string;
  atMs: number;
  of: { intentId: IntentId; sequence: number } | { object: Record<string, unknown> };
}

export interface NumberedEvent extends QueuedEvent {
  number: number;
  numberedAtMs: number;
}

/** What transactions use of a map. */
export interface Table<Key, Row> extends Iterable<[Key, Row]> {
  readonly size: number;
  has(key: Key): boolean;
  get(key: Key): Row | undefined;
  set(key: Key, row: Row): void;
  delete(key: Key): boolean;
  values(): MapIterator<Row>;
}

/** Everything that one database holds. */
export interface Tables {
  /** Lists of events are replaced and never changed. */
  eventQueue: readonly QueuedEvent[];
  /** In the order of their numbers. */
  outbox: readonly NumberedEvent[];
  /** Events that people get an email about, by their ID. */
  mailNotices: Table<EventId, MailNotice & { atMs: number }>;
  /** `merchant:mode:` → the last number. */
  eventCounters: Table<string, number>;
  intents: Table<IntentId, IntentEntry>;
  /** `network:tx:index` → the intent of the payment. */
  payments: Table<string, IntentId>;
  /** `network:key` → the payment target. */
  targets: Table<string, TargetEntry>;
  /** `network:address/asset/amount` → who has it. */
  amounts: Table<string, AmountEntry>;
  scans: Table<string, ScanEntry>;
  transfers: Table<string, TransferEntry>;
  /** `merchant:mode:transfer:intent` → the claim. */
  claims: Table<string, ClaimEntry>;
  /** `merchant:mode:network:asset` → the count. */
  dust: Table<string, DustCount & Owner>;
  /** `merchant:mode:key` → the first response. */
  responses: Table<string, ResponseEntry>;
  /** `merchant:mode:item` → the item. */
  items: Table<string, StoredItem & Owner>;
  /** `merchant:mode:kind:number` → the invoice or credit note. */
  invoices: Table<string, IssuedInvoice & Owner>;
  audit: Table<string, AuditRow>;
  requests: Table<string, RequestEntry>;
  /** `merchant:mode:endpoint` → the webhook endpoint. */
  endpoints: Table<string, Endpoint & Owner>;
  deliveries: Table<DeliveryId, DeliveryEntry>;
  attempts: Table<DeliveryId, readonly DeliveryAttempt[]>;
}

/** The tables of one transaction, and the changes to send after the commit. */
export interface Draft extends Tables {
  notices: Notice[];
}

/** Reads what is committed, and changes it in one transaction after another. */
export interface TableAccess {
  readonly tables: Tables;
  run<Result>(work: (tables: Draft) => Result | Promise<Result>): Promise<Result>;
}

export const emptyTables = (): Tables => ({
  eventQueue: [],
  outbox: [],
  mailNotices: new Map(),
  eventCounters: new Map(),
  intents: new Map(),
  payments: new Map(),
  targets: new Map(),
  amounts: new Map(),
  scans: new Map(),
  transfers: new Map(),
  claims: new Map(),
  dust: new Map(),
  responses: new Map(),
  items: new Map(),
  invoices: new Map(),
  audit: new Map(),
  requests: new Map(),
  endpoints: new Map(),
  deliveries: new Map(),
  attempts: new Map(),
});

export const isOwn = (row: Owner, { merchantId, livemode }: Owner): boolean =>
  row.merchantId === merchantId && row.livemode === livemode;

export const nameIn = ({ merchantId, livemode }: Owner, name: string): string => `${merchantId}:${livemode}:${name}`;

export const refOf = ({ merchantId, intent }: IntentEntry): IntentRef => ({
  merchantId,
  livemode: intent.livemode,
  id: intent.id,
});

/** PostgreSQL compares text in the collation "C" byte by byte. */
export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What PostgreSQL throws for a second row under a unique index. */
export class DuplicateError extends Error {
  constructor(what: string) {
    super(`duplicate key value violates unique constraint: ${what}`);
  }
}
