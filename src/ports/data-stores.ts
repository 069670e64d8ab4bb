import type { DataStoreId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';

export interface DataStore {
  id: DataStoreId;
  name: string;
  sealedUrl: string;
  createdAtMs: number;
  /** Whether new merchants may be placed here. */
  isOpen: boolean;
}

/** How a database is doing. */
export interface StoreState {
  sizeBytes: number;
  /** How long the oldest event waits for its number. */
  eventLagMs: number;
  /** How far the network that is furthest behind was scanned; undefined while none is watched. */
  scannedUntilMs: number | undefined;
}

export interface DataStores {
  insert(dataStore: DataStore, audit: AuditEntry): Promise<void>;
  find(id: DataStoreId): Promise<DataStore | undefined>;
  list(): Promise<DataStore[]>;
  setOpen(id: DataStoreId, isOpen: boolean, audit: AuditEntry): Promise<void>;
}
