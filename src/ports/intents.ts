import type { IntentEvent } from '../domain/events/event.ts';
import type { IntentId, MerchantId } from '../domain/ids.ts';
import type { Intent } from '../domain/intents/intent.ts';
import type { IntentStatus } from '../domain/intents/intent-status.ts';
import type { Transition } from '../domain/intents/transition.ts';
import type { AssignedTarget } from '../domain/payments/payment-target.ts';

export interface IntentRef {
  merchantId: MerchantId;
  livemode: boolean;
  id: IntentId;
}

export interface Idempotency {
  key: string;
  /** The response to the first request and to every replay. */
  answer: string;
}

export type Inserted =
  | { kind: 'created' }
  | { kind: 'replayed'; intentId: IntentId; requestBody: string; answer: string };

export interface IntentFilter {
  status?: IntentStatus;
  asset?: string;
  email?: string;
  orderId?: string;
  createdAfterMs?: number;
  createdBeforeMs?: number;
  /** Only intents older than this one: the last intent of the previous page. */
  olderThan?: IntentId;
  limit: number;
}

/** Changes an intent while its row is locked; undefined leaves it unchanged. */
export type IntentChange = (intent: Intent) => Transition | undefined;

/** Creates a payment target on one network; with an extended key, at an index of at least `indexMin`. */
export type MakeTarget = (network: string, indexMin?: number) => Promise<NewTarget>;

export interface NewTarget extends Omit<AssignedTarget, 'network' | 'amounts' | 'scannedUntilMs'> {
  /** The extended key that the target was derived from, by its fingerprint. */
  derived?: { wallet: string; index: number } | undefined;
}

export type TimelineEntry = IntentEvent & { sequence: number; atMs: number };

export interface IntentStore {
  /** Returns after the commit. */
  insert(intent: Intent, idempotency: Idempotency | undefined): Promise<Inserted>;
  find(id: IntentId): Promise<Intent | undefined>;
  list(filter: IntentFilter): Promise<Intent[]>;
  /** Reads the intent, changes it and writes its events in one transaction; returns the intent after the change. */
  change(id: IntentId, atMs: number, change: IntentChange): Promise<Intent | undefined>;
  /** The intent's history, in order. */
  listTimeline(id: IntentId): Promise<TimelineEntry[]>;
  /**
   * Assigns a payment target on each network where the intent has none yet, exactly once even with concurrent requests.
   * Returns all targets of the intent.
   */
  assignTargets(id: IntentId, networks: readonly string[], make: MakeTarget): Promise<AssignedTarget[]>;
}
