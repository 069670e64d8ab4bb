import { type Client, escapeIdentifier } from 'pg';
import type { BackupDatabase, BackupTable, DatabaseName, InvoiceSeries } from '../../domain/backups/backup.ts';
import { type DataStoreId, idFromUuid } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import type { BackupPorts, Snapshot, Snapshots, TableRows } from '../../ports/backups.ts';
import { OTHER_SECRET } from '../database/check-secret.ts';
import { type Plane, schemaOf } from '../database/migrate.ts';
import { rejectMarked } from '../database/restore-mark.ts';
import { copyOut } from './copy-out.ts';
import { openClient } from './open-client.ts';
import { readCatalog } from './read-catalog.ts';

interface StoreRow {
  id: DataStoreId;
  name: string;
  sealedUrl: string;
}

interface Opened extends Snapshot {
  series: Omit<InvoiceSeries, 'merchantName'>[];
}

/** Reads the databases of a server in read-only transactions, and changes nothing. */
export const postgresSnapshots = (mainUrl: string, openVault: BackupPorts['openVault']): Snapshots => ({
  async open(mainOnly) {
    const clients: Client[] = [];
    const close = async () => void (await Promise.allSettled(clients.map((client) => client.end())));
    const connect = async (url: string) => {
      const client = await openClient(url, 'florin-backup');
      clients.push(client);
      return client;
    };
    try {
      const mainClient = await connect(mainUrl);
      await rejectMarked(mainClient);
      const secretFingerprint = await readFingerprint(mainClient);
      const vault = openVault(secretFingerprint);
      if (!vault) throw new UserError(OTHER_SECRET);
      const stores = await listStores(mainClient);
      const places = await listPlaces(mainClient);
      const own: Opened[] = [];
      for (const { id, name, sealedUrl } of mainOnly ? [] : stores) {
        const client = await connect(vault.open(sealedUrl, ['data_stores.sealed_url', id])).catch(() => {
          throw new UserError(`The data store ${id} (${name}) does not respond. Try again, or use --main-only.`);
        });
        own.push(await openSnapshot(client, id, ['data']));
      }
      const main = await openSnapshot(mainClient, 'main', ['control', 'data']);
      if (stores.length !== (await listStores(mainClient)).length) {
        throw new UserError('A data store was added at this moment. Make the backup again.');
      }
      await rejectMoves(mainClient, places);
      const snapshots = [main, ...own];
      const invoiceSeries = await nameMerchants(
        mainClient,
        snapshots.flatMap(({ series }) => series),
      );
      const dataStores = stores.map(({ id, name }) => ({ id, name }));
      return { secretFingerprint, dataStores, invoiceSeries, snapshots, close };
    } catch (error) {
      await close();
      throw error;
    }
  },
});

/** The snapshots of two stores are not of the same moment, so a merchant that moves may be in neither, or in both. */
async function rejectMoves(client: Client, before: ReadonlyMap<string, string>): Promise<void> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('florin_control.merchant_moves') IS NOT NULL AS exists`,
  );
  const { rows } = tables[0]?.exists ? await client.query('SELECT FROM florin_control.merchant_moves') : { rows: [] };
  const hasMoved = [...(await listPlaces(client))].some(([id, place]) => (before.get(id) ?? place) !== place);
  if (rows.length > 0 || hasMoved)
    throw new UserError('A merchant is being moved to another data store. Make the backup afterwards.');
}

/** The data store of each merchant. */
async function listPlaces(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; place: string }>(
    `SELECT id, coalesce(data_store_id::text, 'main') AS place FROM florin_control.merchants`,
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

async function readFingerprint(client: Client): Promise<string> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('florin_control.settings') IS NOT NULL AS exists`,
  );
  const { rows } = tables[0]?.exists
    ? await client.query<{ value: string }>(
        `SELECT value FROM florin_control.settings WHERE name = 'secret_fingerprint'`,
      )
    : { rows: [] };
  if (!rows[0]) throw new UserError('This database contains nothing to back up: no server has been started on it yet.');
  return rows[0].value;
}

async function listStores(client: Client): Promise<StoreRow[]> {
  const { rows } = await client.query<{ id: string; name: string; sealed_url: string }>(
    'SELECT id, name, sealed_url FROM florin_control.data_stores ORDER BY id',
  );
  return rows.map(({ id, name, sealed_url }) => ({ id: idFromUuid('ds', id), name, sealedUrl: sealed_url }));
}

/** Every later statement of this connection sees the rows of the moment of the first one. */
async function openSnapshot(client: Client, name: DatabaseName, planes: readonly Plane[]): Promise<Opened> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ now_ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms',
  );
  const { tables, sizes } = await readCatalog(client, planes.map(schemaOf));
  // Without the locks, a table or a partition could be dropped before its turn.
  await client.query(`LOCK TABLE ${tables.flatMap(listParts).join(', ')} IN ACCESS SHARE MODE`);
  const migrations: BackupDatabase['migrations'] = {
    ...(planes.includes('control') && { control: await listMigrations(client, 'control') }),
    data: await listMigrations(client, 'data'),
  };
  return {
    database: { name, snapshotAtMs: Math.floor(rows[0]?.now_ms ?? 0), migrations, tables },
    sizeOf: (table) => sizes[tables.indexOf(table)] ?? 0,
    series: await listSeries(client, name),
    copy: (table) => copyTable(client, table),
  };
}

/** The tables that have the rows: the partitions, or the table itself. */
const listParts = ({ schema, name, partitions }: BackupTable): string[] =>
  (partitions?.map((partition) => partition.name) ?? [name]).map(
    (one) => `${escapeIdentifier(schema)}.${escapeIdentifier(one)}`,
  );

function copyTable(client: Client, table: BackupTable): TableRows {
  let rows = 0;
  const read = async function* () {
    for (const part of listParts(table)) {
      const before = rows;
      const copy = copyOut(client, `COPY ${part} (${table.columns.map(escapeIdentifier).join(', ')}) TO STDOUT`);
      for await (const bytes of copy as AsyncIterable<Buffer>) {
        rows = before + copy.rows;
        yield bytes;
      }
      rows = before + copy.rows;
    }
  };
  return { bytes: read(), count: () => rows };
}

async function listMigrations(client: Client, plane: Plane): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM ${schemaOf(plane)}.migrations ORDER BY number`,
  );
  return rows.map(({ name }) => name);
}

async function listSeries(client: Client, database: DatabaseName): Promise<Opened['series']> {
  const { rows } = await client.query<{ merchant_id: string; last_number: number }>(
    `SELECT merchant_id, last_number FROM florin_data.invoice_series WHERE livemode AND last_number > 0
     ORDER BY merchant_id`,
  );
  return rows.map((row) => ({
    database,
    merchantId: idFromUuid('mer', row.merchant_id),
    lastNumber: row.last_number,
  }));
}

async function nameMerchants(client: Client, series: Opened['series']): Promise<InvoiceSeries[]> {
  const { rows } = await client.query<{ id: string; name: string }>('SELECT id, name FROM florin_control.merchants');
  const names = new Map(rows.map(({ id, name }) => [idFromUuid('mer', id), name]));
  return series.map((one) => ({ ...one, merchantName: names.get(one.merchantId) ?? '' }));
}
