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
import { createPath, customerNumber, emailOf, requestHeaders, requestTemplate } from './make-request.ts';
import { timeExport } from './measure-searches.ts';
import type { Bench } from './open-bench.ts';
import { runSql } from './run-sql.ts';
import { median } from './sample.ts';
import { STEP_INTENTS, seedMerchant } from './seed-merchant.ts';
import { createMerchant, environment, type Keys, type Place, PROGRAM, startService } from './start-server.ts';
import { timeRequest } from './time-request.ts';

const SMALL = 1_000;
const TURNS = 40;
const WARM_UP_TURNS = 10;
const EXPIRY_TURNS = 5;
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
}

export const SIZE_STEPS = [
  'create',
  'read',
  'first page',
  'search by email',
  'search by name',
  'expiry pass',
  'watch pass',
] as const;
export type SizeStep = (typeof SIZE_STEPS)[number];

type Site = Place & { keys: Keys; intents: number };
type Tools = Pick<Bench, 'cleanUp' | 'signal' | 'print'>;

/** What one merchant with a thousand intents and one with very many wait for. */
export async function measureSizes(bench: Bench): Promise<SizeTimings[]> {
  const timings = [];
  for (const intents of [SMALL, bench.options.size])
    timings.push(await measureSize(await openSite(bench, intents), bench));
  return timings;
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

async function measureSize(site: Site, { cleanUp, signal, print }: Tools): Promise<SizeTimings> {
  print(`z  measuring with ${site.intents} intents`);
  const server = await startService(site, { FLORIN_ROLES: 'api' }, cleanUp, signal);
  const requests = await timeRequests(site, server.baseUrl, signal);
  const exported = await timeExport(server, site.keys);
  await server.stop();
  const passes = await timePasses(site, signal);
  const backup = await timeBackup(site, signal);
  return { intents: site.intents, steps: { ...requests, ...passes }, exportedPerSecond: exported.perSecond, backup };
}

async function timeRequests({ databaseUrl, keys, intents }: Site, baseUrl: string, signal: AbortSignal) {
  const ids = await runSql<{ id: string }>(
    databaseUrl,
    signal,
    `SELECT id FROM florin_data.payment_intents TABLESAMPLE BERNOULLI (${Math.min(100, (100 * SMALL) / intents)})`,
  );
  const agent = new Agent({ keepAlive: true });
  const list = `${baseUrl}/${keys.public_key}/payment_intents`;
  const read = (url: string) => timeRequest(agent, url, requestHeaders(keys)).then(({ ms }) => ms);
  const idAt = (turn: number) => idFromUuid('pi', ids[(turn * 7) % ids.length]?.id ?? '');
  try {
    return {
      create: await repeat(signal, (turn) => create(baseUrl, keys, turn)),
      read: await repeat(signal, (turn) => read(`${list}/${idAt(turn)}`)),
      'first page': await repeat(signal, () => read(list)),
      'search by email': await repeat(signal, (turn) => read(`${list}?search=${emailOf(customerNumber(turn * 11))}`)),
      'search by name': await repeat(signal, () => read(`${list}?search=maria`)),
    };
  } finally {
    agent.destroy();
  }
}

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
async function timePasses({ databaseUrl, intents }: Site, signal: AbortSignal) {
  const store = new PostgresDataStore({
    url: databaseUrl,
    connectionsMax: 2,
    groupCommit: true,
    onBatch: () => undefined,
    outage: new Outage(),
  });
  const clock = { nowMs: Date.now, sleep: () => Promise.resolve() };
  const settings = { find: () => Promise.resolve(DEFAULT_SETTINGS) };
  const ports = { clock, random, settings, wallets: { listHolders: () => Promise.resolve([]) } };
  const watch = (turn: number) => timed(() => recordScan(ports, emptyBlock(turn), 1, store));
  const expire = async () => {
    const due = await runSql(
      databaseUrl,
      signal,
      `UPDATE florin_data.payment_intents SET expires_at = now() - interval '1 minute'
       WHERE (merchant_id, livemode, id) IN (SELECT merchant_id, livemode, id FROM florin_data.payment_intents
         WHERE status = 'requires_payment' AND order_id IS NOT NULL LIMIT $1) RETURNING id`,
      [DUE_TOGETHER],
    );
    if (due.length < DUE_TOGETHER) throw new Error(`Too few of ${intents} intents are open.`);
    return timed(() => expireIntents({ clock, settings }, store));
  };
  try {
    // Each payment in flight is followed with every block, so both merchants get as many of them.
    await runSql(
      databaseUrl,
      signal,
      `DELETE FROM florin_data.payments WHERE state = 'seen' AND tx NOT IN (
         SELECT tx FROM florin_data.payments WHERE state = 'seen' LIMIT ${IN_FLIGHT})`,
    );
    const watched = await repeat(signal, watch);
    const expired: number[] = [];
    for (let turn = 0; turn < EXPIRY_TURNS; turn += 1) expired.push(await expire());
    return { 'watch pass': watched, 'expiry pass': median(expired) };
  } finally {
    await store.close();
  }
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

/** The median of what each turn took, after some that do not count. */
async function repeat(signal: AbortSignal, measure: (turn: number) => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn += 1) {
    signal.throwIfAborted();
    const ms = await measure(turn);
    if (turn >= WARM_UP_TURNS) all.push(ms);
  }
  return median(all);
}
