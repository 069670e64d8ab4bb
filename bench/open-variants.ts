import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load, Reads } from './load.ts';
import { createPath, customerNumber, requestHeaders, requestTemplate } from './make-request.ts';
import { measureFirstViews } from './measure-first-views.ts';
import type { Bench } from './open-bench.ts';
import type { Case } from './parse-options.ts';
import { readBatches } from './read-batches.ts';
import { compareStoredRows, readStoredRow } from './read-stored-row.ts';
import { isInstalled } from './run-command.ts';

import { runPgbench } from './run-pgbench.ts';
import { runSql } from './run-sql.ts';
import type { Sample } from './sample.ts';
import { merchantUuid, seedIntents } from './seed-intents.ts';
import { createMerchant, type Keys, type Recorded, startBare, startService } from './start-server.ts';

const READ_IDS = 1_000;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';
/** Requests still in flight when the load stops are stored, although nothing reads their responses. */
const AFTERMATH_MS = 150;

/** One way to do the same work. Variants are measured in turn. */
export interface Variant {
  name: Case;
  measure(inFlight: number, seconds: number): Promise<Sample>;
  /** The same from a bare `node:http` server that repeats what the service answered. */
  measureBare?: (inFlight: number, seconds: number) => Promise<Sample>;
}

interface Stage {
  bench: Bench;
  databaseUrl: string;
  keys: Keys;
  /** The service with its default settings. */
  baseUrl: string;
}

export async function openVariants(bench: Bench): Promise<Variant[]> {
  const { folder, cleanUp, signal, options } = bench;
  const place = { folder, name: 'service', databaseUrl: await bench.postgres.createDatabase('intents') };
  const keys = await createMerchant(place, signal);
  if (options.rowsBefore > 0) {
    bench.print(`seeding ${options.rowsBefore} intents`);
    await seedIntents(place.databaseUrl, keys, options.rowsBefore, signal);
  }
  const server = await startService(place, { FLORIN_ROLES: options.roles }, cleanUp, signal);
  const stage = { bench, databaseUrl: place.databaseUrl, keys, baseUrl: server.baseUrl };
  const open: Partial<Record<Case, (stage: Stage) => Promise<Variant | undefined>>> = {
    a: async () => ({ name: 'a', measure: creating(stage, server.baseUrl) }),
    b: openPgbench,
    c: openBare,
    d: openSingle,
    e: openReading,
    h: openCheckout,
    v: openUnchanged,
    w: openFirstViews,
  };
  const variants: Variant[] = [];
  for (const name of options.cases) {
    const variant = await open[name]?.(stage);
    if (variant) variants.push(variant);
  }
  return variants;
}

function creating(stage: Stage, baseUrl: string): Variant['measure'] {
  return async (inFlight, seconds) => {
    const load = loadOf(stage, { baseUrl, inFlight, seconds });
    const before = await readBatches(baseUrl);
    const sample = await countingRows(stage, inFlight, () => stage.bench.generator.runLoad(load));
    const after = await readBatches(baseUrl);
    const statements = after.statements - before.statements;
    return statements === 0 ? sample : { ...sample, rowsPerBatch: (after.rows - before.rows) / statements };
  };
}

const loadOf = (
  { bench, keys }: Stage,
  load: Pick<Load, 'baseUrl' | 'inFlight' | 'seconds' | 'reads' | 'isUnchanged'>,
): Load => ({
  ...load,
  keys,
  folder: bench.folder,
  signal: bench.signal,
});

async function openPgbench(stage: Stage): Promise<Variant | undefined> {
  const { bench, databaseUrl } = stage;
  const { folder, signal } = bench;
  if (!(await isInstalled('pgbench', signal))) {
    bench.print('b  skipped: pgbench is not installed (Debian: postgresql-contrib)');
    return undefined;
  }
  await createOne(stage);
  const { id, values } = await readStoredRow(databaseUrl, signal);
  const measure = (clients: number, seconds: number) =>
    countingRows(stage, 0, () => runPgbench({ databaseUrl, values, clients, seconds, folder, signal }));
  await measure(1, 1);
  const { id: written } = await readStoredRow(databaseUrl, signal);
  await compareStoredRows(databaseUrl, signal, [id, written]);
  return { name: 'b', measure };
}

async function openBare(stage: Stage): Promise<Variant> {
  const { baseUrl } = await repeating(stage, 'c', { POST: await createOne(stage) });
  return {
    name: 'c',
    measure: (inFlight, seconds) => stage.bench.generator.runLoad(loadOf(stage, { baseUrl, inFlight, seconds })),
  };
}

/** The stage with a bare server instead of the service. */
async function repeating(stage: Stage, name: Case, answers: Parameters<typeof startBare>[1]): Promise<Stage> {
  const { folder, cleanUp, signal } = stage.bench;
  const { baseUrl } = await startBare({ folder, name: `bare-${name}` }, answers, cleanUp, signal);
  return { ...stage, baseUrl };
}

async function openSingle(stage: Stage): Promise<Variant> {
  const { bench, databaseUrl } = stage;
  const place = { folder: bench.folder, name: 'single', databaseUrl };
  const env = { FLORIN_ROLES: bench.options.roles, FLORIN_GROUP_COMMIT: 'off' };
  const { baseUrl } = await startService(place, env, bench.cleanUp, bench.signal);
  return { name: 'd', measure: creating(stage, baseUrl) };
}

async function openReading(stage: Stage): Promise<Variant> {
  const { keys } = stage;
  const ids = await createIntents(stage, READ_IDS);
  const headers = requestHeaders(keys);
  return reading(
    stage,
    'e',
    ids.map((id) => ({ path: `/${keys.public_key}/payment_intents/${id}`, headers })),
  );
}

/** The page as a payer’s browser requests it. The first views, which assign payment targets, are not measured. */
async function openCheckout(stage: Stage): Promise<Variant> {
  const headers = { accept: 'text/html' };
  const reads: { path: string; headers: typeof headers }[] = [];
  for (const id of await createIntents(stage, READ_IDS)) {
    const path = `/${stage.keys.public_key}/checkout/${id}`;
    await view(stage, path, headers);
    reads.push({ path, headers });
  }
  return reading(stage, 'h', reads);
}

/** The status as a client requests it that has it already. */
async function openUnchanged(stage: Stage): Promise<Variant> {
  const reads: { path: string; headers: { 'if-none-match': string } }[] = [];
  for (const id of await createIntents(stage, READ_IDS)) {
    const path = `/${stage.keys.public_key}/checkout/${id}/status`;
    const headers = { 'if-none-match': (await view(stage, path)).headers.get('etag') ?? '' };
    reads.push({ path, headers });
    const { status } = await fetch(`${stage.baseUrl}${path}`, { headers, signal: stage.bench.signal });
    if (status !== 304) throw new Error(`An unchanged status returned ${status}.`);
  }
  return reading(stage, 'v', reads, true);
}

/** Each client creates an intent and views its checkout, which assigns the payment target. One pair counts as one response. */
async function openFirstViews(stage: Stage): Promise<Variant> {
  const created = await createOne(stage);
  const path = `/${stage.keys.public_key}/checkout/${idOf(created)}/status`;
  const bare = await repeating(stage, 'w', { POST: created, GET: await record(stage, { path, headers: {} }) });
  const measureOn =
    ({ baseUrl }: Stage): Variant['measure'] =>
    (inFlight, seconds) =>
      measureFirstViews({ baseUrl, keys: stage.keys, signal: stage.bench.signal }, inFlight, seconds);
  return { name: 'w', measure: measureOn(stage), measureBare: measureOn(bare) };
}

async function view({ baseUrl, bench }: Stage, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(`${baseUrl}${path}`, { headers, signal: bench.signal });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('sim1')) throw new Error(`The view returned ${answer.status}: ${text}`);
  return answer;
}

async function reading(stage: Stage, name: Case, reads: Reads, isUnchanged = false): Promise<Variant> {
  const [first] = reads;
  if (!first) throw new Error('There is nothing to read.');
  const bare = await repeating(stage, name, { GET: await record(stage, first) });
  const measureOn =
    ({ baseUrl }: Stage): Variant['measure'] =>
    (inFlight, seconds) =>
      stage.bench.generator.runLoad(loadOf(stage, { baseUrl, inFlight, seconds, reads, isUnchanged }));
  return { name, measure: measureOn(stage), measureBare: measureOn(bare) };
}

async function createIntents(stage: Stage, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const made = await Promise.all(Array.from({ length: 50 }, () => createOne(stage)));
    ids.push(...made.map(idOf));
  }
  return ids;
}

const idOf = ({ body }: Recorded): string => /pi_\w+/.exec(body)?.[0] ?? '';

/** Creates one intent. The bare server repeats its response, and pgbench repeats its row. */
async function createOne(stage: Stage): Promise<Recorded> {
  const { keys } = stage;
  const { before, after } = requestTemplate();
  const headers = { ...requestHeaders(keys), 'idempotency-key': randomUUID() };
  const body = `${before}${customerNumber(0)}${after}`;
  const answer = await record(stage, { path: createPath(keys), headers }, { method: 'POST', body });
  if (answer.status !== 201) throw new Error(`The service returned ${answer.status}: ${answer.body}`);
  return answer;
}

/** What the service answers to a request. */
async function record(
  { baseUrl, bench }: Stage,
  { path, headers: sent }: Reads[number],
  request: { method?: string; body?: string } = {},
): Promise<Recorded> {
  const answer = await fetch(`${baseUrl}${path}`, { ...request, headers: sent, signal: bench.signal });
  const body = await answer.text();
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['connection', 'date', 'keep-alive']) delete headers[name];
  return { status: answer.status, headers, body };
}

/** Every response must match a row and every row a response, except for requests in flight at the end. */
async function countingRows(stage: Stage, unansweredMax: number, measure: () => Promise<Sample>): Promise<Sample> {
  const { databaseUrl, bench, keys } = stage;
  const from = 'FROM florin_data.payment_intents WHERE merchant_id = $1 AND NOT livemode';
  const [newest] = await runSql<{ id: string }>(
    databaseUrl,
    bench.signal,
    `SELECT id ${from} ORDER BY id DESC LIMIT 1`,
    [merchantUuid(keys)],
  );
  const sample = await measure();
  await sleep(AFTERMATH_MS, undefined, { signal: bench.signal });
  const [grown] = await runSql<{ rows: string }>(
    databaseUrl,
    bench.signal,
    `SELECT count(*) AS rows ${from} AND id > $2`,
    [merchantUuid(keys), newest?.id ?? NIL_UUID],
  );
  const rows = Number(grown?.rows);
  if (rows < sample.answers || rows > sample.answers + unansweredMax) {
    throw new Error(`Counted ${sample.answers} responses but ${rows} rows.`);
  }
  return sample;
}
