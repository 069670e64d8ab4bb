import type { Backup, DatabaseName } from '../../domain/backups/backup.ts';
import type { BackupFile, BackupPart, BackupPorts, OpenSnapshots } from '../../ports/backups.ts';

/** How far a backup or a restore has come. */
export interface BackupProgress {
  database: DatabaseName;
  table: string;
  /** From 0 to 1, as far as it is known. */
  share: number;
}

export interface MadeBackup {
  backup: Backup;
  rows: number;
  bytes: number;
  sha256: string;
}

interface BackupOrder {
  file: BackupFile;
  /** Whether data stores are left out. */
  mainOnly: boolean;
  report: (progress: BackupProgress) => void;
  signal: AbortSignal;
}

/**
 * Copies every database as it was at one moment, while servers go on. Each database has its own moment: those of the data
 * stores come first, so that the control plane is never older than what a data store says.
 */
export async function makeBackup(
  { clock, snapshots, florinVersion }: Pick<BackupPorts, 'clock' | 'snapshots' | 'florinVersion'>,
  { file, mainOnly, report, signal }: BackupOrder,
): Promise<MadeBackup> {
  const open = await snapshots.open(mainOnly);
  try {
    const { secretFingerprint, dataStores, invoiceSeries } = open;
    const databases = open.snapshots.map(({ database }) => database);
    const createdAtMs = clock.nowMs();
    const backup = { florinVersion, createdAtMs, secretFingerprint, dataStores, invoiceSeries, databases };
    const total = { rows: 0 };
    const written = await file.write(partsOf(backup, open, { report, signal, total }));
    return { backup, rows: total.rows, ...written };
  } finally {
    await open.close();
  }
}

async function* partsOf(
  backup: Backup,
  { snapshots }: OpenSnapshots,
  { report, signal, total }: Pick<BackupOrder, 'report' | 'signal'> & { total: { rows: number } },
): AsyncGenerator<BackupPart> {
  yield { kind: 'backup', backup };
  const sizes = snapshots.flatMap(({ database, sizeOf }) => database.tables.map(sizeOf));
  const sizeTotal = sizes.reduce((sum, size) => sum + size, 0);
  let sizeBefore = 0;
  for (const { database, copy, sizeOf } of snapshots) {
    for (const table of database.tables) {
      const { schema, name } = table;
      yield { kind: 'table', database: database.name, schema, name };
      const rows = copy(table);
      const size = sizeOf(table);
      let copied = 0;
      const tell = () => {
        signal.throwIfAborted();
        const share = (sizeBefore + Math.min(copied, size)) / Math.max(1, sizeTotal);
        report({ database: database.name, table: name, share });
      };
      tell();
      for await (const bytes of rows.bytes) {
        yield { kind: 'rows', bytes };
        copied += bytes.length;
        tell();
      }
      sizeBefore += size;
      total.rows += rows.count();
      yield { kind: 'end', rows: rows.count() };
    }
  }
}
