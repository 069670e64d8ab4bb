import { lowestIdAt, uuidOf } from '../../domain/ids.ts';
import { searchRange } from '../../domain/intents/search-terms.ts';
import { LIMITS } from '../../domain/limits.ts';
import { toJsonInteger } from '../../domain/money/money.ts';
import type { IntentFilter } from '../../ports/intents.ts';
import type { Run } from '../database/database.ts';
import { readSearchable } from '../searches/read-searchable.ts';
import { type Bind, byEmail, newest, type Source, sourcesOf } from './candidate-sources.ts';
import type { Tenancy } from './change-intent.ts';

/** A source with fewer intents is read as a whole. */
const SHORT_MAX = 1_000;
/** How many candidates are looked at with each statement: few at first, because most pages are full then. */
const STEPS = [200, 1_800, LIMITS.listedSearchedMax - 2_000];

const LOWEST = '00000000-0000-0000-0000-000000000000';
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The IDs of a page, newest first. */
export interface Candidates {
  ids: string[];
  /** The last intent that was looked at, if there are more. */
  lookedUntil: string | undefined;
}

/** The IDs of the intents that fit, newest first. Looks at a bounded number of intents. */
export async function findCandidates(run: Run, tenancy: Tenancy, wanted: IntentFilter): Promise<Candidates> {
  const filter = await preferEmail(run, tenancy, wanted);
  const sources = sourcesOf(filter);
  const bounds = boundsOf(filter);
  const hasRest = filter.currency !== undefined;
  if (sources.length <= 1 && !hasRest) {
    const ids = await readFrom(run, tenancy, bounds, sources[0] ?? newest, filter.limit);
    return { ids, lookedUntil: undefined };
  }
  const { source, isShort } = await shortestOf(run, tenancy, bounds, sources);
  if (filter.search !== undefined && isShort) return searchShort(run, tenancy, filter, source);
  const driver = filter.search === undefined ? source : (sourcesOf({ search: filter.search, limit: 0 })[0] ?? source);
  return walk(run, tenancy, filter, driver);
}

/**
 * What a customer is searched by most is the email address. One that intents have is read from its index: terms would cost a
 * look into every segment, and a new intent has none yet. Every page has the same answer, because it does not depend on bounds.
 */
async function preferEmail(run: Run, tenancy: Tenancy, filter: IntentFilter): Promise<IntentFilter> {
  const { search, ...others } = filter;
  const email = search?.trim() ?? '';
  if (!email.includes('@') || filter.email !== undefined) return filter;
  const known = await readFrom(run, tenancy, [LOWEST, ABOVE_ALL], byEmail(email), 1);
  return known.length === 0 ? filter : { ...others, email };
}

type Bounds = [lowest: string, above: string];

function boundsOf({ createdAfterMs, createdBeforeMs, olderThan }: IntentFilter): Bounds {
  const above = [
    ABOVE_ALL,
    ...(createdBeforeMs === undefined ? [] : [uuidOf(lowestIdAt('pi', createdBeforeMs))]),
    ...(olderThan === undefined ? [] : [uuidOf(olderThan)]),
  ].sort();
  return [createdAfterMs === undefined ? LOWEST : uuidOf(lowestIdAt('pi', createdAfterMs + 1)), above[0] ?? ABOVE_ALL];
}

/** A statement about one merchant and mode, within bounds of IDs. */
function bindTo({ merchant, livemode }: Tenancy, bounds: Bounds): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [merchant, livemode, ...bounds];
  return { values, bind: (value) => `$${values.push(value)}` };
}

async function readFrom(run: Run, tenancy: Tenancy, bounds: Bounds, source: Source, limit: number): Promise<string[]> {
  const { values, bind } = bindTo(tenancy, bounds);
  return (await run<{ id: string }>(source(bind, limit), values)).map(({ id }) => id);
}

/** Statistics can be old, so the sources are measured: the one that ends first has the fewest intents. */
async function shortestOf(
  run: Run,
  tenancy: Tenancy,
  bounds: Bounds,
  sources: readonly Source[],
): Promise<{ source: Source; isShort: boolean }> {
  let shortest = { source: sources[0] ?? newest, length: Number.POSITIVE_INFINITY };
  for (const source of sources.length > 1 ? sources : []) {
    const { values, bind } = bindTo(tenancy, bounds);
    const counted = `SELECT count(*)::integer AS length FROM (${source(bind, SHORT_MAX + 1)}) AS counted`;
    const [row] = await run<{ length: number }>(counted, values);
    if ((row?.length ?? 0) < shortest.length) shortest = { source, length: row?.length ?? 0 };
  }
  return { source: shortest.source, isShort: shortest.length <= SHORT_MAX };
}

/** Reads candidates step by step, and keeps those that fit, until the page is full or enough have been looked at. */
async function walk(run: Run, tenancy: Tenancy, filter: IntentFilter, source: Source): Promise<Candidates> {
  const [lowest, above] = boundsOf(filter);
  const ids: string[] = [];
  let until = above;
  for (const step of STEPS) {
    const looked = await lookAt(run, tenancy, [lowest, until], {
      source,
      filter,
      step,
      limit: filter.limit - ids.length,
    });
    ids.push(...looked.ids);
    if (ids.length >= filter.limit || looked.last === null || looked.count < step)
      return { ids, lookedUntil: undefined };
    until = looked.last;
  }
  return { ids, lookedUntil: until };
}

interface Looked {
  ids: string[];
  count: number;
  last: string | null;
}

/** The limit makes the planner look each candidate up, whatever its statistics say. */
async function lookAt(
  run: Run,
  tenancy: Tenancy,
  bounds: Bounds,
  { source, filter, step, limit }: { source: Source; filter: IntentFilter; step: number; limit: number },
): Promise<Looked> {
  const { values, bind } = bindTo(tenancy, bounds);
  const [looked] = await run<Looked>(
    `WITH candidate AS MATERIALIZED (${source(bind, step)})
     SELECT (SELECT count(*)::integer FROM candidate) AS count,
       (SELECT id FROM candidate ORDER BY id LIMIT 1) AS last,
       ARRAY (SELECT candidate.id FROM candidate CROSS JOIN LATERAL (
         SELECT FROM florin_data.payment_intents AS intent
         WHERE merchant_id = $1 AND livemode = $2 AND intent.id = candidate.id ${conditionsOf(filter, bind)} LIMIT 1
       ) AS fitting ORDER BY candidate.id DESC LIMIT ${limit}) AS ids`,
    values,
  );
  return looked ?? { ids: [], count: 0, last: null };
}

function conditionsOf(filter: IntentFilter, bind: Bind): string {
  const { status, asset, email, orderId, currency, amount, network } = filter;
  const conditions = [
    ...(status === undefined ? [] : [`status = ${bind(status)}`]),
    ...(asset === undefined ? [] : [`asset = ${bind(asset)}`]),
    ...(email === undefined ? [] : [`lower(customer_email) = lower(${bind(email)})`]),
    ...(orderId === undefined ? [] : [`order_id = ${bind(orderId)}`]),
    ...(currency === undefined ? [] : [`currency = ${bind(currency)}`]),
    ...(amount === undefined
      ? []
      : [
          `currency = ${bind(amount.currency)} AND total_amount BETWEEN ${bind(toJsonInteger(amount.min))}
           AND ${bind(toJsonInteger(amount.max))}`,
        ]),
    ...(network === undefined
      ? []
      : [
          `EXISTS (SELECT FROM florin_data.payments AS payment WHERE payment.merchant_id = $1 AND payment.livemode = $2
           AND payment.intent_id = intent.id AND payment.network = ${bind(network)})`,
        ]),
  ];
  return conditions.map((condition) => `AND ${condition}`).join(' ');
}

/** A few intents are compared with the text themselves, however many others it matches. */
async function searchShort(run: Run, tenancy: Tenancy, filter: IntentFilter, source: Source): Promise<Candidates> {
  const options = { source, filter, step: SHORT_MAX, limit: SHORT_MAX };
  const { ids } = await lookAt(run, tenancy, boundsOf(filter), options);
  const range = searchRange(filter.search ?? '');
  const keys = ids.map((id) => ({ merchant_id: tenancy.merchant, livemode: tenancy.livemode, intent_id: id }));
  const found = (await readSearchable(run, keys)).filter(
    ({ terms }) => range === undefined || terms.some((term) => range.from <= term && term < range.below),
  );
  return {
    ids: found
      .map(({ id }) => id)
      .toSorted()
      .toReversed()
      .slice(0, filter.limit),
    lookedUntil: undefined,
  };
}
