import type { MerchantId } from '../../src/domain/ids.ts';
import type { PaymentDatabase } from '../../src/ports/payment-book.ts';
import type { Store } from '../../src/ports/stores.ts';
import { PostgresDataStore } from '../../src/store/data-store.ts';
import { migrate } from '../../src/store/database/migrate.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { MemoryDatabase } from '../memory/data/database.ts';
import { createDatabase, runSql, servers } from '../support/databases.ts';

/** A database, with everything the payment engine needs from it. */
export interface EngineDatabase {
  database: PaymentDatabase;
  bind(merchantId: MerchantId, livemode: boolean): Store;
  empty(): Promise<void>;
  /** Deletes all scan cursors. */
  forgetScans(): Promise<void>;
  close(): Promise<void>;
}

const EMPTY_TABLES = `TRUNCATE florin_data.payment_intents, florin_data.events, florin_data.targets,
  florin_data.payments, florin_data.scans, florin_data.transfers, florin_data.dust_counts, florin_data.idempotency_keys`;

export async function openPostgres(serverUrl: string): Promise<EngineDatabase> {
  const url = await createDatabase(serverUrl);
  await migrate(url, 'data');
  const outage = new Outage();
  const database = new PostgresDataStore({
    outage,
    url,
    connectionsMax: 4,
    groupCommit: true,
    onBatch: () => undefined,
  });
  return {
    database,
    bind: (merchantId, livemode) => database.bind(merchantId, livemode),
    empty: async () => void (await runSql(url, EMPTY_TABLES)),
    forgetScans: async () => void (await runSql(url, 'DELETE FROM florin_data.scans')),
    close: () => database.close(),
  };
}

async function openMemory(): Promise<EngineDatabase> {
  const opened: EngineDatabase & { database: MemoryDatabase } = {
    database: new MemoryDatabase(),
    bind: (merchantId, livemode) => opened.database.bind(merchantId, livemode),
    empty: async () => opened.database.clear(),
    forgetScans: async () => opened.database.tables.scans.clear(),
    close: async () => undefined,
  };
  return opened;
}

/** Every database implementation. All of them must pass the same contract. */
export function engineDatabases(): { name: string; open: () => Promise<EngineDatabase> }[] {
  return [
    ...servers().map(({ name, url }) => ({ name: `the ${name} PostgreSQL`, open: () => openPostgres(url) })),
    { name: 'the store in memory', open: openMemory },
  ];
}
