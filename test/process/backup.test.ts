import { execFileSync, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, type MerchantId, uuidOf } from '../../src/domain/ids.ts';
import { checkRules, type RunSql } from '../faults/lab/check-rules.ts';
import { Orders } from '../faults/lab/orders.ts';
import { create, createdId, type Keys, send, validBody } from '../support/client.ts';
import { makeDataFolder, removeDataFolder } from '../support/data-folder.ts';
import { createDatabase, runSql, servers } from '../support/databases.ts';
import {
  createMerchant,
  florin,
  florinEnv,
  type NewMerchant,
  PROGRAM,
  type RunningServer,
  type ServerOptions,
  startServer,
  TEST_SECRET,
} from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';

const ENV = { FLORIN_SIMULATED_BLOCK_MS: '100', FLORIN_RATE_CREATE: '100000', FLORIN_LOG_LEVEL: 'error' };
const isRoot = process.getuid?.() === 0;

interface RestoreResult {
  rows: number;
  rules: number;
  broken: unknown[];
  next_invoice_numbers: Record<string, number>;
}

const restore = (options: ServerOptions, file: string, ...more: string[]): Promise<RestoreResult> =>
  florin(options, 'restore', file, ...more);

/** What a command prints when it fails. */
async function errorOf(work: Promise<unknown>): Promise<string> {
  const failure = (await work.then(
    () => ({ stderr: 'it succeeded' }),
    (error: unknown) => error,
  )) as { stderr?: string; message?: string };
  return failure.stderr ?? failure.message ?? '';
}

/** What a command prints that fails because of what it found. */
async function outputOf(work: Promise<unknown>): Promise<string> {
  const failure = (await work.then(
    () => ({ stdout: '{}' }),
    (error: unknown) => error,
  )) as { stdout?: string };
  return failure.stdout ?? '{}';
}

const statusOf = async (baseUrl: string, keys: Keys, id: string) =>
  (await send(baseUrl, keys, `/payment_intents/${id}`)).json['status'];

const pay = (baseUrl: string, keys: Keys, id: string) =>
  send(baseUrl, keys, `/payment_intents/${id}/simulate`, { body: { kind: 'full' } });

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-backups-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(servers())('a backup under load on the $name PostgreSQL', ({ name, url: serverUrl }) => {
  let file: string;
  let source: ServerOptions & { databaseUrl: string };
  let copy: ServerOptions & { databaseUrl: string };
  let keys: NewMerchant;
  let orders: Orders;
  let acknowledged: Map<string, string>;
  /** Its target was assigned before the backup, and its money was sent after it. */
  let paidLater: string;
  let restored: RestoreResult;
  let server: RunningServer;

  beforeAll(async () => {
    file = join(folder, `${name}.backup`);
    [source, copy] = [
      { databaseUrl: await createDatabase(serverUrl), env: ENV },
      { databaseUrl: await createDatabase(serverUrl), env: ENV },
    ];
    const original = await startServer(source);
    keys = await createMerchant(source);
    const signal = new AbortController().signal;
    orders = new Orders({ baseUrl: () => original.baseUrl, keys, signal });
    const load = orders.sendSteadily('order', 40);
    await orders.untilAcknowledged(100);
    paidLater = createdId(await create(original.baseUrl, keys, { ...validBody(), order_id: 'paid-later' }));
    orders.sent.add('paid-later');
    await fetch(`${original.baseUrl}/${keys.public_key}/checkout/${paidLater}`);
    await runSql(
      source.databaseUrl,
      'INSERT INTO florin_data.invoice_series (merchant_id, livemode, last_number) VALUES ($1, true, 41)',
      [uuidOf(keys.merchant_id as MerchantId)],
    );
    acknowledged = new Map(orders.acknowledged).set('paid-later', paidLater);
    await florin(source, 'backup', file);
    await orders.untilAcknowledged(50);
    await pay(original.baseUrl, keys, paidLater);
    await waitUntil(
      'it is paid after the backup',
      async () => (await statusOf(original.baseUrl, keys, paidLater)) === 'succeeded',
    );
    await load.end();
    await original.stop();
  });

  afterAll(async () => {
    await server?.stop();
  });

  it('asks for the next number of live invoices before it restores anything', async () => {
    expect(await errorOf(restore(copy, file))).toContain(`--next-invoice-number ${keys.merchant_id}=42`);
    expect(await runSql(copy.databaseUrl, `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'florin%'`)).toEqual([]);
  });

  it('restores into another database, where every rule holds', async () => {
    restored = await restore(copy, file, '--next-invoice-number', `${keys.merchant_id}=57`);
    expect(restored).toMatchObject({ broken: [], next_invoice_numbers: { [keys.merchant_id]: 57 } });
    expect(restored.rows).toBeGreaterThan(300);
    const [series] = await runSql(
      copy.databaseUrl,
      'SELECT last_number FROM florin_data.invoice_series WHERE livemode',
    );
    expect(series).toEqual({ last_number: 56 });
  });

  it('finds the payment that was made since by reading the network again', async () => {
    const [target] = await runSql<{ address: string }>(
      copy.databaseUrl,
      `SELECT address FROM florin_data.targets WHERE intent_id = $1 AND network = 'simulated'`,
      [uuidOf(paidLater as IntentId)],
    );
    // A real network goes on after a backup. The simulated one is in the database, so its transfer is carried over.
    const [sent] = await runSql<{ transfer: object }>(
      source.databaseUrl,
      'SELECT to_jsonb(t) AS transfer FROM florin_control.simulated_transfers t WHERE address = $1',
      [target?.address],
    );
    await runSql(
      copy.databaseUrl,
      `INSERT INTO florin_control.simulated_transfers
       SELECT * FROM jsonb_populate_record(NULL::florin_control.simulated_transfers, $1)`,
      [JSON.stringify(sent?.transfer)],
    );
    server = await startServer(copy);
    await waitUntil('it is found', async () => (await statusOf(server.baseUrl, keys, paidLater)) === 'succeeded');
  });

  it('contains everything that was acknowledged before it began, and nothing by halves', async () => {
    const client = new Client({ connectionString: copy.databaseUrl });
    await client.connect();
    const run: RunSql = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query(text, values)).rows as Row[];
    try {
      const violations = await waitUntil('the workers have caught up', async () => {
        const { violations: found } = await checkRules(run, { sent: orders.sent, acknowledged });
        return found.some((one) => one.includes('simulated network is recorded')) ? undefined : found;
      });
      expect(violations).toEqual([]);
    } finally {
      await client.end();
    }
  });

  it('goes on: intents are created, paid and settled, and retries get their first answer', async () => {
    const [key = ''] = acknowledged.keys();
    const body = { ...validBody(), order_id: key, expires_in: 604_800 };
    const again = await create(server.baseUrl, keys, body, { 'idempotency-key': key });
    expect([again.headers.get('idempotent-replayed'), createdId(again)]).toEqual(['true', acknowledged.get(key)]);
    const id = createdId(await create(server.baseUrl, keys));
    await pay(server.baseUrl, keys, id);
    await waitUntil('a new intent is paid', async () => (await statusOf(server.baseUrl, keys, id)) === 'succeeded');
  });

  it('moved event numbers and the tokens of leases on', async () => {
    const [counter] = await runSql<{ lowest: string }>(
      copy.databaseUrl,
      'SELECT min(last_number) AS lowest FROM florin_data.event_counters',
    );
    expect(Number(counter?.lowest)).toBeGreaterThanOrEqual(1_000_000);
    const [lease] = await runSql<{ token: string }>(
      copy.databaseUrl,
      'SELECT min(token) AS token FROM florin_control.leases',
    );
    expect(Number(lease?.token)).toBeGreaterThan(1_700_000_000);
  });

  it('is not restored next to a server, nor over data', async () => {
    const options = ['--next-invoice-number', `${keys.merchant_id}=57`];
    expect(await errorOf(restore(copy, file, ...options))).toContain('is using this database');
    expect(await statusOf(server.baseUrl, keys, paidLater)).toBe('succeeded');
    await server.stop();
    expect(await errorOf(restore(copy, file, ...options))).toContain('already contains data');
    expect(await errorOf(restore(copy, file, '--replace', ...options))).toContain('--yes');
    expect((await restore(copy, file, '--replace', '--yes', ...options)).broken).toEqual([]);
  });
});

describe('a backup file', () => {
  let source: ServerOptions & { databaseUrl: string };
  let empty: ServerOptions & { databaseUrl: string };
  let keys: NewMerchant;
  let file: string;

  beforeAll(async () => {
    source = { databaseUrl: await createDatabase() };
    empty = { databaseUrl: await createDatabase() };
    keys = await createMerchant(source);
    file = join(folder, 'file.backup');
    await florin(source, 'backup', file);
  });

  const isUntouched = async () =>
    (await runSql(empty.databaseUrl, `SELECT 1 FROM pg_namespace WHERE nspname LIKE 'florin%'`)).length === 0;

  it('is for its owner only, and contains neither the secret nor a private key', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const content = await readFile(file);
    const rows = zstdDecompressSync(content.subarray(content.indexOf('\n') + 1, -72)).toString('latin1');
    expect(rows).toContain(keys.public_key);
    for (const secret of [TEST_SECRET, keys.private_key]) expect(rows).not.toContain(secret);
    const written = execFileSync('sh', ['-c', `head -c -72 ${file} | sha256sum`]).toString();
    expect(content.subarray(-72).toString()).toBe(`sha256 ${written.slice(0, 64)}\n`);
  });

  it('is not replaced', async () => {
    expect(await errorOf(florin(source, 'backup', file))).toContain('already exists');
  });

  it('can be written to standard output', async () => {
    const env = florinEnv({ ...source, dataDir: folder });
    const piped = execFileSync(process.execPath, [PROGRAM, 'backup', '-'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const path = join(folder, 'piped.backup');
    await writeFile(path, piped);
    const target = { databaseUrl: await createDatabase() };
    expect((await restore(target, path)).broken).toEqual([]);
  });

  it.each([
    ['was cut off', (path: string) => truncate(path, 2_000)],
    [
      'has a changed byte',
      async (path: string) => {
        const content = await readFile(path);
        content[1_000] = (content[1_000] ?? 0) ^ 0x10;
        await writeFile(path, content);
      },
    ],
  ])('is rejected if it %s', async (_, damage) => {
    const damaged = join(folder, 'damaged.backup');
    await copyFile(file, damaged);
    await damage(damaged);
    expect(await errorOf(restore(empty, damaged))).toContain('is not complete, or was changed');
    expect(await isUntouched()).toBe(true);
  });

  it('is rejected with another secret, or if a newer version made it', async () => {
    const other = { ...empty, env: { FLORIN_SECRET: 'another-secret-that-is-long-enough-too' } };
    expect(await errorOf(restore(other, file))).toContain('made with another secret');
    const newer = { databaseUrl: await createDatabase() };
    await createMerchant(newer);
    await runSql(newer.databaseUrl, `INSERT INTO florin_data.migrations VALUES (9999, '9999_future', now())`);
    await florin(newer, 'backup', join(folder, 'newer.backup'));
    expect(await errorOf(restore(empty, join(folder, 'newer.backup')))).toContain('A newer version of Florin');
    expect(await isUntouched()).toBe(true);
  });

  it.runIf(isRoot)('leaves nothing behind on a full disk', async () => {
    // What does not compress needs more room than there is.
    await runSql(
      source.databaseUrl,
      `INSERT INTO florin_data.items (merchant_id, livemode, item_id, name, unit_amount, currency, updated_at)
       SELECT $1, false, gen_random_uuid(), gen_random_uuid(), 1, 'USD', now() FROM generate_series(1, 20000)`,
      [uuidOf(keys.merchant_id as MerchantId)],
    );
    const disk = await mkdtemp(join(folder, 'disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'florin-backup', disk]);
    try {
      expect(await errorOf(florin(source, 'backup', join(disk, 'one.backup')))).toContain('The disk is full');
      expect(await readdir(disk)).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('is restored again after the restore was killed, and no server starts in between', async () => {
    const target = { databaseUrl: await createDatabase() };
    await florin(target, 'merchants', 'list');
    // Holds the restore up where it has begun to write.
    const blocker = new Client({ connectionString: target.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE florin_data.events IN ACCESS SHARE MODE');
    const env = florinEnv({ ...target, dataDir: folder });
    const child = spawn(process.execPath, [PROGRAM, 'restore', file], { env, stdio: 'ignore' });
    await waitUntil('the restore waits', async () => {
      const waiting = await runSql(
        target.databaseUrl,
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'florin-restore' AND wait_event_type = 'Lock'
           AND datname = current_database()`,
      );
      return waiting.length > 0;
    });
    child.kill('SIGKILL');
    expect(await errorOf(startServer({ ...target, env: ENV }))).toContain('is running or was interrupted');
    const { checks } = JSON.parse(await outputOf(florin(target, 'doctor'))) as { checks: { name: string }[] };
    expect(checks.map(({ name }) => name)).toContain('restore');
    await blocker.end();
    await waitUntil('the killed restore is gone', async () => {
      const left = await runSql(
        target.databaseUrl,
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'florin-restore' AND datname = current_database()`,
      );
      return left.length === 0;
    });
    expect(await errorOf(florin(target, 'merchants', 'list'))).toContain('is running or was interrupted');
    expect((await restore(target, file)).broken).toEqual([]);
    const { data } = await florin<{ data: { id: string }[] }>(target, 'merchants', 'list');
    expect(data.map(({ id }) => id)).toEqual([keys.merchant_id]);
  });
});

describe('a backup with a data store', () => {
  it('restores it into another database, or goes on with it', async () => {
    const source = { databaseUrl: await createDatabase(), env: ENV };
    const [inMain, inStore] = [await createMerchant(source), await createMerchant(source)];
    const storeUrl = await createDatabase(servers().at(-1)?.url);
    const { id } = await florin<{ id: string }>(source, 'stores', 'add', storeUrl, '--name', 'far');
    await florin(source, 'merchants', 'set-store', inStore.merchant_id, id);
    const original = await startServer(source);
    const [first, second] = [
      createdId(await create(original.baseUrl, inMain)),
      createdId(await create(original.baseUrl, inStore)),
    ];
    const file = join(folder, 'stores.backup');
    await florin(source, 'backup', file);
    const afterBackup = createdId(await create(original.baseUrl, inStore));
    await original.stop();

    const moved = { databaseUrl: await createDatabase(), env: ENV };
    expect(await errorOf(restore(moved, file))).toContain(`--store ${id}=`);
    const newUrl = await createDatabase(servers().at(-1)?.url);
    expect((await restore(moved, file, '--store', `${id}=${newUrl}`)).broken).toEqual([]);
    const server = await startServer(moved);
    expect(await statusOf(server.baseUrl, inMain, first)).toBe('requires_payment');
    expect(await statusOf(server.baseUrl, inStore, second)).toBe('requires_payment');
    expect((await send(server.baseUrl, inStore, `/payment_intents/${afterBackup}`)).status).toBe(404);
    await server.stop();

    const kept = { databaseUrl: await createDatabase(), env: ENV };
    await restore(kept, file, '--store', `${id}=keep`);
    const again = await startServer(kept);
    expect(await statusOf(again.baseUrl, inStore, afterBackup)).toBe('requires_payment');
    await pay(again.baseUrl, inStore, afterBackup);
    await waitUntil('it is paid', async () => (await statusOf(again.baseUrl, inStore, afterBackup)) === 'succeeded');
    await again.stop();
  });
});

describe('a backup of the embedded database', () => {
  it('is made while the server runs, and restored into another data folder with its secret', async () => {
    const [dataDir, otherDir] = [await makeDataFolder(), await makeDataFolder()];
    try {
      const keys = await createMerchant({ dataDir });
      const original = await startServer({ dataDir, env: ENV });
      const id = createdId(await create(original.baseUrl, keys));
      const file = join(folder, 'data-folder.backup');
      expect(await florin({ dataDir }, 'backup', file)).toMatchObject({ file, databases: ['main'] });
      await original.stop();
      expect(await errorOf(restore({ dataDir: otherDir }, file))).toContain('made with another secret');
      await copyFile(join(dataDir, 'secret'), join(otherDir, 'secret'));
      expect((await restore({ dataDir: otherDir }, file)).broken).toEqual([]);
      const server = await startServer({ dataDir: otherDir, env: ENV });
      expect(await statusOf(server.baseUrl, keys, id)).toBe('requires_payment');
      await pay(server.baseUrl, keys, id);
      await waitUntil('it is paid', async () => (await statusOf(server.baseUrl, keys, id)) === 'succeeded');
      await server.stop();
    } finally {
      for (const one of [dataDir, otherDir]) await removeDataFolder(one);
    }
  });
});
