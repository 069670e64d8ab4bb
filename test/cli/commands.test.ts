import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, runSql } from '../support/databases.ts';
import { freePort } from '../support/external-postgres.ts';
import { createMerchant, florin, florinEnv, type NewMerchant } from '../support/server.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/florin.js');

interface Key {
  id: string;
  public_key: string;
  private_key: string;
  mode: string;
  scopes: string[];
  expires_at: string | null;
  revoked_at: string | null;
}

describe('the command line', () => {
  let databaseUrl: string;
  let merchant: NewMerchant;
  const run = <Result>(...args: string[]) => florin<Result>({ databaseUrl }, ...args);
  const failureOf = (...args: string[]) =>
    run(...args).then(
      () => ({ stderr: '', code: 0 }),
      (error: { stderr: string; code: number }) => error,
    );
  const errorOf = async (...args: string[]) => (await failureOf(...args)).stderr;

  const merchantError = (email: string, password: string) =>
    errorOf('merchants', 'create', '--name', 'x', '--email', email, '--password', password);
  const owner = async () =>
    (await runSql<{ email: string; password_hash: string }>(databaseUrl, 'SELECT * FROM florin_control.users'))[0];

  beforeAll(async () => {
    databaseUrl = await createDatabase();
    merchant = await createMerchant({ databaseUrl });
  });

  it('prints one JSON object for a new merchant', () => {
    expect(merchant.merchant_id).toMatch(/^mer_[0-9A-Za-z]{22}$/);
    expect(merchant.public_key).toMatch(/^fpk_test_[0-9A-Za-z]{22}$/);
    expect(merchant.private_key).toMatch(/^fsk_test_[0-9A-Za-z]{49}$/);
    expect(merchant.dashboard_url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/dashboard$/);
  });

  it.each([
    [[], 'To operate this server from the dashboard, run: npx florin users operator me@example.com\n'],
    [['--json'], ''],
  ])('says how the first user becomes an operator, to people: %j', async (more, note) => {
    const account = ['--name', 'My shop', '--email', 'me@example.com', '--password', 'correct horse battery'];
    const env = florinEnv({ databaseUrl: await createDatabase() });
    const words = [PROGRAM, 'merchants', 'create', ...account, ...more];
    expect((await promisify(execFile)(process.execPath, words, { env })).stderr).toBe(note);
  });

  it('rejects a taken email address, a short password and an invalid email address', async () => {
    const [row] = await runSql<{ email: string }>(databaseUrl, 'SELECT email FROM florin_control.users');
    expect(await merchantError((row?.email ?? '').toUpperCase(), 'correct horse battery')).toContain('already exists');
    expect(await merchantError('new@example.com', 'short')).toContain('at least 10 characters');
    expect(await merchantError('nobody', 'correct horse battery')).toContain('is not an email address');
    expect((await run<{ data: unknown[] }>('merchants', 'list')).data).toHaveLength(1);
  });

  it('hashes passwords with Argon2id and resets them', async () => {
    const before = await owner();
    const words = ['users', 'reset-password', '--email', before?.email ?? '', '--password', 'another horse battery'];
    // In its own process, because the one that runs the other commands hashes at a lower cost.
    await promisify(execFile)(process.execPath, [PROGRAM, ...words], { env: florinEnv({ databaseUrl }) });
    const after = await owner();
    expect(after?.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(after?.password_hash).not.toBe(before?.password_hash);
  });

  it.each([
    [['users', 'reset-password', '--email', 'x@y.z', '--password', 'another horse battery'], 'user'],
    [['users', 'operator', 'x@y.z'], 'user'],
    [['keys', 'create', '--merchant', 'mer_0000000000000000000001', '--name', 'x'], 'merchant'],
    [['merchants', 'set-store', 'mer_0000000000000000000001', 'main'], 'merchant'],
    [['merchants', 'move', 'mer_0000000000000000000001', 'main'], 'merchant'],
    [['stores', 'open', 'ds_0000000000000000000001'], 'data store'],
  ])('ends with 3 if something is not there: %j', async (words, what) => {
    const stderr = expect.stringContaining(`There is no ${what} `);
    expect(await failureOf(...words)).toMatchObject({ code: 3, stderr });
  });

  it('makes a user an operator and ends it, and audits each change once', async () => {
    const email = (await owner())?.email ?? '';
    const isOperator = async () =>
      (await runSql<{ operator: boolean }>(databaseUrl, 'SELECT operator FROM florin_control.users'))[0]?.operator;
    expect(await isOperator()).toBe(false);
    for (const _ of [1, 2]) {
      expect(await run('users', 'operator', email.toUpperCase())).toEqual({ email, operator: true });
      expect(await isOperator()).toBe(true);
    }
    expect(await run('users', 'operator', email, '--remove')).toEqual({ email, operator: false });
    expect(await isOperator()).toBe(false);
    const audit = await runSql<{ action: string; actor: string }>(
      databaseUrl,
      `SELECT action, actor FROM florin_control.audit_log WHERE action LIKE 'user.operator%' ORDER BY id`,
    );
    expect(audit).toEqual([
      { action: 'user.operator_added', actor: 'cli' },
      { action: 'user.operator_removed', actor: 'cli' },
    ]);
  });

  it('creates, lists, rolls and revokes keys, and audits each change', async () => {
    const live = await run<Key>(
      'keys',
      'create',
      '--merchant',
      merchant.merchant_id,
      '--mode',
      'live',
      '--scope',
      'payments:read',
    );
    expect(live).toMatchObject({ mode: 'live', scopes: ['payments:read'], expires_at: null });
    const rolled = await run<Key & { old_expires_at: string }>('keys', 'roll', live.id, '--overlap', '1h');
    expect(rolled.public_key).toBe(live.public_key);
    expect(rolled.private_key).not.toBe(live.private_key);
    expect(Date.parse(rolled.old_expires_at) - Date.now()).toBeGreaterThan(3_500_000);
    expect(await errorOf('keys', 'roll', live.id)).toContain(`Roll its successor ${rolled.id}`);
    await run('keys', 'revoke', rolled.id);
    const { data } = await run<{ data: Key[] }>('keys', 'list', '--merchant', merchant.merchant_id);
    expect(data).toHaveLength(3);
    expect(data.find(({ id }) => id === rolled.id)?.revoked_at).not.toBeNull();
    expect(await errorOf('keys', 'roll', rolled.id)).toContain('is expired or revoked');
    const audit = await runSql<{ action: string }>(
      databaseUrl,
      'SELECT action FROM florin_control.audit_log ORDER BY id',
    );
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['merchant.created', 'api_key.created', 'api_key.rolled', 'api_key.revoked']),
    );
  });

  it('seals a test private key, and stores only the hash of a live one', async () => {
    const rows = await runSql<{ livemode: boolean; sealed_private_key: string | null }>(
      databaseUrl,
      'SELECT * FROM florin_control.api_keys',
    );
    expect(rows.some(({ livemode }) => livemode)).toBe(true);
    for (const row of rows) {
      expect(JSON.stringify(row)).not.toMatch(/fsk_(test|live)_/);
      expect(row.sealed_private_key === null).toBe(row.livemode);
    }
  });

  it.each([
    [2, ['nonsense'], 'Unknown command "nonsense"'],
    [2, ['merchants', 'create', '--name', 'x'], '--email is required'],
    [2, ['keys', 'list', '--merchant', 'x'], 'is not an ID of the form mer_'],
    [2, ['users', 'operator'], 'Usage: npx florin users operator <email>'],
    [2, ['keys', 'roll'], 'Usage: npx florin keys roll <key>'],
    [2, ['keys', 'roll', 'key_0000000000000000000000', '--overlap', '2h'], 'must be one of now, 1h, 24h, 7d'],
    [2, ['doctor', '--frobnicate'], 'frobnicate'],
    [2, ['events', 'tail'], 'You are not logged in.'],
    [3, ['wallets', 'list', '--merchant', 'mer_0000000000000000000000'], 'No merchant has the ID'],
    [3, ['intents', 'get', 'pi_0000000000000000000000'], 'No payment intent has the ID'],
    [2, ['stores', 'add', 'mysql://x'], 'must look like postgres://'],
    [2, ['intents', 'list', '--merchant', 'x', '--status', 'paid'], '--status is "paid"; it must be one of'],
    [2, ['merchants', 'create', '--name', 'x', '--email', 'nobody', '--password', 'x'], 'is not an email address'],
    [2, ['merchants', 'move', 'mer_0000000000000000000000'], 'Name the data store to move to'],
    [2, ['restore', 'x', '--store', 'ds_0000000000000000000000=mysql://x'], 'must be "keep" or look like postgres://'],
    [2, ['restore', 'x', '--store', 'keep'], 'must have the form <ID>=<value>'],
    [2, ['restore', 'x', '--skip-invoice-numbers', 'many'], 'must be a whole number'],
    [4, ['stores', 'add', 'postgres://127.0.0.1:1/x'], 'temporarily unavailable'],
  ])('exits with %i and explains the error in %j', async (exitCode, args, sentence) => {
    const { code, stderr } = await failureOf(...args);
    expect(code).toBe(exitCode);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    [['keys', 'create', '--allow-ip', '10.0.0.0/99'], '"10.0.0.0/99" is not an address range.'],
    [['keys', 'create', '--expires-in-days', '0'], 'The expiry is in the past.'],
    [['wallets', 'add', '--network', 'dogecoin', '--address', 'x'], 'dogecoin'],
  ])('exits with 2 for a value that no merchant can use: %j', async (args, sentence) => {
    const { code, stderr } = await failureOf(...args, '--merchant', merchant.merchant_id);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
  });

  it.each([
    [{ PORT: 'x' }, 'PORT is "x"'],
    [{ FLORIN_SECRET: 'short' }, 'at least 32 characters'],
    [{ FLORIN_ROLES: 'king' }, 'FLORIN_ROLES contains "king"'],
    [{ FLORIN_BASE_URL: 'ftp://x' }, 'must look like https://'],
    [{ DATABASE_URL: 'garbage' }, 'DATABASE_URL must look like postgres://'],
    [{ FLORIN_TRUST_PROXY: '10.0.0.0/99' }, 'FLORIN_TRUST_PROXY contains "10.0.0.0/99"'],
    [{ FLORIN_WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8,intranet' }, 'FLORIN_WEBHOOK_ALLOW_CIDRS contains "intranet"'],
    [{ FLORIN_LOG_LEVEL: 'loud' }, 'FLORIN_LOG_LEVEL is "loud"'],
  ])('explains the error in %j', async (env, sentence) => {
    const result = await promisify(execFile)(process.execPath, [PROGRAM, 'merchants', 'list'], {
      env: { ...florinEnv({ databaseUrl }), ...env },
    }).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
    expect(result).toContain(sentence);
  });

  it('lets the doctor name the servers and no password if none takes writes', async () => {
    const hosts = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    const env = { DATABASE_URL: `postgres://florin:s3cret@${hosts.join()}/shop?target_session_attrs=read-write` };
    const failure = await florin({ databaseUrl, env }, 'doctor').then(
      () => undefined,
      (error: { stdout: string; stderr: string }) => error,
    );
    for (const host of hosts) expect(failure?.stdout).toContain(`${host} does not respond`);
    expect(`${failure?.stdout}${failure?.stderr}`).not.toContain('s3cret');
  });

  it('lets the doctor fail if no node of a network responds, and names no password', async () => {
    const env = { FLORIN_RPC_BITCOIN: `http://florin:s3cret@127.0.0.1:${await freePort()}/` };
    const failure = await florin({ databaseUrl, env }, 'doctor').then(
      () => undefined,
      (error: { code: number; stdout: string }) => error,
    );
    expect(failure?.code).toBe(1);
    const { checks } = JSON.parse(failure?.stdout ?? '{}') as {
      checks: { name: string; ok: boolean; detail: string }[];
    };
    const check = checks.find(({ name }) => name.startsWith('bitcoin at 127.0.0.1:'));
    expect(check).toMatchObject({ ok: false, detail: expect.stringMatching(/could not be reached \(ECONNREFUSED\)/) });
    expect(failure?.stdout).not.toContain('s3cret');
    const find = (wanted: string) => checks.find(({ name }) => name === wanted);
    const calls = /^at most 276,480 a day while payments are expected, 17,280 otherwise; plus three per block/;
    expect(find('bitcoin calls')).toMatchObject({ ok: true, detail: expect.stringMatching(calls) });
    expect(find('not turned on')?.detail).toMatch(/^solana, ethereum, base, .*FLORIN_RPC_SOLANA=https:/);
    expect(find('not turned on')?.detail).not.toMatch(/bitcoin,|simulated/);
  });

  it('lists the networks beside the database', async () => {
    const env = { FLORIN_RPC_BITCOIN: 'http://127.0.0.1:9/' };
    const { data } = await florin<{ data: Record<string, unknown>[] }>({ databaseUrl, env }, 'networks', '--live');
    expect(data[0]).toMatchObject({ name: 'bitcoin', state: 'delayed', cause: 'never_read', turn_on: null });
    const turnOn = 'FLORIN_RPC_BASE=https://…';
    expect(data.find(({ name }) => name === 'base')).toMatchObject({ state: 'unwatched', turn_on: turnOn });
  });

  it('prints help', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'help']);
    expect(stdout).toMatch(/^ {2}merchants create +Creates a merchant/m);
    const { stdout: manual } = await promisify(execFile)(process.execPath, [PROGRAM, 'keys', 'create', '--help']);
    expect(manual).toContain('florin keys create --merchant …');
    expect(manual).toMatch(/--allow-ip +IP range/);
  });
});
