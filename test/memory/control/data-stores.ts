import type { DataStores } from '../../../src/ports/data-stores.ts';
import { DuplicateError } from '../data/tables.ts';
import { byId, type ControlTables, writeAudit } from './tables.ts';

export const memoryDataStores = (tables: ControlTables): DataStores => ({
  async insert(dataStore, audit) {
    if (tables.dataStores.has(dataStore.id)) throw new DuplicateError(`data store ${dataStore.id}`);
    tables.dataStores.set(dataStore.id, dataStore);
    writeAudit(tables, audit);
  },

  find: async (id) => tables.dataStores.get(id),

  list: async () => byId(tables.dataStores.values()),

  async setOpen(id, isOpen, audit) {
    const found = tables.dataStores.get(id);
    if (found) tables.dataStores.set(id, { ...found, isOpen });
    writeAudit(tables, audit);
  },
});
