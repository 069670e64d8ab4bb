import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedMerchant } from '../../bench/seed-merchant.ts';
import type { MerchantId } from '../../src/domain/ids.ts';
import { INTENT_STATUSES } from '../../src/domain/intents/intent-status.ts';
import { checkDataRules } from '../../src/store/backups/check-data-rules.ts';
import { SEARCH_LOCK } from '../../src/store/searches/search-index.ts';
import { checkRules } from '../faults/lab/check-rules.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql, servers } from '../support/databases.ts';
import { openPerson } from '../support/run-florin.ts';
import { waitUntil } from '../support/wait-until.ts';

const PROGRAM = join(import.meta.dirname, '../../bench/seed.ts');
const STEP = 200;

describe.each(servers())('npm run seed on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let folder: string;
  let merchantId: MerchantId;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    url = await createMigrated(['control', 'data'], serverUrl);
    folder = await mkdtemp(join(tmpdir(), 'florin-seed-'));
    env = { PATH: process.env['PATH'], DATABASE_URL: url, FLORIN_DATA_DIR: folder, FLORIN_SECRET: 's'.repeat(32) };
    const person = await openPerson(env);
    const words = ['--name', 'Shop', '--email', 'ada@example.com', '--password', 'correct horse battery', '--json'];
    const { out } = await person.run('merchants', 'create', ...words);
    merchantId = (JSON.parse(out) as { merchant_id: MerchantId }).merchant_id;
    await person.leave();
  });
  afterAll(() => rm(folder, { recursive: true }));

  const start = (...args: string[]) =>
    spawn(process.execPath, [PROGRAM, '--step', String(STEP), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });

  const run = async (...args: string[]) => {
    const child = start(...args);
    const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    return { code: code as number, out, err };
  };

  const countIntents = async () =>
    (await runSql<{ count: number }>(url, 'SELECT count(*)::int AS count FROM florin_data.payment_intents'))[0]?.count;

  const seedHere = (intents: number, seed: number) => {
    const reported: number[] = [];
    const { signal } = new AbortController();
    const report = (done: number) => void reported.push(done);
    return seedMerchant({ url, merchantId, intents, seed, stepIntents: STEP, signal, report }).then(() => reported);
  };

  it('adds intents in every status, after which every rule of the data holds', async () => {
    const { code, out, err } = await run('--intents', '600');
    expect(err).toBe(err.replaceAll('\r', ''));
    expect(err.split('\n').filter(Boolean)).toHaveLength(3);
    expect(out).toContain(`${merchantId} has 600 seeded intents: 600 were added`);
    expect(code).toBe(0);
    const statuses = await runSql<{ status: string }>(
      url,
      'SELECT DISTINCT status FROM florin_data.payment_intents ORDER BY status',
    );
    expect(statuses.map(({ status }) => status)).toEqual(Object.keys(INTENT_STATUSES).sort());
    const indexed = 'SELECT count(DISTINCT intent_id)::int AS count FROM florin_data.search_terms';
    expect(await runSql(url, indexed)).toEqual([{ count: 600 }]);
    expect(await runSql(url, 'SELECT * FROM florin_data.search_queue')).toEqual([]);
  });

  it('goes on after it was killed, and has every intent once', async () => {
    const other = new Client({ connectionString: url });
    await other.connect();
    // The next step stops at its search terms, after it has written everything else.
    await other.query('SELECT pg_advisory_lock($1)', [SEARCH_LOCK]);
    const child = start('--intents', '1000');
    const blocked = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND objid = ${SEARCH_LOCK} AND NOT granted`;
    await waitUntil('the step waits', async () => (await runSql(url, blocked)).length > 0);
    child.kill('SIGKILL');
    await once(child, 'close');
    await other.end();
    expect(await countIntents()).toBe(600);
    // PostgreSQL notices that its client is gone when the statement ends.
    const gone = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'florin-seed'`;
    await waitUntil('the connection is gone', async () => (await runSql(url, gone)).length === 0);
    expect(await seedHere(1_000, 1)).toEqual([800, 1_000]);
    expect(await countIntents()).toBe(1_000);
    expect(await seedHere(1_000, 1)).toEqual([]);
    expect(await seedHere(200, 2)).toEqual([200]);
    expect(await countIntents()).toBe(1_200);
  });

  it('keeps the rules of the data', async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const query = async (statement: string, values: unknown[] = []) => (await client.query(statement, values)).rows;
      expect((await checkRules(query)).violations).toEqual([]);
      expect((await checkDataRules(query)).broken).toEqual([]);
    } finally {
      await client.end();
    }
  });

  it.each([
    [['--intents', '0'], '--intents must be a whole number from 1 to'],
    [['--intents', '10', '--merchant', 'mer_0000000000000000000001'], 'There is no merchant mer_'],
  ])('explains a mistake: %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(err).toContain(message);
    expect(code).toBe(1);
  });

  it('does not fill a merchant whose server would get a webhook of everything', async () => {
    await runSql(
      url,
      `INSERT INTO florin_data.webhook_endpoints (merchant_id, livemode, id, url, description, events, api_version,
         sealed_secret, status, created_at)
       SELECT merchant_id, false, gen_random_uuid(), 'https://example.com', '', '{*}', 'v', 's', 'enabled', now()
       FROM florin_data.payment_intents LIMIT 1`,
    );
    await expect(seedHere(2_000, 1)).rejects.toThrow('This merchant has webhook endpoints in test mode.');
  });
});
