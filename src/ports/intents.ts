import type { IntentEvent } from '../domain/events/event.ts';
import type { IntentId, MerchantId } from '../domain/ids.ts';
import type { Intent } from '../domain/intents/intent.ts';
import type { IntentStatus } from '../domain/intents/intent-status.ts';
import type { Transition } from '../domain/intents/transition.ts';
import type { Item } from '../domain/items/item.ts';
import type { CryptoAmount, FiatAmount } from '../domain/money/money.ts';
import type { AmountRange } from '../domain/payments/amount-range.ts';
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
  /**
   * The beginning of an ID, name, email address, order ID, transaction, address or invoice number, in any case. The whole email
   * address of an intent finds only intents with this address.
   */
  search?: string;
  status?: IntentStatus;
  asset?: string;
  email?: string;
  orderId?: string;
  /** Only intents that have a payment on this network. */
  network?: string;
  currency?: string;
  /** Both ends are included. */
  amount?: { currency: string; min: FiatAmount; max: FiatAmount };
  createdAfterMs?: number;
  createdBeforeMs?: number;
  /** Only intents older than this one: the last intent of the previous page. */
  olderThan?: IntentId;
  limit: number;
}

export interface IntentList {
  /** Newest first. */
  intents: Intent[];
  /** Set if enough intents were looked at to find these, and older ones may fit too: the last one that was looked at. */
  lookedUntil: IntentId | undefined;
}

/** How far a merchant has come in one mode: undefined until there is one. */
export interface Milestones {
  newest: IntentId | undefined;
  newestSucceeded: IntentId | undefined;
}

/** Changes an intent while its row is locked; undefined leaves it unchanged. */
export type IntentChange = (intent: Intent) => Transition | undefined;

/**
 * Creates a payment target on one network; with an extended key, at an index of at least `indexMin`. Where the key serves a
 * family, an intent has the same index on all of its networks, so what its other targets were derived from is passed in.
 */
export type MakeTarget = (network: string, indexMin?: number, others?: readonly Derivation[]) => Promise<NewTarget>;

/** The extended key that a target was derived from, by its fingerprint, and the index. */
export interface Derivation {
  wallet: string;
  index: number;
}

export interface NewTarget extends Omit<AssignedTarget, 'network' | 'amounts' | 'scannedUntilMs'> {
  derived?: Derivation | undefined;
  /** Until when a payment can arrive if the intent asks for the network's own coin; undefined if it asks for a token. */
  coinUntilMs?: number | undefined;
}

/** An exact amount to issue for a payment target whose address is shared. */
export interface AmountOrder {
  asset: string;
  range: AmountRange;
  /** The amounts of the range to try first, in this order. */
  proposals: Iterable<CryptoAmount>;
  assignedAtMs: number;
  /** Nobody else gets the amount before. */
  heldUntilMs: number;
  /** A payment can also name the target by its reference, so the target is of use without an amount. */
  isOptional?: boolean;
}

/** The amount that a payment target needs; undefined if it needs none. */
export type OrderAmount = (
  target: Pick<AssignedTarget, 'network' | 'reference' | 'matchedBy' | 'amounts'>,
) => AmountOrder | undefined;

export type TimelineEntry = IntentEvent & { sequence: number; atMs: number };

/** An intent with its history, in order. */
export interface FoundIntent {
  intent: Intent;
  timeline: readonly TimelineEntry[];
}

/** An intent with the items of the catalog that its request names. */
export interface IntentWithItems {
  intent: Intent;
  items: readonly Item[];
}

export interface IntentStore {
  /** Returns after the commit. */
  insert(intent: Intent, idempotency: Idempotency | undefined): Promise<Inserted>;
  find(id: IntentId): Promise<Intent | undefined>;
  /** Both as of the same moment. */
  findWithTimeline(id: IntentId): Promise<FoundIntent | undefined>;
  findWithItems(id: IntentId): Promise<IntentWithItems | undefined>;
  /** Looks at a bounded number of intents, so a page of several filters can be short although more follow. */
  list(filter: IntentFilter): Promise<IntentList>;
  /** Costs the same however many intents there are. */
  findMilestones(): Promise<Milestones>;
  /** Reads the intent, changes it and writes its events in one transaction; returns the intent after the change. */
  change(id: IntentId, atMs: number, change: IntentChange): Promise<Intent | undefined>;
  /**
   * Assigns a payment target on each of these networks where the intent has none yet, and issues an exact amount to
   * each target that needs one, exactly once even with concurrent requests. A target that only an amount can match is not
   * assigned while no amount is free; the intent gets a warning, unless the amount is optional. Returns all targets of the intent.
   * Without `orderAmount`, the intent has no target yet, and each gets its own address, so no amount can be needed.
   */
  assignTargets(
    id: IntentId,
    networks: readonly string[],
    make: MakeTarget,
    orderAmount: OrderAmount | undefined,
  ): Promise<AssignedTarget[]>;
}
