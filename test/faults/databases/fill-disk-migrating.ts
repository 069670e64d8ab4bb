import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createDatabase, runSql } from '../../support/databases.ts';
import { createCluster } from '../../support/external-postgres.ts';
import type { PostgresCluster } from '../../support/postgres-cluster.ts';
import { startServer } from '../../support/server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { FIXTURE_FILES } from '../../upgrade/fixture.ts';
import { runCommand } from '../../upgrade/run-command.ts';
import type { Fault } from '../fault.ts';
import type { Lab } from '../lab/lab.ts';
import { SmallDisk } from '../lab/small-disk.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const DISK_MIB = 160;
const FREE_KIB = [0, 32, 64, 128, 256, 512];
const TABLES = [
  'payment_intents',
  'events',
  'payments',
  'targets',
  'transfers',
  'idempotency_keys',
  'invoices',
  'items',
];

/** Hashes the rows of each table by the columns that it had before the migration. */
type Fingerprint = (url: string) => Promise<string>;

export const fillDiskMigrating: Fault = {
  name: 'fill-disk-migrating',
  group: 'databases',
  title: 'The disk is full while a database of the version before is migrated, with more room at each attempt',
  needs: ['PostgreSQL', 'root'],
  secondsMax: 240,
  async run(lab) {
    const disk = SmallDisk.mount(lab, DISK_MIB);
    const cluster = await createCluster({
      folder: lab.folder,
      data: disk.data,
      settings: ['min_wal_size=2MB', 'max_wal_size=32MB', 'dynamic_shared_memory_type=mmap'],
      initOptions: ['--wal-segsize=1'],
    });
    lab.cleanUp.add(() => cluster.kill());
    await cluster.start();
    const databaseUrl = await createDatabase(cluster.url);
    await runSql(databaseUrl, gunzipSync(readFileSync(FIXTURE_FILES.main)).toString());
    const fingerprint = await makeFingerprint(databaseUrl);
    const before = await fingerprint(databaseUrl);
    const options = { databaseUrl, dataDir: lab.folder };
    const migrate = () =>
      runCommand<unknown>(options, 'migrate').then(
        () => 'applied',
        (error: Error) => error.message,
      );
    const attempts: string[] = [];
    for (const free of FREE_KIB) {
      await runSql(databaseUrl, 'CHECKPOINT');
      disk.fill(free * 1_024);
      const outcome = await migrate();
      attempts.push(`${free} KiB: ${outcome === 'applied' ? outcome : 'failed'}`);
      await makeRoom(cluster, disk);
      lab.checkAll(await listGaps(databaseUrl));
      lab.check((await fingerprint(databaseUrl)) === before, `${free} KiB: rows have changed`);
      if (outcome === 'applied') break;
    }
    lab.check(attempts[0]?.endsWith('failed') === true, 'The disk was not full enough for a migration to fail.');
    lab.observe(`attempts with ${attempts.join(', ')}`);
    lab.check((await migrate()) === 'applied', 'The migration does not complete after room was made.');
    lab.check((await fingerprint(databaseUrl)) === before, 'Rows have changed.');
    await checkServed(lab, databaseUrl);
  },
};

async function makeRoom(cluster: PostgresCluster, disk: SmallDisk): Promise<void> {
  disk.empty();
  // PostgreSQL ends if it cannot write its log ahead; its supervisor starts it again.
  if (!cluster.isRunning) await cluster.start();
  await waitUntil('PostgreSQL has recovered', () =>
    runSql(cluster.url, 'SELECT 1').then(
      () => true,
      () => false,
    ),
  );
}

/** Each plane has its migrations up to some number, and none beyond a gap. */
async function listGaps(url: string): Promise<string[]> {
  const gaps: string[] = [];
  for (const plane of ['control', 'data']) {
    const rows = await runSql<{ name: string }>(url, `SELECT name FROM florin_${plane}.migrations ORDER BY number`);
    const known = readdirSync(join(MIGRATIONS, plane)).sort();
    const isPrefix = rows.every(({ name }, place) => known[place] === `${name}.sql`);
    if (!isPrefix) gaps.push(`${plane} has the migrations ${rows.map(({ name }) => name).join()}`);
  }
  return gaps;
}

async function makeFingerprint(url: string): Promise<Fingerprint> {
  const columns = await runSql<{ name: string; list: string }>(
    url,
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS list
     FROM information_schema.columns WHERE table_schema = 'florin_data' AND table_name = ANY ($1) GROUP BY 1 ORDER BY 1`,
    [TABLES],
  );
  const parts = columns.map(
    ({ name, list }) =>
      `SELECT '${name}' AS name, md5(string_agg(line, '' ORDER BY line)) AS hash
       FROM (SELECT ROW (${list})::text AS line FROM florin_data.${name}) AS lines`,
  );
  return async (database) => JSON.stringify(await runSql(database, `${parts.join(' UNION ALL ')} ORDER BY 1`));
}

async function checkServed(lab: Lab, databaseUrl: string): Promise<void> {
  const server = await startServer({ databaseUrl, dataDir: lab.folder, env: { FLORIN_LOG_LEVEL: 'fatal' } });
  lab.cleanUp.add(() => server.stop('SIGKILL'));
  const { status } = await fetch(`${server.baseUrl}/readyz`);
  lab.check(status === 200, `/readyz answers ${status} after the migration`);
  lab.observe('served after room was made, with every row unchanged');
}
