import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BackupDatabase } from '../../src/domain/backups/backup.ts';
import type { MerchantId } from '../../src/domain/ids.ts';
import { uuidOf } from '../../src/domain/ids.ts';
import type { MainRestoreTarget, OpenSnapshots } from '../../src/ports/backups.ts';
import { LEFT_OUT } from '../../src/store/backups/left-out.ts';
import { postgresTargets } from '../../src/store/backups/restore-targets.ts';
import { postgresSnapshots } from '../../src/store/backups/snapshots.ts';
import { migrate, migrateWithin, migrationNames } from '../../src/store/database/migrate.ts';
import { plainVault } from '../memory/vault.ts';
import { createDatabase, runSql, servers } from '../support/databases.ts';
import { FINGERPRINT, fillDatabase, insertIntent } from './fill-database.ts';
import { newId } from './sample-rows.ts';

const openVault = (fingerprint: string) => (fingerprint === FINGERPRINT ? plainVault : undefined);

async function addPartitions(url: string): Promise<void> {
  await runSql(
    url,
    `CREATE TABLE florin_data.numbered_batches_y2026m10 PARTITION OF florin_data.numbered_batches
       FOR VALUES FROM ('2026-10-01 00:00:00+00') TO ('2026-11-01 00:00:00+00');
     CREATE TABLE florin_data.numbered_batches_y2026m11 PARTITION OF florin_data.numbered_batches
       FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00');
     CREATE TABLE florin_data.numbered_batches_rest PARTITION OF florin_data.numbered_batches DEFAULT;
     INSERT INTO florin_data.numbered_batches
       (merchant_id, livemode, last_number, type, intent_ids, happened_at, last_at, event_id, created_at)
     SELECT gen_random_uuid(), false, number, 'wallet.changed', '{NULL}', ARRAY[now()], now(), gen_random_uuid(),
       timestamptz '2026-10-30 00:00:00+00' + number * interval '20 days' FROM generate_series(0, 4) AS number;
     INSERT INTO florin_data.event_counters SELECT merchant_id, livemode, last_number FROM florin_data.numbered_batches`,
  );
}

const listTables = (url: string): Promise<{ name: string }[]> =>
  runSql(
    url,
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname LIKE 'florin%' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );

/** A checksum of all rows, whatever their order. */
async function digest(url: string, table: string): Promise<string> {
  const [row] = await runSql<{ digest: string }>(
    url,
    `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest FROM ${table} AS t`,
  );
  return row?.digest ?? '';
}

interface Copied {
  database: BackupDatabase;
  rows: Map<string, Buffer>;
}

async function copyAll({ snapshots: [main] }: OpenSnapshots): Promise<Copied> {
  if (!main) throw new Error('there is no snapshot');
  const rows = new Map<string, Buffer>();
  for (const table of main.database.tables) {
    const pieces: Uint8Array[] = [];
    const { bytes } = main.copy(table);
    for await (const piece of bytes) pieces.push(piece);
    rows.set(`${table.schema}.${table.name}`, Buffer.concat(pieces));
  }
  return { database: main.database, rows };
}

async function* split(content: Buffer, size = 50_000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

async function loadAll(url: string, { database, rows }: Copied, replace = false): Promise<MainRestoreTarget> {
  const target = (await postgresTargets(url).open('main', { url: undefined, replace })) as MainRestoreTarget;
  await target.begin(database);
  for (const table of database.tables) {
    await target.load(table, split(rows.get(`${table.schema}.${table.name}`) ?? Buffer.alloc(0)));
  }
  return target;
}

describe.each(servers())('backups on the $name PostgreSQL', ({ url: serverUrl }) => {
  const merchantId: MerchantId = newId('mer');
  let source: string;
  let empty: string;
  let open: OpenSnapshots | undefined;
  let target: MainRestoreTarget | undefined;

  const takeSnapshot = async () => {
    open = await postgresSnapshots(source, openVault).open(false);
    return open;
  };

  let filled: string;

  beforeAll(async () => {
    filled = await createDatabase(serverUrl);
    for (const plane of ['control', 'data'] as const) await migrate(filled, plane);
    await fillDatabase(filled, merchantId);
  });

  beforeEach(async () => {
    [source, empty] = [await createDatabase(serverUrl, filled), await createDatabase(serverUrl)];
  });

  afterEach(async () => {
    await open?.close();
    await target?.close({ keepMark: false });
    [open, target] = [undefined, undefined];
  });

  it('contain every table that is not left out with a reason', async () => {
    await runSql(source, 'CREATE TABLE florin_data.planted (single boolean)');
    const { snapshots } = await takeSnapshot();
    const copied = snapshots.flatMap(({ database }) => database.tables.map(({ schema, name }) => `${schema}.${name}`));
    const all = (await listTables(source)).map(({ name }) => name);
    expect(copied).toContain('florin_data.planted');
    expect(copied.concat(all.filter((name) => LEFT_OUT.has(name))).sort()).toEqual(all);
    for (const reason of LEFT_OUT.values()) expect(reason).toMatch(/^[A-Z].{10,}\.$/);
  });

  it('restore every row as it was', async () => {
    await addPartitions(source);
    const copied = await copyAll(await takeSnapshot());
    target = await loadAll(empty, copied);
    await target.finish();
    await target.commit();
    for (const name of copied.rows.keys())
      expect([name, await digest(empty, name)]).toEqual([name, await digest(source, name)]);
    for (const name of ['y2026m10', 'y2026m11', 'rest'].map((part) => `florin_data.numbered_batches_${part}`)) {
      expect(await digest(empty, name)).toBe(await digest(source, name));
      expect(await digest(empty, name)).not.toBe('0 ');
    }
    for (const name of ['florin_control.sessions', 'florin_control.sign_in_attempts']) {
      expect([await digest(source, name), await digest(empty, name)]).toEqual([expect.stringMatching(/^1 /), '0 ']);
    }
    expect((await listTables(empty)).map(({ name }) => name)).toEqual(
      (await listTables(source)).map(({ name }) => name),
    );
  });

  it('continue counters after the last number, and triggers work again', async () => {
    await runSql(source, 'DELETE FROM florin_control.audit_log WHERE id = 3');
    target = await loadAll(empty, await copyAll(await takeSnapshot()));
    await target.finish();
    await target.commit();
    const [row] = await runSql<{ id: string }>(
      empty,
      `INSERT INTO florin_control.audit_log (at, actor, action, subject, details) VALUES (now(), 'a', 'b', 'c', '{}') RETURNING id`,
    );
    expect(row?.id).toBe('4');
    await insertIntent(empty, uuidOf(merchantId), 'pi-2', '{}');
    expect(await runSql(empty, 'SELECT position FROM florin_data.waiting_batches ORDER BY position')).toEqual([
      { position: '1' },
      { position: '2' },
    ]);
  });

  it('are of one moment, and long rows and many rows pass', async () => {
    const merchant = uuidOf(merchantId);
    await insertIntent(source, merchant, 'long', 'x'.repeat(300_000));
    await runSql(
      source,
      `INSERT INTO florin_data.items SELECT $1, false, number::text, repeat('n', 200), 1, 'USD', now()
       FROM generate_series(1, 20000) AS number`,
      [merchant],
    );
    const before = await digest(source, 'florin_data.items');
    const snapshot = await takeSnapshot();
    await insertIntent(source, merchant, 'too late', '{}');
    await runSql(source, 'DELETE FROM florin_data.items');
    target = await loadAll(empty, await copyAll(snapshot));
    await target.finish();
    await target.commit();
    expect(await digest(empty, 'florin_data.items')).toBe(before);
    expect(await runSql(empty, 'SELECT order_id FROM florin_data.payment_intents ORDER BY order_id')).toEqual([
      { order_id: 'long' },
      { order_id: 'pi-1' },
    ]);
    expect(await runSql(empty, 'SELECT count(*)::int AS queued FROM florin_data.waiting_batches')).toEqual([
      { queued: 2 },
    ]);
  });

  it('of an older version are restored with its tables, which are then migrated', async () => {
    const older = await createDatabase(serverUrl);
    const client = new Client({ connectionString: older });
    await client.connect();
    await migrateWithin(client, 'control', (await migrationNames('control')).slice(0, 11));
    await migrateWithin(client, 'data', (await migrationNames('data')).slice(0, 22));
    await client.end();
    source = older;
    await fillDatabase(older, merchantId);
    const copied = await copyAll(await takeSnapshot());
    expect(copied.database.migrations.data).toHaveLength(22);
    target = await loadAll(empty, copied);
    await target.finish();
    await target.data.moveEventNumbers([merchantId], 5);
    expect((await target.checkRules()).broken).toEqual([]);
    await target.commit();
    expect(await migrate(empty, 'data')).toEqual([]);
    expect(await digest(empty, 'florin_data.events')).toBe(await digest(older, 'florin_data.events'));
  });

  it('of a newer version are rejected', async () => {
    await runSql(source, `INSERT INTO florin_data.migrations VALUES (9999, '9999_future', now())`);
    const { snapshots } = await takeSnapshot();
    const [main] = snapshots;
    if (!main) throw new Error('there is no snapshot');
    await expect(postgresTargets(empty).checkMigrations(main.database)).rejects.toThrow('9999_future');
  });

  it('write to no table that is not Florin’s, whatever the file names', async () => {
    const { database } = await copyAll(await takeSnapshot());
    await runSql(empty, 'CREATE TABLE public.accounts (name text)');
    const foreign = { schema: 'public', name: 'accounts', columns: ['name'], partitions: null, identities: [] };
    target = (await postgresTargets(empty).open('main', { url: undefined, replace: false })) as MainRestoreTarget;
    const changed = { ...database, tables: [...database.tables, foreign] };
    await expect(target.begin(changed)).rejects.toThrow('public.accounts, which is not Florin’s');
  });

  it('need the secret of their database, and a server that was started on it', async () => {
    await runSql(source, `UPDATE florin_control.settings SET value = 'other'`);
    await expect(takeSnapshot()).rejects.toThrow('another secret');
    source = empty;
    await expect(takeSnapshot()).rejects.toThrow('nothing to back up');
  });

  it('keep servers away until they are restored, and leave the database as it was if they are not', async () => {
    const copied = await copyAll(await takeSnapshot());
    target = await loadAll(empty, copied);
    await expect(migrate(empty, 'control')).rejects.toThrow('is running or was interrupted');
    await expect(postgresTargets(empty).open('main', { url: undefined, replace: true })).rejects.toThrow(
      'Another restore',
    );
    await target.close({ keepMark: false });
    expect(await listTables(empty)).toEqual([]);
    expect(await migrate(empty, 'control')).not.toEqual([]);
  });

  it('stay marked if other databases have their data already', async () => {
    target = await loadAll(empty, await copyAll(await takeSnapshot()));
    await target.close({ keepMark: true });
    await expect(migrate(empty, 'control')).rejects.toThrow('is running or was interrupted');
  });

  it('replace data only on request, and undo that if a row cannot be loaded', async () => {
    const copied = await copyAll(await takeSnapshot());
    await open?.close();
    await expect(postgresTargets(source).open('main', { url: undefined, replace: false })).rejects.toThrow('--replace');
    const before = await digest(source, 'florin_data.payment_intents');
    const broken = new Map(copied.rows).set('florin_control.merchants', Buffer.from('not a merchant\n'));
    const opened = await postgresTargets(source).open('main', { url: undefined, replace: true });
    await opened.begin(copied.database);
    const table = copied.database.tables.find(({ name }) => name === 'merchants');
    if (!table) throw new Error('there is no such table');
    const content = broken.get('florin_control.merchants') ?? Buffer.alloc(0);
    await expect(opened.load(table, split(content))).rejects.toThrow('uuid');
    await opened.close({ keepMark: false });
    expect(await digest(source, 'florin_data.payment_intents')).toBe(before);
    target = await loadAll(source, copied, true);
    await target.finish();
    await target.commit();
    expect(await digest(source, 'florin_data.payment_intents')).toBe(before);
  });

  it('are not restored next to a server', async () => {
    const client = new Client({ connectionString: empty, application_name: 'florin-writer' });
    await client.connect();
    const opening = postgresTargets(empty).open('main', { url: undefined, replace: false });
    await expect(opening).rejects.toThrow('is using this database');
    await client.end();
    expect(await migrate(empty, 'control')).not.toEqual([]);
  });

  it('report an error of their file, and not that of the database', async () => {
    const copied = await copyAll(await takeSnapshot());
    const opened = await postgresTargets(empty).open('main', { url: undefined, replace: false });
    await opened.begin(copied.database);
    const [table] = copied.database.tables;
    if (!table) throw new Error('there is no table');
    const failing: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('the file is gone')) }),
    };
    await expect(opened.load(table, failing)).rejects.toThrow('the file is gone');
    await opened.close({ keepMark: false });
    expect(await listTables(empty)).toEqual([]);
  });

  it('move on what was issued since', async () => {
    const copied = await copyAll(await takeSnapshot());
    target = await loadAll(empty, copied);
    await target.finish();
    const { data, control } = target;
    expect(await control.listMerchants()).toEqual([{ id: merchantId, dataStoreId: undefined }]);
    await control.moveWalletIndexes(20);
    await control.moveLeases(1_900_000_000);
    await control.skipSimulatedTransfers(0);
    await control.holdAmounts(Date.UTC(2031, 0, 1));
    await data.moveEventNumbers([merchantId], 1_000_000);
    await data.moveEventNumbers([merchantId], 1_000_000);
    expect(await data.longestAmountHoldMs()).toBe(0);
    await target.commit();
    expect(await runSql(empty, 'SELECT next_index FROM florin_control.wallets ORDER BY network')).toEqual([
      { next_index: 27 },
      { next_index: 0 },
    ]);
    expect(await runSql(empty, `SELECT holder, token FROM florin_control.leases WHERE leased_until < now()`)).toEqual([
      { holder: '', token: '1900000001' },
    ]);
    expect(await runSql(empty, 'SELECT number FROM florin_control.simulated_transfers')).toEqual([
      { number: '1000000' },
    ]);
    expect(
      await runSql(empty, 'SELECT livemode, last_number FROM florin_data.event_counters ORDER BY livemode'),
    ).toEqual([
      { livemode: false, last_number: '2000000' },
      { livemode: true, last_number: '2000000' },
    ]);
    expect(await runSql(empty, `SELECT value FROM florin_control.settings WHERE name = 'amounts_held_until'`)).toEqual([
      { value: '2031-01-01T00:00:00.000Z' },
    ]);
  });
});
