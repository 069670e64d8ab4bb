import type { Backup, BackupDatabase, BackupTable, DatabaseName, InvoiceSeries } from '../domain/backups/backup.ts';
import type { NextInvoice } from '../domain/backups/plan-invoice-numbers.ts';
import type { DataStoreId, MerchantId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';
import type { Clock } from './clock.ts';
import type { Vault } from './vault.ts';

/** The parts of a backup in the order of its file: what it contains, then each table with its rows. */
export type BackupPart =
  | { kind: 'backup'; backup: Backup }
  | { kind: 'table'; database: DatabaseName; schema: string; name: string }
  | { kind: 'rows'; bytes: Uint8Array }
  | { kind: 'end'; rows: number };

/** Opens the databases of a server for reading. */
export interface Snapshots {
  /** One snapshot per database, the main one first. Without the data stores if only the main database is wanted. */
  open(mainOnly: boolean): Promise<OpenSnapshots>;
}

export interface OpenSnapshots {
  secretFingerprint: string;
  dataStores: Backup['dataStores'];
  invoiceSeries: readonly InvoiceSeries[];
  snapshots: readonly Snapshot[];
  close(): Promise<void>;
}

/** One database as it was at one moment, whatever is written to it in the meantime. */
export interface Snapshot {
  database: BackupDatabase;
  /** The bytes that a table takes in the database, which are about as many as its copy has. */
  sizeOf: (table: BackupTable) => number;
  copy: (table: BackupTable) => TableRows;
}

export interface TableRows {
  /** In PostgreSQL's text format of COPY. */
  bytes: AsyncIterable<Uint8Array>;
  /** How many rows have been read. */
  count: () => number;
}

export interface BackupFile {
  /** Writes a file that has its name only once it is complete. */
  write(parts: AsyncIterable<BackupPart>): Promise<{ bytes: number; sha256: string }>;
  /** Reads the whole file and compares it with its checksum. Throws a UserError if it is not complete and unchanged. */
  verify(): Promise<Backup>;
  /** Also compares each table with its checksum. Reports which share of the file was read. */
  read(report: (share: number) => void): AsyncIterable<BackupPart>;
}

export interface RestoreTargets {
  /** Throws a UserError if a newer version of Florin made the backup. Changes nothing. */
  checkMigrations(database: BackupDatabase): Promise<void>;
  /**
   * Marks the database, so that no server starts on it until the restore is complete. Throws a UserError if a server uses
   * it, or if it contains data that is not to be replaced. The main database has no URL here.
   */
  open(name: DatabaseName, options: { url: string | undefined; replace: boolean }): Promise<RestoreTarget>;
}

/** A database that is filled in one transaction. */
export interface RestoreTarget {
  /** Creates empty tables as they were when the backup was made. */
  begin(database: BackupDatabase): Promise<void>;
  /** Returns the number of rows that were written. */
  load(table: BackupTable, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /** Brings the tables up to date. */
  finish(): Promise<void>;
  data: RestoredData;
  /** Returns the number of rules that were checked, and those that rows break. */
  checkRules(): Promise<{ rules: number; broken: BrokenRule[] }>;
  /** Makes the restored data visible and removes the mark. */
  commit(): Promise<void>;
  /** Ends the restore. Without a commit, the database is as it was before, and the mark is removed unless it is kept. */
  close(options: { keepMark: boolean }): Promise<void>;
}

export interface MainRestoreTarget extends RestoreTarget {
  control: RestoredControl;
}

export interface BrokenRule {
  rule: string;
  rows: number;
  example: string;
}

/** What changes in the data plane, because the world went on after the backup. */
export interface RestoredData {
  /** Merchants without events get a counter too: they may have had events after the backup. */
  moveEventNumbers(merchants: readonly MerchantId[], by: number): Promise<void>;
  setNextInvoice(next: NextInvoice): Promise<void>;
  /** The longest time for which an exact amount was held. */
  longestAmountHoldMs(): Promise<number>;
}

/** What changes in the control plane, because the world went on after the backup. */
export interface RestoredControl {
  listMerchants(): Promise<{ id: MerchantId; dataStoreId: DataStoreId | undefined }[]>;
  moveWalletIndexes(by: number): Promise<void>;
  /** Ends every lease. Tokens continue above this one and above their own. */
  moveLeases(tokenMin: number): Promise<void>;
  /** Events that were relayed to a data store after its snapshot are relayed to it again. */
  relayAgain(sinceMs: number): Promise<void>;
  /** A data store that was kept has read transfers of the simulated network that the ledger does not contain. */
  skipSimulatedTransfers(atMs: number): Promise<void>;
  setStoreUrl(id: DataStoreId, sealedUrl: string): Promise<void>;
  holdAmounts(untilMs: number): Promise<void>;
  record(audit: AuditEntry): Promise<void>;
}

/** What a backup and a restore need from outside. The database is neither migrated nor changed to get them. */
export interface BackupPorts {
  clock: Pick<Clock, 'nowMs'>;
  snapshots: Snapshots;
  targets: RestoreTargets;
  florinVersion: string;
  /** Opens what was sealed with the secret of this fingerprint. Undefined if this server has another secret. */
  openVault(secretFingerprint: string): Vault | undefined;
  file(path: string): BackupFile;
}
