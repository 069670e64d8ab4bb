import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send, validBody } from '../support/client.ts';
import { clusterOf, makeDataFolder, removeDataFolder } from '../support/data-folder.ts';
import { freePort } from '../support/external-postgres.ts';
import { createMerchant, florin, florinEnv, type NewMerchant, PROGRAM, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';

const run = promisify(execFile);

/** PostgreSQL processes whose command line names this folder. */
function postmasters(cluster: string): number {
  const list = execFileSync('ps', ['-eo', 'args']).toString();
  return list.split('\n').filter((line) => line.includes(cluster) && line.includes('postgres')).length;
}

/** The doctor ends with 1 if a check fails, and prints its checks all the same. */
async function checksOf(dataDir: string, port: number): Promise<{ name: string; ok: boolean; detail: string }[]> {
  type Report = { checks: { name: string; ok: boolean; detail: string }[] };
  const report = await florin<Report>({ dataDir, env: { PORT: String(port) } }, 'doctor').catch(
    ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Report,
  );
  return report.checks;
}

describe('one data folder with the embedded database', () => {
  let dataDir: string;
  let keys: NewMerchant;

  beforeAll(async () => {
    dataDir = await makeDataFolder();
  });

  afterAll(() => removeDataFolder(dataDir));

  it('creates a merchant without a server, and leaves no database running', async () => {
    keys = await createMerchant({ dataDir });
    expect(Object.keys(keys)).toEqual(['merchant_id', 'name', 'public_key', 'private_key', 'mode', 'dashboard_url']);
    expect(keys.mode).toBe('test');
    expect(postmasters(await clusterOf(dataDir))).toBe(0);
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  });

  it('serves after a restart, stops with its database on Ctrl-C, and keeps its data', async () => {
    const server = await startServer({ dataDir });
    expect(server.output()).not.toContain('Initializing');
    const reply = await create(server.baseUrl, keys);
    expect(reply.status).toBe(201);
    expect(await server.stop('SIGINT')).toBe(0);
    expect(postmasters(await clusterOf(dataDir))).toBe(0);

    const again = await startServer({ dataDir });
    const read = await send(again.baseUrl, keys, `/payment_intents/${createdId(reply)}`);
    expect(read.status).toBe(200);
    await again.stop();
  });

  it('lets the CLI and a second server join the running database, which stops with the last one', async () => {
    const first = await startServer({ dataDir });
    const second = await startServer({ dataDir });
    const more = await createMerchant({ dataDir });
    expect((await create(second.baseUrl, more)).status).toBe(201);
    expect((await create(first.baseUrl, more)).status).toBe(201);
    await first.stop();
    expect((await create(second.baseUrl, more)).status).toBe(201);
    await second.stop();
    expect(postmasters(await clusterOf(dataDir))).toBe(0);
  });

  it('completes requests in flight before it stops', async () => {
    const server = await startServer({ dataDir, env: { FLORIN_RATE_CREATE: '100000' } });
    const replies = Array.from({ length: 200 }, (_, index) =>
      create(server.baseUrl, keys, validBody(), { 'idempotency-key': `stop-${index}` }).catch(() => undefined),
    );
    await replies[0];
    await server.stop('SIGTERM');
    const answered = (await Promise.all(replies)).filter((reply) => reply !== undefined);
    expect(answered.length).toBeGreaterThan(0);
    for (const reply of answered) expect([201, 503]).toContain(reply.status);

    const again = await startServer({ dataDir });
    for (const reply of answered.filter(({ status }) => status === 201)) {
      expect((await send(again.baseUrl, keys, `/payment_intents/${createdId(reply)}`)).status).toBe(200);
    }
    await again.stop();
  });

  it('stops when npm receives a signal that it does not forward', async () => {
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...florinEnv({ dataDir }), PORT: String(port) },
      stdio: 'ignore',
    });
    const healthy = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await waitUntil('the server answers', healthy);
    npm.kill('SIGTERM');
    await waitUntil('the server answers no more', async () => !(await healthy()));
    await waitUntil('its database has ended', async () => postmasters(await clusterOf(dataDir)) === 0);
  });

  it('writes a log of JSON lines without keys, names, email addresses, phone numbers or addresses', async () => {
    const server = await startServer({ dataDir });
    await create(server.baseUrl, keys);
    await create(server.baseUrl, keys, { ...validBody(), total_amount: -1 });
    await create(server.baseUrl, { ...keys, private_key: keys.private_key.slice(0, -1) });
    await fetch(`${server.baseUrl}/${keys.private_key}/payment_intents?email=ada@example.com`);
    await server.stop();
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThanOrEqual(4);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    const output = server.output();
    for (const secret of [
      keys.private_key,
      keys.private_key.slice(0, -1),
      'ada@',
      'Ada',
      'Jansen',
      '555 0100',
      'Keizersgracht',
    ]) {
      expect(output).not.toContain(secret);
    }
    expect(lines.some((line) => line.includes('"request_id":"req_'))).toBe(true);
  });

  /** On a busy machine the doctor may rightly find that the database or the server takes too long. */
  const expectHealthy = (port: number) =>
    waitUntil('the doctor finds nothing to fix', () =>
      florin<{ ok: boolean }>({ dataDir, env: { PORT: String(port) } }, 'doctor').then(
        ({ ok }) => ok,
        () => false,
      ),
    );

  it('is reported as healthy by the doctor, with and without a server', async () => {
    const port = await freePort();
    await expectHealthy(port);
    const server = await startServer({ dataDir, port });
    await expectHealthy(port);
    await server.stop();
  });

  it('is told from an empty folder by the doctor, which creates nothing there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'florin-empty-'));
    const checks = await checksOf(folder, await freePort());
    expect(checks).toContainEqual({ name: 'database', ok: true, detail: 'will be created on the first start' });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('is told by the doctor from the database of the server on the port', async () => {
    const other = await makeDataFolder();
    const port = await freePort();
    const server = await startServer({ dataDir: other, port });
    const portOf = (folder: string) =>
      waitUntil('the doctor reaches the server', async () => {
        const check = (await checksOf(folder, port)).find(({ name }) => name === `port ${port}`);
        return check?.detail.startsWith('Florin is running here') ? check : undefined;
      });
    expect(await portOf(dataDir)).toMatchObject({ ok: false, detail: expect.stringContaining('another database') });
    expect(await portOf(other)).toMatchObject({ ok: true, detail: 'Florin is running here' });
    await server.stop();
    await removeDataFolder(other);
  });
});

it('says when a merchant is the first of a new database', async () => {
  const dataDir = await makeDataFolder();
  const open = (email: string) => {
    const account = ['--name', 'My shop', '--email', email, '--password', 'correct horse battery'];
    return run(process.execPath, [PROGRAM, 'merchants', 'create', ...account], { env: florinEnv({ dataDir }) });
  };
  try {
    const first = await open('me@example.com');
    expect(first.stdout).toMatch(/\ndashboard_url http:\/\/127\.0\.0\.1:3000\/dashboard\n$/);
    const notes = [
      'To operate this server from the dashboard, run: npx florin users operator me@example.com',
      `This is a new database in ${dataDir}. A server started with another FLORIN_DATA_DIR does not see it.`,
    ];
    expect(first.stderr.trimEnd().split('\n').slice(1)).toEqual(notes);
    expect((await open('other@example.com')).stderr).toBe('');
  } finally {
    await removeDataFolder(dataDir);
  }
});
