import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runSql } from '../support/databases.ts';
import { findDebianPostgres } from '../support/external-postgres.ts';
import type { KeyProbe, MerchantSnapshot, Mode, Snapshot } from './api-types.ts';
import { expectEverything } from './expect-everything.ts';
import { FIXTURE_FILES, FIXTURE_FOLDER, FIXTURE_MIGRATIONS } from './fixture.ts';
import { listViolations } from './list-violations.ts';
import { makeLitecoinIntents, makeSolanaIntents } from './make-chain-intents.ts';
import { type Account, makeMerchants } from './make-merchants.ts';
import { makeReplay, makeSimulatedIntents } from './make-simulated-intents.ts';
import { type Lab, openLab } from './open-lab.ts';
import { probeKey } from './probe-key.ts';
import { readIntents, readTenant } from './read-tenant.ts';

/**
 * Writes the fixture of `upgrade.test.ts`: a database with something of every kind, made by the program of the checkout
 * that this file lies in, and what its API shows of it. It is not part of any test run. Before the first new migration
 * of a release, run it in a checkout of the release before:
 *
 *   node test/upgrade/make-database.ts
 *
 * It needs Debian's packages `postgresql` (for `pg_dump`) and `litecoind`, and takes about two minutes.
 */
const started = Date.now();
const lab = await openLab();
try {
  const accounts = await fillDatabase(lab);
  await lab.killWorker();
  // A lease names the machine of its holder.
  await runSql(
    lab.mainUrl,
    String.raw`UPDATE florin_control.networks SET holder = regexp_replace(holder, '^\S+', 'node')`,
  );
  const snapshot = await takeSnapshot(lab, accounts);
  await expectMigrations(lab);
  await expectEverything(lab.mainUrl, lab.ownUrl);
  const violations = listViolations(snapshot.merchants.flatMap(({ tenants }) => tenants));
  if (violations.length > 0) throw new Error(`The database breaks its own rules:\n${violations.join('\n')}`);
  writeFixture(lab, snapshot);
  console.log(`${FIXTURE_FOLDER}: written in ${Math.round((Date.now() - started) / 1_000)} s`);
} finally {
  await lab.close();
}

interface Filled extends Account {
  replay: MerchantSnapshot['replay'];
}

async function fillDatabase(world: Lab): Promise<Filled[]> {
  const { harbor, bakery } = await makeMerchants(world);
  console.log('merchants, keys, wallets, settings and items are made');
  await makeSimulatedIntents(world, harbor, bakery);
  console.log('intents on the simulated chain are made');
  await makeSolanaIntents(world, harbor);
  console.log('intents on Solana are made');
  const replays = [
    await makeReplay(world, harbor.keys.test, 'harbor-1'),
    await makeReplay(world, bakery.keys.test, 'bakery-1'),
  ] as const;
  await makeLitecoinIntents(world, harbor);
  console.log('intents on Litecoin are made');
  return [
    { ...harbor, replay: replays[0] },
    { ...bakery, replay: replays[1] },
  ];
}

async function expectMigrations({ mainUrl }: Lab): Promise<void> {
  for (const [plane, number] of Object.entries(FIXTURE_MIGRATIONS)) {
    const [row] = await runSql<{ newest: number }>(
      mainUrl,
      `SELECT max(number) AS newest FROM florin_${plane}.migrations`,
    );
    if (row?.newest !== number) {
      throw new Error(`The ${plane} plane is at migration ${row?.newest}. Set FIXTURE_MIGRATIONS to match.`);
    }
  }
}

async function takeSnapshot(world: Lab, accounts: readonly Filled[]): Promise<Snapshot> {
  const merchants: MerchantSnapshot[] = [];
  for (const account of accounts) merchants.push(await takeMerchantSnapshot(world, account));
  return { assets: world.assets, merchants };
}

async function takeMerchantSnapshot(world: Lab, account: Filled): Promise<MerchantSnapshot> {
  const { name, email, password, merchant_id, browser, keys, revealable, replay } = account;
  const read = async (path: string) => (await browser.call('GET', path)).json;
  const listKeys = async (mode: Mode) => (await read(`/${mode}/api_keys`))['data'] as Record<string, unknown>[];
  const { baseUrl } = world.api;
  const probes: KeyProbe[] = [];
  for (const [known, further] of account.furtherKeys) probes.push(await probeKey(baseUrl, known, further));
  const tenants = [];
  for (const mode of ['test', 'live'] as const) {
    const invoiced = await listInvoiced(baseUrl, account, mode);
    tenants.push(await readTenant(baseUrl, { mode, keys: keys[mode], invoiced }));
  }
  return {
    name,
    email,
    password,
    merchant_id,
    settings: await read('/settings'),
    api_keys: { test: await listKeys('test'), live: await listKeys('live') },
    revealable,
    probes,
    replay,
    tenants,
  };
}

/** Every paid intent has an invoice. */
async function listInvoiced(baseUrl: string, { keys }: Account, mode: Mode): Promise<string[]> {
  const intents = await readIntents(baseUrl, keys[mode]);
  return intents.filter(({ status }) => status === 'succeeded').map(({ id }) => id);
}

function writeFixture({ mainUrl, ownUrl }: Lab, snapshot: Snapshot): void {
  mkdirSync(FIXTURE_FOLDER, { recursive: true });
  writeFileSync(FIXTURE_FILES.main, gzipSync(dump(mainUrl), { level: 9 }));
  writeFileSync(FIXTURE_FILES.own, gzipSync(dump(ownUrl), { level: 9 }));
  writeFileSync(FIXTURE_FILES.snapshot, gzipSync(`${JSON.stringify(snapshot, null, 2)}\n`, { level: 9 }));
}

/** Plain SQL that any client can run: lines that begin with a backslash are for psql alone. */
function dump(url: string): string {
  const program = join(findDebianPostgres() ?? '', 'pg_dump');
  const args = ['--column-inserts', '--rows-per-insert=50', '--no-owner', '--no-privileges', '--schema=florin_*'];
  const sql = execFileSync(program, [...args, `--dbname=${url}`], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return sql
    .split('\n')
    .filter((line) => !line.startsWith('\\'))
    .join('\n');
}
