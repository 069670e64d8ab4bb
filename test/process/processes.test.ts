import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { freePort } from '../support/external-postgres.ts';
import { createMerchant, type NewMerchant, type RunningServer, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';

const PROCESSES = 2;
/** Each request has its own connection, and so goes to the next process. */
const OWN_CONNECTION = { connection: 'close' };

/** The running processes that a process has started. */
function childrenOf(pid: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((one) => parentOf(one) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

/** The value of a series in the metrics. */
async function readSeries(baseUrl: string, series: string): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`, { headers: OWN_CONNECTION })).text();
  const line = metrics.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

describe(`FLORIN_PROCESSES=${PROCESSES}`, () => {
  let server: RunningServer;
  let keys: NewMerchant;
  const children = () => childrenOf(server.process.pid ?? 0);

  beforeAll(async () => {
    const databaseUrl = await createMigrated(['control', 'data']);
    server = await startServer({ databaseUrl, env: { FLORIN_PROCESSES: String(PROCESSES) } });
    await waitUntil('all processes serve', () => server.output().includes('Set up your account: '));
    keys = await createMerchant({ databaseUrl });
  });
  afterAll(() => server.stop('SIGKILL'));

  it('says once that it is ready, with one setup link, when all processes serve', () => {
    expect(children()).toHaveLength(PROCESSES);
    expect(server.output().match(/Florin is ready at/g)).toHaveLength(1);
    expect(server.output().match(/Set up your account: /g)).toHaveLength(1);
    expect(server.output()).toContain(`api, watcher, deliverer in ${PROCESSES} processes`);
  });

  it('shows what one process has written to the others at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const created = await create(server.baseUrl, keys, undefined, OWN_CONNECTION);
      expect(created.status).toBe(201);
      const path = `/payment_intents/${createdId(created)}`;
      for (let reader = 0; reader < PROCESSES; reader += 1)
        expect((await send(server.baseUrl, keys, path, { headers: OWN_CONNECTION })).status).toBe(200);
    }
  });

  it('runs the other roles in one of the processes', async () => {
    const created = await create(server.baseUrl, keys);
    const path = `/payment_intents/${createdId(created)}`;
    expect((await send(server.baseUrl, keys, `${path}/simulate`, { body: { kind: 'full' } })).status).toBe(200);
    await waitUntil('it is paid', async () => (await send(server.baseUrl, keys, path)).json['status'] === 'succeeded');
  });

  it('adds the counts of all processes, and does not add what they read from the database', async () => {
    const series = 'florin_http_requests_total{route="/healthz",status="200"}';
    const before = await readSeries(server.baseUrl, series);
    for (let count = 0; count < 2 * PROCESSES; count += 1)
      await fetch(`${server.baseUrl}/healthz`, { headers: OWN_CONNECTION });
    expect(await readSeries(server.baseUrl, series)).toBe(before + 2 * PROCESSES);
    expect(await readSeries(server.baseUrl, 'florin_role_running{role="watcher"}')).toBe(1);
  });

  it('starts a process again that was killed, and answers meanwhile', async () => {
    const [victim = 0, ...survivors] = children();
    process.kill(victim, 'SIGKILL');
    await waitUntil('the end is logged', () =>
      server.output().includes(`"pid":${victim},"code":null,"signal":"SIGKILL"`),
    );
    expect((await fetch(`${server.baseUrl}/healthz`, { headers: OWN_CONNECTION })).status).toBe(200);
    const all = await waitUntil('it is back', () => (children().length === PROCESSES ? children() : undefined));
    expect(all).toEqual(expect.arrayContaining(survivors));
    expect(all).not.toContain(victim);
    expect(server.output().match(/Florin is ready at/g)).toHaveLength(1);
  });

  it('ends with all its processes', async () => {
    const ended = children();
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(ended.filter((pid) => parentOf(pid) !== undefined)).toEqual([]);
  });
});

it('several processes say once why they cannot start', async () => {
  const port = await freePort();
  const other = createServer((_request, response) => void response.writeHead(404).end()).listen(port, '127.0.0.1');
  const databaseUrl = await createMigrated(['control', 'data']);
  const start = startServer({ databaseUrl, port, env: { FLORIN_PROCESSES: '2' } });
  const message = await start.then(
    () => 'It started.',
    (error: Error) => error.message,
  );
  other.closeAllConnections();
  other.close();
  expect(message.match(/is in use by another program/g)).toHaveLength(1);
  expect(message).toContain('Florin did not start.');
});
