import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { idFromUuid, type MerchantId } from '../src/domain/ids.ts';
import { DEFAULT_SETTINGS } from '../src/domain/merchants/settings.ts';
import { NETWORKS } from '../src/domain/networks/network.ts';
import type { ChainAdapter, Scan } from '../src/ports/chain.ts';
import { PostgresDataStore } from '../src/store/data-store.ts';
import { Outage } from '../src/store/database/outage.ts';
import { random } from '../src/system/random.ts';
import { expireIntents } from '../src/usecases/intents/expire-intents.ts';
import { recordScan } from '../src/usecases/payments/record-scan.ts';
import { createPath, customerNumber, requestHeaders, requestTemplate } from './make-request.ts';
import { timeExport } from './measure-searches.ts';
import type { Bench } from './open-bench.ts';
import { runSql } from './run-sql.ts';
import { median } from './sample.ts';
import { STEP_INTENTS, seedMerchant } from './seed-merchant.ts';
import { createMerchant, environment, type Keys, type Place, PROGRAM, startService } from './start-server.ts';
import { timeRequest } from './time-request.ts';

const SMALL = 1_000;
const TURNS = { warmUp: 10, measured: 40 };
const EXPIRY_TURNS = { warmUp: 0, measured: 5 };
const DUE_TOGETHER = 5;
const IN_FLIGHT = 30;
const TIP = 2_000_000_000;
const BACKUP_MS_MAX = 3_600_000;

export interface SizeTimings {
  intents: number;
  /** Medians, in milliseconds. */
  steps: Readonly<Record<SizeStep, number>>;
  exportedPerSecond: number;
  backup: { seconds: number; mb: number };
  tables: readonly TableSize[];
}

/** What a table takes, with its partitions. */
export interface TableSize {
  table: string;
  bytes: number;
  indexBytes: number;
}

export const SIZE_STEPS = [
  'create',
  'read',
  'first page',
  'search by email',
  'search by name',
  'search by order',
  'expiry pass',
  'watch pass',
] as const;
export type SizeStep = (typeof SIZE_STEPS)[number];

type Site = Place & { keys: Keys; intents: number };
type Tools = Pick<Bench, 'cleanUp' | 'signal' | 'print'>;

/** What one merchant with a thousand intents and one with very many wait for. */
export async function measureSizes(bench: Bench): Promise<SizeTimings[]> {
  const sites: Site[] = [];
  for (const intents of [SMALL, bench.options.size]) sites.push(await openSite(bench, intents));
  const tables = await Promise.all(sites.map((site) => readTableSizes(site, bench.signal)));
  bench.print('z  measuring both in turns');
  const { exported, ...requests } = await timeServers(sites, bench);
  const medians = { ...requests, ...(await timePasses(sites, bench.signal)) };
  const backups: SizeTimings['backup'][] = [];
  for (const site of sites) backups.push(await timeBackup(site, bench.signal));
  return sites.map(({ intents }, at) => ({
    intents,
    steps: Object.fromEntries(SIZE_STEPS.map((step) => [step, medians[step][at] ?? 0])) as SizeTimings['steps'],
    exportedPerSecond: exported[at] ?? 0,
    backup: backups[at] ?? { seconds: 0, mb: 0 },
    tables: tables[at] ?? [],
  }));
}

async function openSite({ folder, postgres, signal, print }: Bench, intents: number): Promise<Site> {
  const name = `size_${intents}`;
  const place = { folder, name, databaseUrl: await postgres.createDatabase(name) };
  const keys = await createMerchant(place, signal);
  print(`z  seeding ${intents} intents`);
  await seedMerchant({
    url: place.databaseUrl,
    merchantId: keys.merchant_id as MerchantId,
    intents,
    seed: 1,
    stepIntents: STEP_INTENTS,
    signal,
    report: () => undefined,
  });
  return { ...place, keys, intents };
}

/** Before anything is measured, so that these are the seeded intents only. */
async function readTableSizes({ databaseUrl }: Site, signal: AbortSignal): Promise<TableSize[]> {
  const rows = await runSql<{ table: string; bytes: string; index_bytes: string }>(
    databaseUrl,
    signal,
    `SELECT coalesce(parent.relname, relation.relname) AS "table", sum(pg_total_relation_size(relation.oid)) AS bytes,
       sum(pg_indexes_size(relation.oid)) AS index_bytes
     FROM pg_class AS relation LEFT JOIN pg_inherits ON inhrelid = relation.oid LEFT JOIN pg_class AS parent ON parent.oid = inhparent
     WHERE relation.relnamespace = 'florin_data'::regnamespace AND relation.relkind = 'r'
     GROUP BY 1 ORDER BY 2 DESC`,
  );
  return rows.map(({ table, bytes, index_bytes }) => ({
    table,
    bytes: Number(bytes),
    indexBytes: Number(index_bytes),
  }));
}

async function timeServers(sites: readonly Site[], { cleanUp, signal }: Tools) {
  const agent = new Agent({ keepAlive: true });
  const running = await Promise.all(
    sites.map(async (site) => {
      const server = await startService(site, { FLORIN_ROLES: 'api' }, cleanUp, signal);
      const sample = await readSample(site, signal);
      return { ...site, server, sample, list: `${server.baseUrl}/${site.keys.public_key}/payment_intents` };
    }),
  );
  const read = ({ keys }: Site, url: string) => timeRequest(agent, url, requestHeaders(keys)).then(({ ms }) => ms);
  type Running = (typeof running)[number];
  const search = (site: Running, text = '') => read(site, `${site.list}?search=${encodeURIComponent(text)}`);
  const at = ({ sample }: Running, turn: number) => sample[(turn * 7) % sample.length];
  const inTurns = (measure: (site: Running, turn: number) => Promise<number>) =>
    repeat(running, TURNS, signal, measure);
  try {
    const requests = {
      create: await inTurns((site, turn) => create(site.server.baseUrl, site.keys, turn)),
      read: await inTurns((site, turn) => read(site, `${site.list}/${idFromUuid('pi', at(site, turn)?.id ?? '')}`)),
      'first page': await inTurns((site) => read(site, site.list)),
      'search by email': await inTurns((site, turn) => search(site, at(site, turn)?.customer_email)),
      'search by name': await inTurns((site) => search(site, 'maria')),
      'search by order': await inTurns((site, turn) => search(site, at(site, turn)?.order_id)),
    };
    const exported: number[] = [];
    for (const { server, keys } of running) exported.push((await timeExport(server, keys)).perSecond);
    return { ...requests, exported };
  } finally {
    agent.destroy();
    await Promise.all(running.map(({ server }) => server.stop()));
  }
}

const readSample = ({ databaseUrl, intents }: Site, signal: AbortSignal) =>
  runSql<{ id: string; customer_email: string; order_id: string }>(
    databaseUrl,
    signal,
    `SELECT id, customer_email, order_id FROM florin_data.payment_intents
     TABLESAMPLE BERNOULLI (${Math.min(100, (100 * SMALL) / intents)})`,
  );

async function create(baseUrl: string, keys: Keys, turn: number): Promise<number> {
  const { before, after } = requestTemplate();
  const startMs = performance.now();
  const response = await fetch(`${baseUrl}${createPath(keys)}`, {
    method: 'POST',
    headers: { ...requestHeaders(keys), 'idempotency-key': randomUUID() },
    body: `${before}${customerNumber(turn)}${after}`,
  });
  await response.text();
  if (!response.ok) throw new Error(`A create was answered with ${response.status}.`);
  return performance.now() - startMs;
}

/** The passes of the workers: some intents whose time is over, and a block in which nothing concerns the merchant. */
async function timePasses(sites: readonly Site[], signal: AbortSignal) {
  const clock = { nowMs: Date.now, sleep: () => Promise.resolve() };
  const settings = { find: () => Promise.resolve(DEFAULT_SETTINGS) };
  const ports = { clock, random, settings, wallets: { listHolders: () => Promise.resolve([]) } };
  const opened = sites.map((site) => ({ ...site, store: openStore(site) }));
  try {
    for (const site of sites) await leaveInFlight(site, signal);
    const watched = await repeat(opened, TURNS, signal, ({ store }, turn) =>
      timed(() => recordScan(ports, emptyBlock(turn), 1, store)),
    );
    const expired = await repeat(opened, EXPIRY_TURNS, signal, async ({ store, ...site }) => {
      await makeOverdue(site, signal);
      return timed(() => expireIntents({ clock, settings }, store));
    });
    return { 'watch pass': watched, 'expiry pass': expired };
  } finally {
    await Promise.all(opened.map(({ store }) => store.close()));
  }
}

const openStore = ({ databaseUrl }: Site) =>
  new PostgresDataStore({
    url: databaseUrl,
    connectionsMax: 2,
    groupCommit: true,
    onBatch: () => undefined,
    outage: new Outage(),
  });

/** Each payment in flight is followed with every block, so both merchants get as many of them. */
const leaveInFlight = ({ databaseUrl }: Site, signal: AbortSignal) =>
  runSql(
    databaseUrl,
    signal,
    `DELETE FROM florin_data.payments WHERE state = 'seen' AND tx NOT IN (
       SELECT tx FROM florin_data.payments WHERE state = 'seen' LIMIT ${IN_FLIGHT})`,
  );

async function makeOverdue({ databaseUrl, intents }: Site, signal: AbortSignal): Promise<void> {
  const due = await runSql(
    databaseUrl,
    signal,
    `UPDATE florin_data.payment_intents SET expires_at = now() - interval '1 minute'
     WHERE (merchant_id, livemode, id) IN (SELECT merchant_id, livemode, id FROM florin_data.payment_intents
       WHERE status = 'requires_payment' AND order_id IS NOT NULL LIMIT $1) RETURNING id`,
    [DUE_TOGETHER],
  );
  if (due.length < DUE_TOGETHER) throw new Error(`Too few of ${intents} intents are open.`);
}

function emptyBlock(turn: number): ChainAdapter {
  const scan: Scan = {
    rolledBackTo: undefined,
    transfers: [],
    replaced: [],
    missing: [],
    cursor: String(TIP + turn),
    tipHeight: TIP + turn,
    scannedUntilMs: Date.now(),
    behind: false,
  };
  return { network: NETWORKS.simulated, scan: () => Promise.resolve(scan) } as Partial<ChainAdapter> as ChainAdapter;
}

async function timeBackup(site: Site, signal: AbortSignal): Promise<SizeTimings['backup']> {
  const file = join(site.folder, `${site.name}.backup`);
  const ms = await timed(() =>
    promisify(execFile)(process.execPath, [PROGRAM, 'backup', file], {
      env: environment(site),
      signal,
      timeout: BACKUP_MS_MAX,
    }),
  );
  const { size } = await stat(file);
  await rm(file);
  return { seconds: ms / 1_000, mb: size / 1e6 };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** The medians of what the turns took on each item, in turns and each as often first, after some that do not count. */
async function repeat<Item>(
  items: readonly Item[],
  { warmUp, measured }: typeof TURNS,
  signal: AbortSignal,
  measure: (item: Item, turn: number) => Promise<number>,
): Promise<number[]> {
  const all: number[][] = items.map(() => []);
  for (let turn = 0; turn < warmUp + measured; turn += 1) {
    const places = [...items.entries()];
    for (const [place, item] of turn % 2 === 0 ? places : places.toReversed()) {
      signal.throwIfAborted();
      const ms = await measure(item, turn);
      if (turn >= warmUp) all[place]?.push(ms);
    }
  }
  return all.map(median);
}
