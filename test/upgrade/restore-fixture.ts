import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { idFromUuid } from '../../src/domain/ids.ts';
import { createVault } from '../../src/system/vault.ts';
import { createDatabase, runSql, servers } from '../support/databases.ts';
import { type ServerOptions, TEST_SECRET } from '../support/server.ts';
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
  await runSql(ownUrl, read(FIXTURE_FILES.own));
  await runSql(mainUrl, read(FIXTURE_FILES.main));
  await moveDataStore(mainUrl, ownUrl);
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

/** The data store has a new address, encrypted like the version before did it: bound to no row. */
async function moveDataStore(mainUrl: string, ownUrl: string): Promise<void> {
  const vault = createVault({ secret: TEST_SECRET, previous: undefined, boundOnly: false });
  for (const { id } of await runSql<{ id: string }>(mainUrl, 'SELECT id FROM florin_control.data_stores')) {
    const both = vault.seal(ownUrl, ['data_stores.sealed_url', idFromUuid('ds', id)]);
    const sealedUrl = both.split('.').slice(0, 4).join('.');
    await runSql(mainUrl, 'UPDATE florin_control.data_stores SET sealed_url = $2 WHERE id = $1', [id, sealedUrl]);
  }
}
