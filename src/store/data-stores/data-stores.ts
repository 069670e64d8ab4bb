import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { DataStore, DataStores } from '../../ports/data-stores.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../database/database.ts';

interface DataStoreRecord {
  id: string;
  name: string;
  sealed_url: string;
  created_at: Date;
  open: boolean;
}

const readDataStore = (row: DataStoreRecord): DataStore => ({
  id: idFromUuid('ds', row.id),
  name: row.name,
  sealedUrl: row.sealed_url,
  createdAtMs: row.created_at.getTime(),
  isOpen: row.open,
});

export function dataStoreTable(database: Database): DataStores {
  return {
    async insert(dataStore, audit) {
      await database.transaction(async (run) => {
        await run(
          'INSERT INTO florin_control.data_stores (id, name, sealed_url, created_at, open) VALUES ($1, $2, $3, $4, $5)',
          [
            uuidOf(dataStore.id),
            dataStore.name,
            dataStore.sealedUrl,
            new Date(dataStore.createdAtMs),
            dataStore.isOpen,
          ],
        );
        await writeAudit(run, audit);
      });
    },

    async find(id) {
      const [row] = await database.query<DataStoreRecord>({
        name: 'find-data-store',
        text: 'SELECT id, name, sealed_url, created_at, open FROM florin_control.data_stores WHERE id = $1',
        values: [uuidOf(id)],
      });
      return row && readDataStore(row);
    },

    async list() {
      const rows = await database.query<DataStoreRecord>({
        name: 'list-data-stores',
        text: 'SELECT id, name, sealed_url, created_at, open FROM florin_control.data_stores ORDER BY id',
        values: [],
      });
      return rows.map(readDataStore);
    },

    async setOpen(id, isOpen, audit) {
      await database.transaction(async (run) => {
        await run('UPDATE florin_control.data_stores SET open = $2 WHERE id = $1', [uuidOf(id), isOpen]);
        await writeAudit(run, audit);
      });
    },
  };
}
