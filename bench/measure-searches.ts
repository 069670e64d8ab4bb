import { Agent, get } from 'node:http';
import type { MerchantId } from '../src/domain/ids.ts';
import { PostgresDataStore } from '../src/store/data-store.ts';
import { Outage } from '../src/store/database/outage.ts';
import { requestHeaders } from './make-request.ts';
import { readMemory } from './measure-memory.ts';
import { measurePairs, type Pair } from './measure-pairs.ts';
import { JUDGED_IN_FLIGHT, warmUp } from './measure-rounds.ts';
import type { Bench } from './open-bench.ts';
import { runSql } from './run-sql.ts';
import { median } from './sample.ts';
import { STEP_INTENTS, seedMerchant } from './seed-merchant.ts';
import { createMerchant, type Keys, startService } from './start-server.ts';
import { startWithWorkers } from './start-with-workers.ts';
import { timeRequest } from './time-request.ts';

const REQUESTS = 15;
const DAY_MS = 86_400_000;
const SPAN_DAYS = 730;
const INTENTS_PER_ROUND = 200;
const MEMORY_MS = 250;

interface SearchTiming {
  query: string;
  p50Ms: number;
  maxMs: number;
}

export interface Searches {
  intents: number;
  termsMb: number;
  indexMb: number;
  /** How many intents per second get their terms without rests. */
  indexedPerSecond: number;
  /** With statistics made before the intents were there, and made now. */
  early: readonly SearchTiming[];
  now: readonly SearchTiming[];
  exported: { rows: number; perSecond: number; startMb: number; peakMb: number; endMb: number };
  /** Creates per second with and without search terms. */
  creates: readonly Pair[];
}

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString();

const usd = (min: string) => ({ currency: 'USD', amount_min: min, amount_max: '99999999' });

/** One filter each, for values that many, few and no intents have, and the usual pairs. */
function queries(): [string, Record<string, string>][] {
  const month = { created_after: at(100), created_before: at(70) };
  return [
    ['no filter', {}],
    ['a month', month],
    ['status, common', { status: 'succeeded' }],
    ['status, 1 of 10,000', { status: 'needs_review' }],
    ['status, 1 of 4,000', { status: 'processing' }],
    ['asset, common', { asset: 'SOL' }],
    ['asset, 1 of 20,000', { asset: 'DOGE' }],
    ['network, common', { network: 'simulated' }],
    ['network, rare', { network: 'solana-devnet' }],
    ['network, none', { network: 'bitcoin' }],
    ['amount, all', usd('0')],
    ['amount, 1 of 5,000', usd('900000')],
    ['amount, none', usd('2000000')],
    ['search a', { search: 'a' }],
    ['search seed-', { search: 'seed-' }],
    ['search c000', { search: 'c000' }],
    ['search, one match', { search: 'QUIXOTE' }],
    ['search, no match', { search: 'xyzzy' }],
    ['search, an email address', { search: 'c0012345@example.com' }],
    ['search, an invoice', { search: 'inv-000042' }],
    ['search, the oldest month', { search: `seed-1-${at(725).slice(0, 7)}` }],
    ['status and month', { status: 'expired', ...month }],
    ['rare status and month', { status: 'needs_review', ...month }],
    ['asset and month', { asset: 'BTC', ...month }],
    ['search and month', { search: 'maria', ...month }],
    ['search, no match, and month', { search: 'xyzzy', ...month }],
    ['search and status', { search: 'maria', status: 'expired' }],
    ['search and rare status', { search: 'a', status: 'needs_review' }],
  ];
}

/** One merchant with many intents: searches, filters and exports, and what search terms cost. */
export async function measureSearches(bench: Bench): Promise<Searches> {
  const { folder, cleanUp, signal, postgres } = bench;
  const intents = bench.options.searchedIntents;
  const place = { folder, name: 'searches', databaseUrl: await postgres.createDatabase('searches') };
  const keys = await createMerchant(place, signal);
  await runSql(place.databaseUrl, signal, 'ANALYZE');
  bench.print(`y  seeding ${intents} intents`);
  await seedMerchant({
    url: place.databaseUrl,
    merchantId: keys.merchant_id as MerchantId,
    intents,
    seed: 1,
    stepIntents: STEP_INTENTS,
    spanMs: SPAN_DAYS * DAY_MS,
    // What exists before the search is written by its worker, step by step.
    termsLater: true,
    signal,
    report: () => undefined,
  });
  const indexedPerSecond = await writeTerms(bench, place.databaseUrl, intents);
  const server = await startService(place, { FLORIN_ROLES: 'api' }, cleanUp, signal);
  const early = await timeQueries(bench, server.baseUrl, keys);
  await runSql(place.databaseUrl, signal, 'VACUUM (ANALYZE)');
  const now = await timeQueries(bench, server.baseUrl, keys);
  const exported = await timeExport(server, keys);
  await server.stop();
  const [size] = await runSql<{ terms: string; index: string }>(
    place.databaseUrl,
    signal,
    `SELECT pg_relation_size('florin_data.search_terms') AS terms, pg_relation_size('florin_data.search_terms_pkey') AS index`,
  );
  const creates = await compareCreates(bench);
  const [termsMb, indexMb] = [Number(size?.terms) / 1e6, Number(size?.index) / 1e6];
  return { intents, termsMb, indexMb, indexedPerSecond, early, now, exported, creates };
}

async function writeTerms(bench: Bench, url: string, intents: number): Promise<number> {
  const options = { url, connectionsMax: 2, groupCommit: true, onBatch: () => undefined, outage: new Outage() };
  const store = new PostgresDataStore(options);
  bench.print('y  writing their terms');
  const startMs = performance.now();
  try {
    for (let done = INTENTS_PER_ROUND; done === INTENTS_PER_ROUND; ) {
      bench.signal.throwIfAborted();
      done = (await store.searchIndex.index(INTENTS_PER_ROUND)) ?? 0;
    }
  } finally {
    await store.close();
  }
  return (intents * 1_000) / (performance.now() - startMs);
}

async function timeQueries(bench: Pick<Bench, 'signal'>, baseUrl: string, keys: Keys): Promise<SearchTiming[]> {
  const agent = new Agent({ keepAlive: true });
  const timings: SearchTiming[] = [];
  for (const [query, parameters] of queries()) {
    const all: number[] = [];
    for (let count = 0; count < REQUESTS; count += 1) {
      bench.signal.throwIfAborted();
      const url = `${baseUrl}/${keys.public_key}/payment_intents?${new URLSearchParams(parameters).toString()}`;
      all.push((await timeRequest(agent, url, requestHeaders(keys))).ms);
    }
    timings.push({ query, p50Ms: median(all), maxMs: Math.max(...all) });
  }
  agent.destroy();
  return timings;
}

/** Reads an export of everything, and the memory of the server meanwhile. */
export async function timeExport(server: { baseUrl: string; pid: number }, keys: Keys): Promise<Searches['exported']> {
  const startMb = (await readMemory(server.pid)).nowMb;
  let peakMb = startMb;
  const look = async () => {
    peakMb = Math.max(peakMb, (await readMemory(server.pid)).nowMb);
  };
  const watch = setInterval(() => void look(), MEMORY_MS);
  const startMs = performance.now();
  const rows = await countRows(`${server.baseUrl}/${keys.public_key}/exports/payments.csv`, keys);
  const seconds = (performance.now() - startMs) / 1_000;
  clearInterval(watch);
  return { rows, perSecond: rows / seconds, startMb, peakMb, endMb: (await readMemory(server.pid)).nowMb };
}

const countRows = (url: string, keys: Keys): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: requestHeaders(keys), agent: false }, (response) => {
      response.on('data', () => undefined);
      response.on('error', reject);
      response.on('end', () => resolve(Number(response.trailers['export-rows'])));
    }).on('error', reject);
  });

/** Both servers have workers. On one, nothing tells the worker of search terms about new intents. */
async function compareCreates(bench: Bench): Promise<Pair[]> {
  const { folder, postgres, signal, generator } = bench;
  const open = async (name: string) => {
    const place = { folder, name, databaseUrl: await postgres.createDatabase(name) };
    const keys = await createMerchant(place, signal);
    const { baseUrl } = await startWithWorkers(bench, place);
    const measure = (inFlight: number, seconds: number) =>
      generator.runLoad({ baseUrl, keys, inFlight, seconds, folder, signal });
    return { databaseUrl: place.databaseUrl, measure };
  };
  const [full, bare] = [await open('terms_on'), await open('terms_off')];
  await runSql(bare.databaseUrl, signal, 'ALTER TABLE florin_data.numbered_batches DISABLE TRIGGER queue_search');
  for (const server of [full, bare]) await warmUp(server, bench.options);
  const create = (server: typeof full) => async () =>
    (await server.measure(JUDGED_IN_FLIGHT, bench.options.seconds)).perSecond;
  return measurePairs(bench, 'y', { unit: 'per second', measured: create(full), baseline: create(bare) });
}
