import type { DataStoreId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';

export interface DataStore {
  id: DataStoreId;
  name: string;
  sealedUrl: string;
  createdAtMs: number;
}

export interface DataStores {
  insert(dataStore: DataStore, audit: AuditEntry): Promise<void>;
  find(id: DataStoreId): Promise<DataStore | undefined>;
  list(): Promise<DataStore[]>;
}
