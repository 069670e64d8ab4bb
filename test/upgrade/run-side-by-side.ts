import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HDKey } from '@scure/bip32';
import type { Keys } from '../support/client.ts';
import { createDatabase, runSql } from '../support/databases.ts';
import { startExternalPostgres } from '../support/external-postgres.ts';
import type { ServerOptions } from '../support/server.ts';
import { runCommand } from './run-command.ts';
import { checkOut } from './side-by-side/check-out.ts';
import { checkOutcome } from './side-by-side/check-outcome.ts';
import { Fleet } from './side-by-side/fleet.ts';
import { OrderBook } from './side-by-side/send-orders.ts';

/**
 * `npm run test:upgrade -- --before <git ref>`: upgrades a database under load. Nodes of the version before and of this
 * checkout serve one PostgreSQL side by side, some are killed, and nothing that was acknowledged may be lost.
 */
const PHASES = 7;
/** Four nodes with two data stores each, those that were just killed, and the checks. */
const CONNECTIONS_MAX = 400;
/** One broken migration fails thousands of requests; the first ones show the cause. */
const SHOWN_MAX = 20;
const TEST_VERSIONS = { public: 0x043587cf, private: 0x04358394 };
const ENV = {
  FLORIN_LOG_LEVEL: 'error',
  FLORIN_RATE_CREATE: '1000000',
  FLORIN_RATE_READ: '1000000',
  FLORIN_SIMULATED_BLOCK_MS: '200',
  FLORIN_BASE_URL: 'https://pay.example.com',
  // No node answers; addresses are made without one.
  FLORIN_RPC_LITECOIN_REGTEST: 'http://127.0.0.1:9',
};

const { values } = parseArgs({
  options: { before: { type: 'string' }, count: { type: 'string', default: '420' } },
});
if (values.before === undefined || !/^\d{1,5}$/.test(values.count)) {
  console.error('Usage: npm run test:upgrade -- --before <git ref> [--count <orders>]');
  process.exit(2);
}

const endings: (() => unknown)[] = [];
const cleanUp = async () => {
  for (const end of endings.splice(0).toReversed()) await end();
};
process.once('SIGINT', () => void cleanUp().finally(() => process.exit(130)));
try {
  const violations = await upgradeUnderLoad(values.before, Number(values.count));
  for (const violation of violations.slice(0, SHOWN_MAX)) console.error(`FAIL  ${violation}`);
  console.log(violations.length === 0 ? 'Every check passed.' : `${violations.length} checks failed.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await cleanUp();
}

async function upgradeUnderLoad(ref: string, count: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-side-by-side-'));
  endings.push(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startExternalPostgres([`max_connections=${CONNECTIONS_MAX}`]);
  if (!postgres) throw new Error('This test needs a PostgreSQL of this machine. Install the package postgresql.');
  endings.push(() => postgres.stop());
  const checkout = checkOut(ref, folder);
  endings.push(() => checkout.remove());
  console.log(`before: ${ref} (${checkout.commit.slice(0, 7)}), current: this checkout`);

  const mainUrl = await createDatabase(postgres.url);
  const current: ServerOptions = { databaseUrl: mainUrl, dataDir: folder, env: ENV };
  const before: ServerOptions = { ...current, program: checkout.program };
  const merchants = [await makeMerchant(before, 1), await makeMerchant(before, 2, await createDatabase(postgres.url))];
  const atStart = await listMigrations(mainUrl);
  const fleet = new Fleet({ before, current });
  endings.push(() => fleet.endAll());
  const book = new OrderBook(fleet, merchants);
  await upgrade(fleet, book, Math.ceil(count / PHASES));

  const added = (await listMigrations(mainUrl)).filter((name) => !atStart.includes(name));
  console.log(`migrations that ran meanwhile: ${added.length === 0 ? 'none' : added.join(', ')}`);
  const outcome = await checkOutcome(fleet, book, mainUrl);
  const { answered, unavailable, lost, faults } = fleet;
  console.log(`${book.orders.length} orders; ${answered.before} answers by before, ${answered.current} by current`);
  console.log(`${unavailable} answers with 503; ${lost} requests lost with nodes that were ended`);
  return [...faults, ...book.violations, ...outcome];
}

/** An upgrade with crashes. Orders keep coming in every phase. */
async function upgrade(fleet: Fleet, book: OrderBook, count: number): Promise<void> {
  const phase = async (what: string, work: () => Promise<void>) => {
    const [startedAt, before] = [Date.now(), book.orders.length];
    await book.sendDuring(count, work);
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
    console.log(`${what}: ${book.orders.length - before} orders in ${seconds} s`);
  };
  await fleet.start('before 1', 'before');
  await fleet.start('before 2', 'before');
  await phase('two nodes of before', async () => undefined);
  await phase('current 1 starts and migrates', () => fleet.start('current 1', 'current'));
  await phase('current 2 starts', () => fleet.start('current 2', 'current'));
  await phase('before 1 is killed and tries to start again', async () => {
    await fleet.end('before 1', 'SIGKILL');
    await restartBefore(fleet);
  });
  await phase('current 1 is killed and starts again', async () => {
    await fleet.end('current 1', 'SIGKILL');
    await fleet.start('current 1', 'current');
  });
  await phase('current 2 is stopped and starts again', async () => {
    await fleet.end('current 2', 'SIGTERM');
    await fleet.start('current 2', 'current');
  });
  await phase('all go on', async () => undefined);
}

/** The version before starts only on a database that is no newer than itself. */
async function restartBefore(fleet: Fleet): Promise<void> {
  try {
    await fleet.start('before 1', 'before');
    console.log('before 1 has started again: the database is no newer');
  } catch (error) {
    if (!String(error).includes('The database is newer than this')) throw error;
    console.log('before 1 does not start again: the database is newer');
  }
}

async function makeMerchant(before: ServerOptions, number: number, ownUrl?: string): Promise<Keys> {
  const account = ['--name', `Shop ${number}`, '--email', `shop${number}@example.com`, '--password', 'correct horse 9'];
  const made = await runCommand<Keys & { merchant_id: string }>(before, 'merchants', 'create', ...account);
  const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(number), TEST_VERSIONS).derive("m/84'/1'/0'");
  const wallet = ['--network', 'litecoin-regtest', '--xpub', xpub.publicExtendedKey, '--script-type', 'p2wpkh'];
  await runCommand(before, 'wallets', 'add', '--merchant', made.merchant_id, ...wallet);
  if (ownUrl === undefined) return made;
  const { id } = await runCommand<{ id: string }>(before, 'stores', 'add', ownUrl, '--name', 'own');
  await runCommand(before, 'merchants', 'set-store', made.merchant_id, id);
  return made;
}

async function listMigrations(url: string): Promise<string[]> {
  const rows = await runSql<{ name: string }>(
    url,
    `SELECT 'control/' || name AS name FROM florin_control.migrations
     UNION ALL SELECT 'data/' || name FROM florin_data.migrations ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
