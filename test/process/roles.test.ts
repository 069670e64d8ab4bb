import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorker, type WorkerProcess } from '../faults/lab/start-worker.ts';
import { create, createdId, send } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { freePort } from '../support/external-postgres.ts';
import { createMerchant, type NewMerchant, type RunningServer, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';

let databaseUrl: string;
let metricsPort: number;
let api: RunningServer;
let keys: NewMerchant;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  databaseUrl = await createMigrated(['control', 'data']);
  metricsPort = await freePort();
  api = await startServer({ databaseUrl, env: { FLORIN_ROLES: 'api', FLORIN_METRICS_PORT: String(metricsPort) } });
  keys = await createMerchant({ databaseUrl });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await api.stop('SIGKILL');
});

async function runningRoles(): Promise<string[]> {
  const { roles } = (await (await fetch(`${api.baseUrl}/readyz`)).json()) as {
    roles: { role: string; running: boolean }[];
  };
  return roles.filter(({ running }) => running).map(({ role }) => role);
}

const countEvents = async () => ((await send(api.baseUrl, keys, '/events')).json['data'] as unknown[]).length;

/** The status of an intent that was paid in full. */
async function pay(): Promise<{ status: () => Promise<unknown> }> {
  const path = `/payment_intents/${createdId(await create(api.baseUrl, keys))}`;
  expect((await send(api.baseUrl, keys, `${path}/simulate`, { body: { kind: 'full' } })).status).toBe(200);
  return { status: async () => (await send(api.baseUrl, keys, path)).json['status'] };
}

it('nobody watches and nobody delivers without the roles, and /readyz says so', async () => {
  expect(await runningRoles()).toEqual([]);
  expect(api.output()).toMatch(/Roles +api\n/);
});

it('metrics are on the port for monitoring, and not where everybody can read them', async () => {
  const monitor = `http://127.0.0.1:${metricsPort}`;
  expect((await fetch(`${api.baseUrl}/metrics`)).status).toBe(404);
  expect(await (await fetch(`${monitor}/metrics`)).text()).toContain('florin_http_requests_total{route="/metrics"');
  for (const path of ['healthz', 'readyz']) expect((await fetch(`${monitor}/${path}`)).status).toBe(200);
});

it('a watcher finds payments, but numbers no events', async () => {
  const paid = await pay();
  workers.push(await startWorker({ databaseUrl }, 'watcher'));
  await waitUntil('it is paid', async () => (await paid.status()) === 'succeeded');
  await waitUntil('only the watcher runs', async () => (await runningRoles()).join() === 'watcher');
  expect(await countEvents()).toBe(0);
});

it('a deliverer numbers what the watcher has written', async () => {
  workers.push(await startWorker({ databaseUrl }, 'deliverer'));
  await waitUntil('there are events', async () => (await countEvents()) > 0);
  await waitUntil('both roles run', async () => (await runningRoles()).join() === 'watcher,deliverer');
});
