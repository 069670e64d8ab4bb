import { type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import { amountKey } from '../../src/domain/payments/amount-key.ts';
import type { EventDispatch } from '../../src/ports/event-dispatch.ts';
import type { PaymentDatabase } from '../../src/ports/payment-book.ts';
import type { Store } from '../../src/ports/stores.ts';
import { PostgresDataStore } from '../../src/store/data-store.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { MemoryDatabase } from '../memory/data/database.ts';
import type { AmountEntry } from '../memory/data/tables.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, implementations, runSql } from '../support/databases.ts';

/** A database, with everything the payment engine needs from it. */
export interface EngineDatabase {
  database: PaymentDatabase & { eventDispatch: EventDispatch };
  bind(merchantId: MerchantId, livemode: boolean): Store;
  empty(): Promise<void>;
  /** Lets an intent hold an exact amount of an asset at an address. */
  holdAmount(amount: AmountEntry): Promise<void>;
  /** Deletes all scan cursors. */
  forgetScans(): Promise<void>;
  /** How often it did not answer in time, as happens on a busy machine. */
  timeouts(): number;
  close(): Promise<void>;
}

const EMPTY_TABLES = `TRUNCATE florin_data.payment_intents, florin_data.search_queue, florin_data.search_segments, florin_data.search_terms, florin_data.events, florin_data.targets,
  florin_data.payments, florin_data.scans, florin_data.transfers, florin_data.claims, florin_data.dust_counts,
  florin_data.target_keys, florin_data.idempotency_keys, florin_data.waiting_batches, florin_data.notices, florin_data.event_counters,
  florin_data.numbered_batches, florin_data.webhook_endpoints, florin_data.deliveries`;

class CountedOutage extends Outage {
  count = 0;

  override note(): void {
    this.count += 1;
    super.note();
  }
}

const HOLD_AMOUNT = `INSERT INTO florin_data.target_keys (merchant_id, livemode, intent_id, network, key, kind, address,
  asset, amount, tail, assigned_at, held_until) VALUES ($1, $2, $3, $4, $5, 'amount', $6, $7, $8, $9, now(), $10)`;

const keyOf = ({ address, asset, amount }: AmountEntry) => amountKey(address, asset, amount);

export async function openPostgres(serverUrl: string): Promise<EngineDatabase & { url: string }> {
  const url = await createMigrated(['data'], serverUrl);
  const outage = new CountedOutage();
  const open = () =>
    new PostgresDataStore({
      outage,
      connectMsMax: CONNECT_MS_MAX,
      url,
      connectionsMax: 4,
      groupCommit: true,
      onBatch: () => undefined,
    });
  let database = open();
  return {
    url,
    get database() {
      return database;
    },
    bind: (merchantId, livemode) => database.bind(merchantId, livemode),
    // A store remembers some of what it has read.
    async empty() {
      await database.close();
      await runSql(url, EMPTY_TABLES);
      database = open();
    },
    async holdAmount(held) {
      const { intent, network, address, asset, amount, tail, heldUntilMs } = held;
      const key = [uuidOf(intent.merchantId), intent.livemode, uuidOf(intent.id), network, keyOf(held), address];
      const money = [amount, tail].map(formatDecimal);
      await runSql(url, HOLD_AMOUNT, [...key, asset, ...money, new Date(heldUntilMs)]);
    },
    forgetScans: async () => void (await runSql(url, 'DELETE FROM florin_data.scans')),
    timeouts: () => outage.count,
    close: () => database.close(),
  };
}

async function openMemory(): Promise<EngineDatabase> {
  const opened: EngineDatabase & { database: MemoryDatabase } = {
    database: new MemoryDatabase(),
    bind: (merchantId, livemode) => opened.database.bind(merchantId, livemode),
    empty: async () => opened.database.clear(),
    holdAmount: async (held) => opened.database.tables.amounts.set(`${held.network}:${keyOf(held)}`, held),
    forgetScans: () => opened.database.forgetScans(),
    timeouts: () => 0,
    close: async () => undefined,
  };
  return opened;
}

/** Every database implementation. */
export const engineDatabases = () => implementations<EngineDatabase>(openPostgres, openMemory);
