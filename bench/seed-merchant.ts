import { Client } from 'pg';
import { type MerchantId, uuidOf } from '../src/domain/ids.ts';
import { UserError } from '../src/domain/user-error.ts';
import { Database, type Run } from '../src/store/database/database.ts';
import { followIndexes } from '../src/store/database/follow-indexes.ts';
import { ensurePartitions } from '../src/store/database/partitions.ts';
import { type IntentKey, readSearchable } from '../src/store/searches/read-searchable.ts';
import { SEARCH_LOCK } from '../src/store/searches/search-index.ts';
import { writeTerms } from '../src/store/searches/write-terms.ts';
import {
  FORGET_QUEUED,
  INSERT_EVENTS,
  INSERT_INTENTS,
  INSERT_INVOICES,
  INSERT_PAYMENTS,
  INSERT_TARGETS,
  INVOICE_DOCUMENT,
  NUMBER_EVENTS,
  PICK,
  POLICY,
  REQUEST_TEMPLATE,
} from './seed-statements.ts';

export const STEP_INTENTS = 5_000;
/** Terms are made in this process, so a part of a step bounds its memory. */
const TERMS_INTENTS = 1_000;
const MINUTE_MS = 60_000;
const SPAN_MS_MAX = 730 * 24 * 60 * MINUTE_MS;
const SEED_LOCK = 6_702_057;

const TABLES = [
  'payment_intents',
  'events',
  'targets',
  'target_keys',
  'payments',
  'invoices',
  'numbered_batches',
  'waiting_batches',
  'search_segments',
  'search_terms',
  'search_queue',
];

export interface SeedOrder {
  /** The database with the data of the merchant. */
  url: string;
  merchantId: MerchantId;
  /** How many seeded intents the merchant has in the end, including those of earlier runs with the same seed. */
  intents: number;
  seed: number;
  stepIntents: number;
  /** Over how much time until now they are spread: by default one a minute, and two years at most. */
  spanMs?: number;
  /** Whether the service’s worker writes the search terms later. */
  termsLater?: boolean;
  signal: AbortSignal;
  report: (done: number) => void;
}

/**
 * Fills the tables of a merchant in test mode. A step is one transaction with everything that belongs to its intents, so a run
 * that was killed goes on after the last whole step, and the rules of the data hold at every moment.
 */
export async function seedMerchant(order: SeedOrder): Promise<{ before: number; added: number }> {
  const { url, signal } = order;
  const client = new Client({ connectionString: url, application_name: 'florin-seed' });
  // A broken connection fails the statement that runs. Without a listener, it would end the process instead.
  client.on('error', () => undefined);
  const database = new Database({ url, connectionsMax: 1, applicationName: 'florin-seed' });
  const run: Run = async (text, values = []) => (await client.query(text, [...values])).rows;
  await client.connect();
  try {
    // A commit that a crash of the database forgets is a step that the next run does again.
    await run('SET synchronous_commit = off');
    await run('SET jit = off');
    await claim(run, order);
    const last = await findLast(run, order);
    const spacingMs = spacingOf(order, last);
    let startMs = last.atMs ?? Date.now() - order.intents * spacingMs;
    for (let done = last.number; done < order.intents; ) {
      signal.throwIfAborted();
      const to = Math.min(done + order.stepIntents, order.intents);
      await ensurePartitions(database, 'numbered_batches', 'month', Date.now());
      await seedStep(client, run, order, { from: done + 1, to, startMs, spacingMs });
      startMs += (to - done) * spacingMs;
      done = to;
      order.report(done);
    }
    if (order.intents > last.number) for (const table of TABLES) await run(`VACUUM (ANALYZE) florin_data.${table}`);
    return { before: last.number, added: Math.max(0, order.intents - last.number) };
  } finally {
    await client.end();
    await database.close();
  }
}

const prefixOf = ({ seed }: SeedOrder) => `seed-${seed}-`;

/** One run at a time, and none for a merchant whose server would get a webhook for every event. */
async function claim(run: Run, { merchantId }: SeedOrder): Promise<void> {
  const [lock] = await run<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [SEED_LOCK]);
  if (!lock?.locked) throw new UserError('Another run is filling this database. Wait until it has ended.');
  const endpoints = await run(
    `SELECT 1 FROM florin_data.webhook_endpoints WHERE merchant_id = $1 AND NOT livemode AND status = 'enabled' LIMIT 1`,
    [uuidOf(merchantId)],
  );
  if (endpoints.length > 0)
    throw new UserError('This merchant has webhook endpoints in test mode. Disable them, or choose another merchant.');
}

interface Last {
  number: number;
  atMs: number | undefined;
}

/** The seeded intent with the highest number. Order IDs have fixed digits, so it is the last in their order. */
async function findLast(run: Run, order: SeedOrder): Promise<Last> {
  const prefix = prefixOf(order);
  const [row] = await run<{ order_id: string; created_at: Date }>(
    `SELECT order_id, created_at FROM florin_data.payment_intents
     WHERE merchant_id = $1 AND NOT livemode AND order_id IS NOT NULL AND starts_with(order_id, $2)
     ORDER BY order_id DESC LIMIT 1`,
    [uuidOf(order.merchantId), prefix],
  );
  if (!row) return { number: 0, atMs: undefined };
  return { number: Number(row.order_id.split('-').at(-1)), atMs: row.created_at.getTime() };
}

/** The rest of an earlier run fills the time from its last intent until now. */
function spacingOf({ intents, spanMs }: SeedOrder, last: Last): number {
  const rest = Math.max(1, intents - last.number);
  if (last.atMs !== undefined) return (Date.now() - last.atMs) / rest;
  return (spanMs ?? Math.min(SPAN_MS_MAX, intents * MINUTE_MS)) / rest;
}

async function seedStep(
  client: Client,
  run: Run,
  order: SeedOrder,
  step: { from: number; to: number; startMs: number; spacingMs: number },
): Promise<void> {
  await client.query('BEGIN');
  try {
    const [marks] = await run<{ events: string; searches: string }>(
      `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('florin_data.waiting_batches', 'position')), 0) AS events,
         coalesce(pg_sequence_last_value(pg_get_serial_sequence('florin_data.search_queue', 'position')), 0) AS searches`,
    );
    const interval = `${step.spacingMs} milliseconds`;
    const start = new Date(step.startMs);
    const merchant = uuidOf(order.merchantId);
    await run(PICK, [merchant, step.from, step.to, order.seed, start, interval, prefixOf(order)]);
    await run('ANALYZE seeded');
    await run(INSERT_INTENTS, [REQUEST_TEMPLATE, POLICY]);
    await run(INSERT_EVENTS);
    await run(INSERT_TARGETS);
    await run(INSERT_PAYMENTS);
    await run(INSERT_INVOICES, [INVOICE_DOCUMENT]);
    await run(NUMBER_EVENTS, [marks?.events]);
    await run(FORGET_QUEUED, [marks?.searches]);
    await writeSearchTerms(run, order);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The same code as the worker’s, which waits meanwhile. */
async function writeSearchTerms(run: Run, { merchantId, termsLater }: SeedOrder): Promise<void> {
  if (termsLater) {
    await run(
      'INSERT INTO florin_data.search_backfills (merchant_id, livemode) VALUES ($1, false) ON CONFLICT DO NOTHING',
      [uuidOf(merchantId)],
    );
    return;
  }
  const keys = await run<IntentKey>('SELECT merchant_id, livemode, id AS intent_id FROM seeded ORDER BY id');
  await run('SELECT pg_advisory_xact_lock($1)', [SEARCH_LOCK]);
  await followIndexes(run);
  for (let from = 0; from < keys.length; from += TERMS_INTENTS) {
    await writeTerms(run, await readSearchable(run, keys.slice(from, from + TERMS_INTENTS)));
  }
}
