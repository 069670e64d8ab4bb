import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { idFromUuid } from '../src/domain/ids.ts';
import { customerNumber, emailOf, requestHeaders } from './make-request.ts';
import type { Bench } from './open-bench.ts';
import { runSql } from './run-sql.ts';
import { quantile } from './sample.ts';
import { INTENTS_PER_CUSTOMER, seedIntents } from './seed-intents.ts';
import { createMerchant, startService } from './start-server.ts';
import { timeRequest } from './time-request.ts';

const PAGE_SIZE = 20;
const WARM_UP_REQUESTS = 100;
const REQUESTS = 400;
const CURSORS = 50;

export const QUERIES = ['first page', 'middle page', 'filter by status', 'search by email'] as const;
export type Query = (typeof QUERIES)[number];

export interface PageTiming {
  rows: number;
  query: Query;
  p50Ms: number;
  p99Ms: number;
}

interface Shop {
  rows: number;
  url: (query: Query) => string;
  expected: Record<Query, number>;
  headers: Record<string, string>;
}

/**
 * Uses one database and one server per size and asks them in turn, one request at a time, so that noise on the machine
 * affects every size equally.
 */
export async function measurePages(bench: Bench): Promise<PageTiming[]> {
  const shops: Shop[] = [];
  for (const rows of bench.options.pageSizes) shops.push(await openShop(bench, rows));
  await bench.postgres.settle();
  bench.print(`f  ${REQUESTS} requests of each kind at each size`);
  const agent = new Agent({ keepAlive: true });
  const times = new Map<string, number[]>();
  for (let turn = 0; turn < WARM_UP_REQUESTS + REQUESTS; turn += 1) {
    for (const shop of shops) {
      for (const query of QUERIES) {
        bench.signal.throwIfAborted();
        const { ms, text } = await timeRequest(agent, shop.url(query), shop.headers);
        if (turn === 0) checkPage(shop, query, text);
        if (turn >= WARM_UP_REQUESTS) push(times, `${shop.rows} ${query}`, ms);
      }
    }
  }
  agent.destroy();
  return shops.flatMap(({ rows }) =>
    QUERIES.map((query) => {
      const all = times.get(`${rows} ${query}`) ?? [];
      return { rows, query, p50Ms: quantile(all, 0.5), p99Ms: quantile(all, 0.99) };
    }),
  );
}

async function openShop(bench: Bench, rows: number): Promise<Shop> {
  const { folder, cleanUp, signal, postgres } = bench;
  const name = `pages_${rows}`;
  const place = { folder, name, databaseUrl: await postgres.createDatabase(name) };
  const keys = await createMerchant(place, signal);
  bench.print(`f  seeding ${rows} intents`);
  await seedIntents(place.databaseUrl, keys, rows, signal);
  const cursors = await findMiddle(place.databaseUrl, rows, signal);
  const server = await startService(place, { FLORIN_ROLES: 'api' }, cleanUp, signal);
  return {
    rows,
    url: (query) => `${server.baseUrl}/${keys.public_key}/payment_intents?${QUERY_STRINGS[query](rows, cursors)}`,
    expected: {
      'first page': PAGE_SIZE,
      'middle page': PAGE_SIZE,
      'filter by status': PAGE_SIZE,
      'search by email': INTENTS_PER_CUSTOMER,
    },
    headers: requestHeaders(keys),
  };
}

const QUERY_STRINGS: Record<Query, (rows: number, cursors: readonly string[]) => string> = {
  'first page': () => `limit=${PAGE_SIZE}`,
  'middle page': (_, cursors) => `limit=${PAGE_SIZE}&cursor=${cursors[randomInt(cursors.length)]}`,
  'filter by status': () => `limit=${PAGE_SIZE}&status=expired`,
  'search by email': (rows) => {
    const customer = customerNumber(randomInt(rows / INTENTS_PER_CUSTOMER));
    return `limit=${PAGE_SIZE}&email=${encodeURIComponent(emailOf(customer))}`;
  },
};

/** IDs from the middle tenth of the table, so that the page varies. */
async function findMiddle(url: string, rows: number, signal: AbortSignal): Promise<string[]> {
  const found = await runSql<{ id: string }>(
    url,
    signal,
    `SELECT id FROM (SELECT id FROM florin_data.payment_intents ORDER BY id OFFSET $1 LIMIT $2) AS middle
     ORDER BY random() LIMIT $3`,
    [Math.floor(rows * 0.45), Math.floor(rows * 0.1), CURSORS],
  );
  return found.map((row) => idFromUuid('pi', row.id));
}

function checkPage({ rows, expected }: Shop, query: Query, text: string): void {
  const { data } = JSON.parse(text) as { data: unknown[] };
  if (data.length !== expected[query]) {
    throw new Error(`The ${query} with ${rows} rows returned ${data.length} intents instead of ${expected[query]}.`);
  }
}

function push(lists: Map<string, number[]>, name: string, value: number): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}
