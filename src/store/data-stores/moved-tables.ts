import type { Period } from '../database/partitions.ts';

/** A table with rows of merchants, and how its rows move. */
export interface MovedTable {
  name: string;
  /** With the merchant, what names a row. */
  key: readonly string[];
  /**
   * Whether a merchant with rows here cannot be given another data store, because they would stay behind. The other tables
   * have rows only with these, or may be left.
   */
  inUse: boolean;
  /** Copied only while writes are held, because workers act on the rows in their order, and there are few of them. */
  queue?: true;
  /** Its column of time and the period of its partitions. */
  partitions?: readonly [column: string, Period];
  /**
   * Which rows workers of the old store would still act on. They are parked at the switch, so there must be few. Where there
   * may be many, workers leave out merchants that have left.
   */
  waiting?: string;
}

/** Which intents wait for their search terms. Workers of the old store must not find them after the switch. */
export const SEARCH_QUEUES: readonly string[] = ['search_queue', 'search_backfills'];

/** Every table of the data plane that has a merchant. A test compares the list with the database. */
export const MOVED_TABLES: readonly MovedTable[] = [
  { name: 'payment_intents', key: ['livemode', 'id'], inUse: true },
  { name: 'events', key: ['livemode', 'intent_id', 'sequence'], inUse: false },
  { name: 'idempotency_keys', key: ['livemode', 'key'], inUse: false },
  { name: 'targets', key: ['livemode', 'intent_id', 'network'], inUse: false },
  { name: 'target_keys', key: ['network', 'key'], inUse: false },
  { name: 'payments', key: ['livemode', 'intent_id', 'network', 'tx', 'tx_index'], inUse: false },
  { name: 'transfers', key: ['livemode', 'id'], inUse: false },
  { name: 'claims', key: ['livemode', 'transfer_id', 'intent_id'], inUse: false },
  { name: 'dust_counts', key: ['livemode', 'network', 'asset'], inUse: false },
  { name: 'items', key: ['livemode', 'item_id'], inUse: true },
  { name: 'invoice_series', key: ['livemode'], inUse: false },
  { name: 'invoices', key: ['livemode', 'kind', 'number'], inUse: false },
  { name: 'audit_entries', key: ['livemode', 'id'], inUse: false, waiting: 'relayed_at IS NULL' },
  { name: 'webhook_endpoints', key: ['livemode', 'id'], inUse: true },
  { name: 'event_counters', key: ['livemode'], inUse: false },
  {
    name: 'numbered_batches',
    key: ['livemode', 'last_number', 'created_at'],
    inUse: false,
    partitions: ['created_at', 'month'],
  },
  { name: 'outbox', key: ['livemode', 'number', 'created_at'], inUse: false, partitions: ['created_at', 'month'] },
  {
    name: 'deliveries',
    key: ['livemode', 'id', 'created_at'],
    inUse: false,
    partitions: ['created_at', 'month'],
  },
  {
    name: 'delivery_attempts',
    key: ['livemode', 'delivery_id', 'attempt', 'at'],
    inUse: false,
    partitions: ['at', 'month'],
  },
  { name: 'request_log', key: ['livemode', 'at', 'request_id'], inUse: false, partitions: ['at', 'day'] },
  { name: 'event_traces', key: ['livemode', 'event_id'], inUse: false },
  { name: 'waiting_batches', key: ['position'], inUse: false, queue: true, waiting: 'true' },
  { name: 'event_queue', key: ['position'], inUse: false, queue: true, waiting: 'true' },
  { name: 'notices', key: ['livemode', 'event_id'], inUse: false, queue: true, waiting: 'true' },
];

/** The tables whose rows tie a merchant to its data store. */
export const TABLES_IN_USE: readonly string[] = MOVED_TABLES.filter(({ inUse }) => inUse).map(({ name }) => name);

/** Search terms are written again from the intents in the new store: what waits for it, and the segments of the terms. */
export const WRITTEN_AGAIN: readonly string[] = [...SEARCH_QUEUES, 'search_segments'];

/** What a move itself writes in the old store, besides the fence. */
export const MOVE_TABLES: readonly string[] = ['move_changes', 'parked_rows'];

/** The log of calls may be written late. It is not guarded, and what comes after the switch is copied before the clean-up. */
export const REQUEST_LOG = 'request_log';
