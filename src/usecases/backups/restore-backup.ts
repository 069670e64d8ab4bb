import { amountsHeldUntil, eventNumberJump, leaseTokenFrom } from '../../domain/backups/after-restore.ts';
import type { Backup, BackupDatabase, BackupTable, DatabaseName, InvoiceSeries } from '../../domain/backups/backup.ts';
import { planDataStores, type StoreAnswer } from '../../domain/backups/plan-data-stores.ts';
import {
  checkNumber,
  type InvoiceAnswers,
  type NextInvoice,
  planInvoiceNumbers,
} from '../../domain/backups/plan-invoice-numbers.ts';
import type { DataStoreId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import type {
  BackupFile,
  BackupPart,
  BackupPorts,
  BrokenRule,
  MainRestoreTarget,
  RestoreTarget,
} from '../../ports/backups.ts';
import type { Vault } from '../../ports/vault.ts';
import type { BackupProgress } from './make-backup.ts';

export interface RestoreOrder {
  file: BackupFile;
  replace: boolean;
  stores: ReadonlyMap<DataStoreId, StoreAnswer>;
  invoices: InvoiceAnswers;
  /** Asks a person for the number of the next invoice; undefined where nobody can be asked. */
  askInvoice: (series: InvoiceSeries) => Promise<number | undefined>;
  report: (progress: BackupProgress) => void;
  signal: AbortSignal;
}

export interface Restored {
  backup: Backup;
  rows: number;
  nextInvoices: readonly NextInvoice[];
  amountsHeldUntilMs: number;
  rules: number;
  broken: readonly BrokenRule[];
}

type RestorePorts = Pick<BackupPorts, 'clock' | 'targets' | 'openVault'>;

/** What was decided before anything is written. */
interface Plan {
  backup: Backup;
  vault: Vault;
  stores: ReadonlyMap<DataStoreId, StoreAnswer>;
  nextInvoices: readonly NextInvoice[];
  replace: boolean;
}

/**
 * Fills empty databases with a backup. Everything that can be wrong is found before the first row is written, and each
 * database gets its data in one transaction. A mark keeps servers from starting until the last one is committed.
 */
export async function restoreBackup(ports: RestorePorts, order: RestoreOrder): Promise<Restored> {
  const plan = await planRestore(ports, order);
  const targets = new Map<DatabaseName, RestoreTarget>();
  let isCommitted = false;
  try {
    for (const database of listRestored(plan)) targets.set(database.name, await openTarget(ports, plan, database.name));
    for (const database of listRestored(plan)) await targets.get(database.name)?.begin(database);
    const main = targets.get('main') as MainRestoreTarget | undefined;
    if (!main) throw new UserError('The backup does not contain the main database.');
    const rows = await loadTables(plan.backup, order, targets);
    for (const target of targets.values()) await target.finish();
    const amountsHeldUntilMs = await catchUp(ports, plan, main, targets);
    const checked = await checkRules(targets.values());
    // The main database comes last: without it, no server uses the others.
    for (const target of [...targets.values()].filter((one) => one !== main).concat(main)) {
      await target.commit();
      isCommitted = true;
    }
    return { backup: plan.backup, rows, nextInvoices: plan.nextInvoices, amountsHeldUntilMs, ...checked };
  } finally {
    for (const target of targets.values()) await target.close({ keepMark: isCommitted });
  }
}

async function planRestore({ targets, openVault }: RestorePorts, order: RestoreOrder): Promise<Plan> {
  const backup = await order.file.verify();
  for (const database of backup.databases) await targets.checkMigrations(database);
  const vault = openVault(backup.secretFingerprint);
  if (!vault) {
    throw new UserError(
      'The backup was made with another secret, and a backup never contains the secret. Set FLORIN_SECRET to the secret ' +
        'of the server that made it, or put that server’s file "secret" into the data folder.',
    );
  }
  const stores = planDataStores(backup, order.stores);
  // A data store that is kept knows its last number.
  const series = backup.invoiceSeries.filter(({ database }) => database === 'main' || stores.get(database) !== 'keep');
  return { backup, vault, stores, replace: order.replace, nextInvoices: await decideInvoices(series, order) };
}

async function decideInvoices(all: readonly InvoiceSeries[], { invoices, askInvoice }: RestoreOrder) {
  const { decided, open } = planInvoiceNumbers(all, invoices);
  for (const series of open) {
    const answer = await askInvoice(series);
    if (answer === undefined) throw new UserError(askForNumbers(open));
    const nextNumber = checkNumber(series, answer);
    decided.push({ series, nextNumber });
  }
  return decided;
}

const askForNumbers = (open: readonly InvoiceSeries[]): string =>
  [
    'Invoices may have been issued after the backup, and a number must not be used twice. Give the next number of each series,',
    'or leave a gap in all of them with --skip-invoice-numbers <count>:',
    ...open.map(
      ({ merchantId, merchantName, lastNumber }) =>
        `  --next-invoice-number ${merchantId}=${lastNumber + 1}   (${merchantName}; the backup ends with ${lastNumber})`,
    ),
  ].join('\n');

/** Data stores that are kept have their section in the file too. */
const listRestored = ({ backup, stores }: Plan): BackupDatabase[] =>
  backup.databases.filter(({ name }) => name === 'main' || stores.get(name) !== 'keep');

async function openTarget({ targets }: RestorePorts, { stores, replace }: Plan, name: DatabaseName) {
  const answer = name === 'main' ? undefined : stores.get(name);
  return targets.open(name, { url: typeof answer === 'object' ? answer.url : undefined, replace });
}

/** Reads the file once from beginning to end, and gives each table to its database. */
async function loadTables(
  { databases }: Backup,
  { file, report, signal }: RestoreOrder,
  targets: ReadonlyMap<DatabaseName, RestoreTarget>,
): Promise<number> {
  let rows = 0;
  let current: Pick<BackupProgress, 'database' | 'table'> = { database: 'main', table: '' };
  const tell = (share: number) => {
    signal.throwIfAborted();
    report({ ...current, share });
  };
  const parts = file.read(tell)[Symbol.asyncIterator]();
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value;
    if (part.kind !== 'table') continue;
    current = { database: part.database, table: part.name };
    const bytes = rowsOf(parts);
    const target = targets.get(part.database);
    if (target) rows += await loadTable(target, findTable(databases, part), bytes);
    else for await (const _ of bytes.rows) continue;
  }
  return rows;
}

function findTable(databases: Backup['databases'], { database, schema, name }: Extract<BackupPart, { kind: 'table' }>) {
  const tables = databases.find((one) => one.name === database)?.tables ?? [];
  const table = tables.find((one) => one.schema === schema && one.name === name);
  if (!table) throw new UserError(`The backup contains the table ${name}, but does not describe it.`);
  return table;
}

async function loadTable(target: RestoreTarget, table: BackupTable, { rows, count }: CountedRows): Promise<number> {
  const loaded = await target.load(table, rows);
  if (loaded !== count()) {
    throw new UserError(`${table.name} has ${count()} rows in the backup, but ${loaded} were restored.`);
  }
  return loaded;
}

interface CountedRows {
  rows: AsyncIterable<Uint8Array>;
  /** Known once all rows have been read. */
  count: () => number;
}

/** The rows of the table that the parts have come to. */
function rowsOf(parts: AsyncIterator<BackupPart>): CountedRows {
  let rows = 0;
  const read = async function* () {
    for (;;) {
      const { value: part, done } = await parts.next();
      if (done || part.kind === 'backup' || part.kind === 'table') throw new UserError('The backup ends in a table.');
      if (part.kind === 'end') {
        rows = part.rows;
        return;
      }
      yield part.bytes;
    }
  };
  return { rows: read(), count: () => rows };
}

/** What a restore does because the world went on after the backup. Returns until when no exact amounts are issued. */
async function catchUp(
  { clock }: RestorePorts,
  { backup, vault, stores, nextInvoices }: Plan,
  { control }: MainRestoreTarget,
  targets: ReadonlyMap<DatabaseName, RestoreTarget>,
): Promise<number> {
  const nowMs = clock.nowMs();
  const oldestMs = Math.min(...backup.databases.map(({ snapshotAtMs }) => snapshotAtMs));
  const merchants = await control.listMerchants();
  const jump = eventNumberJump(oldestMs, nowMs);
  let longestHoldMs = 0;
  for (const [name, { data }] of targets) {
    const own = merchants.filter(({ dataStoreId }) => (dataStoreId ?? 'main') === name);
    await data.moveEventNumbers(
      own.map(({ id }) => id),
      jump,
    );
    for (const next of nextInvoices.filter(({ series }) => series.database === name)) await data.setNextInvoice(next);
    longestHoldMs = Math.max(longestHoldMs, await data.longestAmountHoldMs());
  }
  await control.moveWalletIndexes(LIMITS.restoredWalletIndexes);
  await control.moveLeases(leaseTokenFrom(nowMs));
  await control.relayAgain(oldestMs);
  const answers = [...stores.values()];
  if (answers.includes('keep')) await control.skipSimulatedTransfers(nowMs);
  for (const [id, answer] of stores) {
    if (answer !== 'keep') await control.setStoreUrl(id, vault.seal(answer.url, ['data_stores.sealed_url', id]));
  }
  const heldUntilMs = amountsHeldUntil(longestHoldMs, nowMs);
  await control.holdAmounts(heldUntilMs);
  await control.record({
    actor: 'cli',
    action: 'server.restored',
    merchantId: undefined,
    subject: 'backup',
    details: {
      backup_created_at: new Date(backup.createdAtMs).toISOString(),
      event_numbers_moved_by: jump,
      next_invoice_numbers: Object.fromEntries(
        nextInvoices.map(({ series, nextNumber }) => [series.merchantId, nextNumber]),
      ),
    },
    atMs: nowMs,
  });
  return heldUntilMs;
}

async function checkRules(targets: Iterable<RestoreTarget>): Promise<Pick<Restored, 'rules' | 'broken'>> {
  const checked = { rules: 0, broken: [] as BrokenRule[] };
  for (const target of targets) {
    const { rules, broken } = await target.checkRules();
    checked.rules += rules;
    checked.broken.push(...broken);
  }
  return checked;
}
