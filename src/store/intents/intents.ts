import { Problem } from '../../domain/errors.ts';
import { type IntentId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { namedItems } from '../../domain/intents/named-items.ts';
import type { StoredItem } from '../../domain/items/item.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import type {
  FoundIntent,
  Idempotency,
  Inserted,
  IntentChange,
  IntentFilter,
  IntentList,
  IntentStore,
  IntentWithItems,
  MakeTarget,
  Milestones,
  NewTarget,
  OrderAmount,
} from '../../ports/intents.ts';
import { contextOf, type Database, sqlState } from '../database/database.ts';
import type { Announcer } from '../events/announcer.ts';
import type { WantedItems } from '../items/find-items.ts';
import { assignTargets } from '../payments/assign-targets.ts';
import type { FirstTargets } from '../payments/assign-together.ts';
import type { UsedUpPrices } from '../payments/used-up-prices.ts';
import { changeIntent, type Tenancy } from './change-intent.ts';
import type { FoundParts, WantedIntent } from './find-intents.ts';
import { findMilestones } from './find-milestones.ts';
import type { IntentRow } from './insert-intents.ts';
import { KeyClaims } from './key-claims.ts';
import { listIntents } from './list-intents.ts';

const CLAIM_ATTEMPTS_MAX = 3;
const LOCK_NOT_AVAILABLE = '55P03';
const WRITING_A_KEY = /idempotency_keys/;

/** Writes one intent and resolves after its commit: false if its idempotency key existed. */
export interface IntentWriter {
  /** How many intents wait to be written. */
  readonly waiting: number;
  submit(row: IntentRow): Promise<boolean>;
}

/** What all tenants of one database share. */
export interface SharedParts {
  reader: Database;
  findIntent: (wanted: WantedIntent) => Promise<FoundParts | undefined>;
  findItems: (wanted: WantedItems) => Promise<StoredItem[]>;
  assignTogether: (first: FirstTargets) => Promise<AssignedTarget[]>;
  writer: IntentWriter;
  usedUp: UsedUpPrices;
  announcer: Announcer;
}

/** The intents of one merchant in one mode. */
export class PostgresIntents implements IntentStore {
  readonly #database: Database;
  readonly #findIntent: SharedParts['findIntent'];
  readonly #findItems: SharedParts['findItems'];
  readonly #assignTogether: SharedParts['assignTogether'];
  readonly #writer: IntentWriter;
  readonly #usedUp: UsedUpPrices;
  readonly #announcer: Announcer;
  readonly #claims = new KeyClaims();
  /** First views of the same intent at the same time wait for one of them. */
  readonly #assigning = new Map<IntentId, Promise<AssignedTarget[]>>();
  readonly #merchant: string;
  readonly #livemode: boolean;

  constructor(shared: SharedParts, merchant: string, livemode: boolean) {
    this.#database = shared.reader;
    this.#findIntent = shared.findIntent;
    this.#findItems = shared.findItems;
    this.#assignTogether = shared.assignTogether;
    this.#writer = shared.writer;
    this.#usedUp = shared.usedUp;
    this.#announcer = shared.announcer;
    this.#merchant = merchant;
    this.#livemode = livemode;
  }

  async insert(intent: Intent, idempotency: Idempotency | undefined): Promise<Inserted> {
    const row = { merchant: this.#merchant, intent, idempotency };
    if (!idempotency) {
      await this.#writer.submit(row);
      return { kind: 'created' };
    }
    try {
      for (let attempt = 0; attempt < CLAIM_ATTEMPTS_MAX; attempt += 1) {
        const written = await this.#claims.claim(idempotency.key, () => this.#writer.submit(row));
        if (written) return { kind: 'created' };
        const first = await this.#findAnswer(idempotency.key, intent.createdAtMs);
        if (first) return first;
        // A request that waited for another one in vain does not wait for the same lock again.
        if (written === undefined) break;
      }
    } catch (error) {
      throw isClaimed(error) ? inFlight() : error;
    }
    throw inFlight();
  }

  /** The first response for this key. An expired key is deleted, so it can be claimed again. */
  async #findAnswer(key: string, nowMs: number): Promise<Inserted | undefined> {
    const oldest = new Date(nowMs - LIMITS.idempotencyKeyKeptMs);
    const [row] = await this.#database.query<{ intent_id: string; request_body: string; answer: string }>({
      name: 'find-idempotency-key',
      text: `SELECT intent_id, request_body, answer FROM florin_data.idempotency_keys AS key
             JOIN florin_data.payment_intents AS intent USING (merchant_id, livemode)
             WHERE merchant_id = $1 AND livemode = $2 AND key.key = $3 AND key.created_at > $4 AND intent.id = intent_id`,
      values: [this.#merchant, this.#livemode, key, oldest],
    });
    if (row) {
      const intentId = idFromUuid('pi', row.intent_id);
      return { kind: 'replayed', intentId, requestBody: row.request_body, answer: row.answer };
    }
    await this.#database.query({
      name: 'forget-idempotency-key',
      text: `DELETE FROM florin_data.idempotency_keys
             WHERE merchant_id = $1 AND livemode = $2 AND key = $3 AND created_at <= $4`,
      values: [this.#merchant, this.#livemode, key, oldest],
    });
    return undefined;
  }

  async find(id: IntentId): Promise<Intent | undefined> {
    return (await this.#find(id))?.intent.value;
  }

  async findWithTimeline(id: IntentId): Promise<FoundIntent | undefined> {
    const found = await this.#find(id, 'timeline');
    return found && { intent: found.intent.value, timeline: found.timeline?.value ?? [] };
  }

  async findWithItems(id: IntentId): Promise<IntentWithItems | undefined> {
    const found = await this.#find(id, 'items');
    if (!found) return undefined;
    const intent = found.intent.value;
    const [merchant, livemode, itemIds] = [this.#merchant, this.#livemode, namedItems(intent.request)];
    return { intent, items: found.items?.value ?? (await this.#findItems({ merchant, livemode, itemIds })) };
  }

  #find(id: IntentId, part?: WantedIntent['with']): Promise<FoundParts | undefined> {
    return this.#findIntent({ merchant: this.#merchant, livemode: this.#livemode, id: uuidOf(id), with: part });
  }

  list(filter: IntentFilter): Promise<IntentList> {
    return listIntents(this.#database, this.#tenancy(), filter);
  }

  findMilestones(): Promise<Milestones> {
    return findMilestones(this.#database, this.#tenancy());
  }

  #tenancy(): Tenancy {
    return { merchant: this.#merchant, livemode: this.#livemode };
  }

  change(id: IntentId, atMs: number, change: IntentChange): Promise<Intent | undefined> {
    return this.#announcer.after(this.#database, (changing) =>
      changeIntent(changing, this.#tenancy(), id, atMs, change),
    );
  }

  assignTargets(
    id: IntentId,
    networks: readonly string[],
    make: MakeTarget,
    orderAmount: OrderAmount | undefined,
  ): Promise<AssignedTarget[]> {
    if (orderAmount) return this.#assignAlone(id, networks, make, orderAmount);
    const assigning =
      this.#assigning.get(id) ?? this.#assignFirst(id, networks, make).finally(() => this.#assigning.delete(id));
    this.#assigning.set(id, assigning);
    return assigning;
  }

  #assignAlone(
    id: IntentId,
    networks: readonly string[],
    make: MakeTarget,
    orderAmount: OrderAmount,
  ): Promise<AssignedTarget[]> {
    const tenancy = this.#tenancy();
    const makers = { make, orderAmount, usedUp: this.#usedUp };
    return this.#database.transaction((run) => assignTargets(run, tenancy, id, networks, makers));
  }

  /** Together with other intents, or alone if another process is faster or an address is taken. */
  async #assignFirst(id: IntentId, networks: readonly string[], make: MakeTarget): Promise<AssignedTarget[]> {
    const made: (NewTarget & { network: string })[] = [];
    for (const network of networks.toSorted()) {
      const others = made.flatMap(({ derived }) => derived ?? []);
      made.push(Object.assign(await make(network, 0, others), { network }));
    }
    const first = { merchant: this.#merchant, livemode: this.#livemode, id: uuidOf(id), made };
    const assigned = await this.#assignTogether(first);
    return assigned.length === networks.length ? assigned : this.#assignAlone(id, networks, make, () => undefined);
  }
}

/**
 * A key that another node has claimed but not committed blocks the statement until the lock timeout, and PostgreSQL says
 * that it was writing the key then. A wait for anything else says nothing about the key.
 */
const isClaimed = (error: unknown): boolean =>
  sqlState(error) === LOCK_NOT_AVAILABLE && WRITING_A_KEY.test(contextOf(error));

const inFlight = () =>
  new Problem('idempotency_in_flight', 'Another request with this Idempotency-Key is still in progress.', {
    headers: { 'retry-after': '1' },
  });
