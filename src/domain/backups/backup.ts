import type { DataStoreId, MerchantId } from '../ids.ts';

/** The main database, or a data store by its ID. */
export type DatabaseName = 'main' | DataStoreId;

/** What a backup contains. It stands at the beginning of the file, before the rows. */
export interface Backup {
  florinVersion: string;
  createdAtMs: number;
  /** Names the secret that the sealed values need, and reveals nothing about it. */
  secretFingerprint: string;
  databases: readonly BackupDatabase[];
  /** The data stores that the main database knows, in the backup or not. */
  dataStores: readonly DataStoreName[];
  /** The numbers of live invoices. What was issued after the backup is unknown, so a restore asks. */
  invoiceSeries: readonly InvoiceSeries[];
}

export interface DataStoreName {
  id: DataStoreId;
  name: string;
}

export interface BackupDatabase {
  name: DatabaseName;
  /** The rows are those that were committed then. */
  snapshotAtMs: number;
  /** The names of the applied migrations, by plane. A data store has no control plane. */
  migrations: { control?: readonly string[]; data: readonly string[] };
  /** In an order in which every reference is loaded after the row that it refers to. */
  tables: readonly BackupTable[];
}

export interface BackupTable {
  schema: string;
  name: string;
  columns: readonly string[];
  /** Of a partitioned table, which itself has no rows; null of any other. */
  partitions: readonly Partition[] | null;
  /** Columns that PostgreSQL counts, with the last number. */
  identities: readonly { column: string; last: number }[];
}

export interface Partition {
  name: string;
  /** From this time on, and up to the other; null if it has what fits into no other. */
  range: { from: string; to: string } | null;
}

export interface InvoiceSeries {
  database: DatabaseName;
  merchantId: MerchantId;
  merchantName: string;
  lastNumber: number;
}
