import { afterAll, beforeAll, expect, it } from 'vitest';
import { create } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { freePort } from '../support/external-postgres.ts';
import { createMerchant, type NewMerchant, type RunningServer, startHosted, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';

let databaseUrl: string;
let server: RunningServer;
/** Serves no requests, only health checks. */
let worker: RunningServer;
let keys: NewMerchant;

beforeAll(async () => {
  databaseUrl = await createMigrated(['control', 'data']);
  const port = await freePort();
  const env = { FLORIN_ROLES: 'watcher', FLORIN_METRICS_PORT: String(port) };
  [server, worker] = await Promise.all([startServer({ databaseUrl }), startServer({ databaseUrl, port, env })]);
  keys = await createMerchant({ databaseUrl });
});
afterAll(() => Promise.all([server.stop('SIGKILL'), worker.stop('SIGKILL')]));

const addMigration = (number: number, name: string) =>
  runSql(databaseUrl, 'INSERT INTO florin_data.migrations VALUES ($1, $2, now())', [number, name]);

async function readiness({ baseUrl } = server) {
  const answer = await fetch(`${baseUrl}/readyz`);
  const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean; detail: string }[] };
  return { status: answer.status, checks };
}

it('a node goes on when a newer version has added something to the database', async () => {
  await addMigration(9_000, '9000_future');
  const { status, checks } = await readiness();
  expect(status).toBe(200);
  expect(checks.at(-1)?.detail).toMatch(/; a newer version of Florin added \d+$/);
  expect((await create(server.baseUrl, keys)).status).toBe(201);
});

it('a node of this version also starts then', async () => {
  const another = await startHosted({ databaseUrl });
  expect((await create(another.baseUrl, keys)).status).toBe(201);
  await another.stop();
});

it('a node takes no more requests when a newer version has removed something that it uses', async () => {
  await addMigration(9_001, '9001_past.needs-9000');
  await waitUntil('requests are rejected', async () => (await create(server.baseUrl, keys)).status === 503);
  const rejected = await create(server.baseUrl, keys);
  expect(rejected.headers.get('retry-after')).toBe('5');
  expect(rejected.json['detail']).toContain('is being replaced with a newer version');
  const tooOld = {
    status: 503,
    checks: [{ name: 'version', ok: false, detail: expect.stringContaining('is too old for the database') }],
  };
  expect(await readiness()).toEqual(tooOld);
  await waitUntil('the worker has noticed', async () => (await readiness(worker)).checks[0]?.name === 'version');
  expect(await readiness(worker)).toEqual(tooOld);
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
  expect(server.output()).toContain('This version of Florin is too old for the database');
});

it('its workers have stopped: nobody watches the network anymore', async () => {
  await waitUntil('the lease ends', async () => {
    const text = `SELECT 1 FROM florin_control.leases WHERE name = 'watch simulated' AND leased_until <= now()`;
    return (await runSql(databaseUrl, text)).length === 1;
  });
});

it('it does not start again, and says why', async () => {
  expect(await server.stop()).toBe(0);
  await expect(startHosted({ databaseUrl })).rejects.toThrow(
    /This version of Florin is too old for the database: it needs a version that knows migration 9000, and this one knows \d+\. Start the newer version/,
  );
});
