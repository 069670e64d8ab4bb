import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createDatabase, runSql, servers } from '../support/databases.ts';
import { florin, type ServerOptions } from '../support/server.ts';
import type { Snapshot } from './api-types.ts';
import { FIXTURE_ENV, FIXTURE_FILES } from './fixture.ts';
import { readSnapshot } from './read-snapshot.ts';

export interface RestoredFixture {
  mainUrl: string;
  ownUrl: string;
  snapshot: Snapshot;
  /** For nodes and commands on these databases. */
  options: ServerOptions;
  remove(): void;
}

const read = (file: string) => gunzipSync(readFileSync(file)).toString();

/** Restores the databases of the version before into new ones. */
export async function restoreFixture(): Promise<RestoredFixture> {
  const mainUrl = await createDatabase();
  const ownUrl = await createDatabase(servers().at(-1)?.url);
  const sealedUrl = await sealUrl(ownUrl);
  await runSql(ownUrl, 'DROP SCHEMA florin_data CASCADE');
  await runSql(ownUrl, read(FIXTURE_FILES.own));
  await runSql(mainUrl, read(FIXTURE_FILES.main));
  await runSql(mainUrl, 'UPDATE florin_control.data_stores SET sealed_url = $1', [sealedUrl]);
  // Idempotency keys are kept for seven days; the fixture may be older.
  for (const url of [mainUrl, ownUrl]) await runSql(url, 'UPDATE florin_data.idempotency_keys SET created_at = now()');
  const snapshot = readSnapshot();
  const folder = mkdtempSync(join(tmpdir(), 'florin-upgrade-'));
  const assetsFile = join(folder, 'assets.json');
  writeFileSync(assetsFile, JSON.stringify(snapshot.assets));
  return {
    mainUrl,
    ownUrl,
    snapshot,
    options: { databaseUrl: mainUrl, dataDir: folder, env: { ...FIXTURE_ENV, FLORIN_ASSETS: assetsFile } },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The data store has a new address. The program encrypts it when the store is added to a scratch database. */
async function sealUrl(url: string): Promise<string> {
  const databaseUrl = await createDatabase();
  await florin({ databaseUrl }, 'stores', 'add', url, '--name', 'bakery');
  const [row] = await runSql<{ sealed_url: string }>(databaseUrl, 'SELECT sealed_url FROM florin_control.data_stores');
  return row?.sealed_url ?? '';
}
