import type { IntentId, MerchantId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal } from '../../src/domain/money/decimal.ts';
import type { EventDispatch } from '../../src/ports/event-dispatch.ts';
import type { TimelineEntry } from '../../src/ports/intents.ts';
import type { PaymentDatabase } from '../../src/ports/payment-book.ts';
import type { Store } from '../../src/ports/stores.ts';
import { readIntent } from '../memory/data/change-intent.ts';
import { MemoryDatabase } from '../memory/data/database.ts';
import type { IntentEntry, TableAccess, Tables } from '../memory/data/tables.ts';

export interface Inspected {
  merchantId: MerchantId;
  intent: Intent;
  timeline: readonly TimelineEntry[];
}

/** The database under the engine, and direct access to what is committed. */
export interface Backing {
  database: PaymentDatabase & { eventDispatch: EventDispatch };
  /** The tables, if they are in memory. */
  memory?: TableAccess;
  bind(merchantId: MerchantId): Store;
  /** Returns every intent, or only those that changed since the last call. */
  inspect(merchants: readonly MerchantId[], all: boolean): Promise<Inspected[]>;
}

export function memoryBacking(): Backing {
  const database = new MemoryDatabase();
  const stores = new Map<MerchantId, Store>();
  const seen = new Map<IntentId, IntentEntry>();
  let seenTable: Tables['intents'] | undefined;
  return {
    database,
    memory: database,
    bind(merchantId) {
      const store = stores.get(merchantId) ?? database.bind(merchantId, false);
      stores.set(merchantId, store);
      return store;
    },
    async inspect(_merchants, all) {
      const changed: Inspected[] = [];
      const { intents } = database.tables;
      // A transaction that changes the table replaces it.
      if (!all && intents === seenTable) return changed;
      seenTable = intents;
      for (const entry of intents.values()) {
        const { merchantId, timeline, intent } = entry;
        if (!all && seen.get(intent.id) === entry) continue;
        seen.set(intent.id, entry);
        changed.push({ merchantId, timeline, intent: readIntent(database.tables, entry) });
      }
      return changed;
    },
  };
}

/** PostgreSQL, or any other database that provides stores. */
export function storedBacking(opened: {
  database: Backing['database'];
  bind(merchantId: MerchantId, livemode: boolean): Store;
}): Backing {
  const seen = new Map<IntentId, string>();
  const bind = (merchantId: MerchantId) => opened.bind(merchantId, false);
  return {
    database: opened.database,
    bind,
    async inspect(merchants, all) {
      const changed: Inspected[] = [];
      for (const merchantId of merchants) {
        const store = bind(merchantId);
        for (const intent of (await store.intents.list({ limit: 1_000 })).intents) {
          const { sequence, payments, targets, ambiguousTransfers } = intent;
          const states = payments.map(({ state, blockHeight, confirmations }) => [state, blockHeight, confirmations]);
          const amounts = targets.map((target) => target.amounts.map(({ amount }) => formatDecimal(amount)));
          const fingerprint = JSON.stringify([sequence, states, amounts, ambiguousTransfers]);
          if (!all && seen.get(intent.id) === fingerprint) continue;
          seen.set(intent.id, fingerprint);
          const { timeline = [] } = (await store.intents.findWithTimeline(intent.id)) ?? {};
          changed.push({ merchantId, intent, timeline });
        }
      }
      return changed;
    },
  };
}
