import type { Run } from '../database/database.ts';

/** The segments of one merchant in one mode end at about this many terms. */
const SEGMENT_TERMS = 16_384;

export interface TenantKey {
  merchant_id: string;
  livemode: boolean;
}

export interface IndexedIntent extends TenantKey {
  /** The UUID of the intent. */
  id: string;
  terms: readonly string[];
}

interface Segment {
  /** Undefined until it is saved. */
  number: string | undefined;
  first_intent: string;
  last_intent: string;
  terms: number;
}

interface EdgeRow extends Segment {
  /** The newest, the oldest, or the one that an intent belongs to. */
  of: string;
}

export interface Place {
  /** The number of the segment. */
  segment: string;
  /** Above every intent that has terms, so this one has none. */
  isNew: boolean;
}

const COLUMNS = 'number, first_intent, last_intent, terms';
const OF_TENANT = 'FROM florin_data.search_segments WHERE merchant_id = $1 AND livemode = $2';

const FIND = `
(SELECT 'newest' AS of, ${COLUMNS} ${OF_TENANT} ORDER BY first_intent DESC LIMIT 1)
UNION ALL (SELECT 'oldest', ${COLUMNS} ${OF_TENANT} ORDER BY first_intent LIMIT 1)
UNION ALL (SELECT wanted.id::text, found.* FROM unnest($3::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
  SELECT ${COLUMNS} ${OF_TENANT} AND first_intent <= wanted.id ORDER BY first_intent DESC LIMIT 1) AS found)`;

const OPEN = `
INSERT INTO florin_data.search_segments (merchant_id, livemode, first_intent, last_intent, terms)
SELECT $1, $2, first_intent, last_intent, 0 FROM unnest($3::uuid[], $4::uuid[]) AS opened (first_intent, last_intent)
RETURNING number, first_intent`;

const WIDEN = `
UPDATE florin_data.search_segments AS segment SET first_intent = wider.first_intent, last_intent = wider.last_intent
FROM unnest($3::bigint[], $4::uuid[], $5::uuid[]) AS wider (number, first_intent, last_intent)
WHERE segment.merchant_id = $1 AND segment.livemode = $2 AND segment.number = wider.number
  AND (segment.first_intent <> wider.first_intent OR segment.last_intent <> wider.last_intent)`;

const open = (id: string): Segment => ({ number: undefined, first_intent: id, last_intent: id, terms: 0 });

/**
 * Finds the segment of each intent of one merchant and mode, and opens segments at both ends. No intent ever changes its
 * segment: a new one begins above every intent that has terms, or below all of them.
 */
export async function placeIntents(
  run: Run,
  { merchant_id, livemode }: TenantKey,
  intents: readonly IndexedIntent[],
): Promise<Map<string, Place>> {
  const tenant = [merchant_id, livemode];
  const rows = await run<EdgeRow>(FIND, [...tenant, intents.map(({ id }) => id)]);
  // Rows of the same segment share one object, so that what is placed first counts for the next.
  const byNumber = new Map<string | undefined, Segment>(rows.map((row) => [row.number, { ...row }]));
  const found = new Map(rows.map((row) => [row.of, byNumber.get(row.number) as Segment]));
  let newest = found.get('newest');
  let oldest = found.get('oldest');
  const place = ({ id }: IndexedIntent): Segment | undefined => {
    newest ??= open(id);
    oldest ??= newest;
    if (id > newest.last_intent && newest.terms >= SEGMENT_TERMS) newest = open(id);
    if (id >= newest.first_intent) return newest;
    if (id < oldest.first_intent && oldest.terms >= SEGMENT_TERMS) oldest = open(id);
    return id <= oldest.first_intent ? oldest : found.get(id);
  };
  const placed = new Map<string, Segment>();
  // From the known ones outward: upward above the newest intent with terms, downward below the oldest.
  const middle = newest?.last_intent ?? '';
  const sorted = intents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const outward = [...sorted.filter(({ id }) => id > middle), ...sorted.filter(({ id }) => id <= middle).toReversed()];
  for (const intent of outward) {
    const segment = place(intent) ?? oldest;
    if (!segment) continue;
    if (intent.id < segment.first_intent) segment.first_intent = intent.id;
    if (intent.id > segment.last_intent) segment.last_intent = intent.id;
    segment.terms += intent.terms.length;
    placed.set(intent.id, segment);
  }
  await save(run, tenant, [...new Set(placed.values())]);
  return new Map([...placed].map(([id, { number }]) => [id, { segment: number ?? '', isNew: id > middle }]));
}

async function save(run: Run, tenant: readonly unknown[], segments: readonly Segment[]): Promise<void> {
  const firsts = (list: readonly Segment[]) => list.map(({ first_intent }) => first_intent);
  const lasts = (list: readonly Segment[]) => list.map(({ last_intent }) => last_intent);
  const known = segments.filter(({ number }) => number !== undefined);
  if (known.length > 0) await run(WIDEN, [...tenant, known.map(({ number }) => number), firsts(known), lasts(known)]);
  const opened = segments.filter(({ number }) => number === undefined);
  if (opened.length === 0) return;
  const rows = await run<{ number: string; first_intent: string }>(OPEN, [...tenant, firsts(opened), lasts(opened)]);
  for (const segment of opened)
    segment.number = rows.find(({ first_intent }) => first_intent === segment.first_intent)?.number;
}
