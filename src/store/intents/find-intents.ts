import type { IntentEvent } from '../../domain/events/event.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { namedItems } from '../../domain/intents/named-items.ts';
import type { StoredItem } from '../../domain/items/item.ts';
import { Kept } from '../../domain/kept.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import type { TimelineEntry } from '../../ports/intents.ts';
import type { Database } from '../database/database.ts';
import { INTENT_TEXT, readIntent, readIntentWith } from './read-intent.ts';

const TIMELINE_MAX = 1_000;
/** For the texts of an intent, what is parsed from them, and what others keep as long as that exists. */
const BYTES_PER_CHARACTER = 8;

export interface WantedIntent {
  merchant: string;
  livemode: boolean;
  id: string;
  with: 'timeline' | 'items' | undefined;
}

/** A text of the database, and what was parsed from it. */
interface Parsed<Value> {
  text: string;
  value: Value;
}

/** An intent as it was last read. The other parts are undefined if nobody wanted them. */
export interface FoundParts {
  intent: Parsed<Intent>;
  timeline: Parsed<TimelineEntry[]> | undefined;
  /** Undefined, too, while it is not known which items the intent names. */
  items: Parsed<StoredItem[]> | undefined;
}

interface FoundRecord {
  /** From 1. */
  place: number;
  record: string;
  /** Null if it is kept and was not erased since. */
  request_body: string | null;
  timeline: string | null;
  items: string | null;
}

/** Each row is looked up by its key, whatever the planner believes about the table: a subquery with a limit is not joined. */
const FIND = `
SELECT place::int, found.* FROM unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::boolean[], $5::boolean[], $6::json[])
  WITH ORDINALITY AS wanted (merchant, mode, intent, with_timeline, is_kept, named_items, place),
LATERAL (
  SELECT ${INTENT_TEXT} AS record,
    CASE WHEN NOT is_kept OR erased_at IS NOT NULL THEN request_body END AS request_body,
    CASE WHEN with_timeline THEN (
      SELECT json_agg(json_build_object('sequence', sequence, 'type', type, 'changes', changes, 'at', created_at)
        ORDER BY sequence)::text
      FROM (SELECT * FROM florin_data.events WHERE merchant_id = merchant AND livemode = mode AND intent_id = intent
        ORDER BY sequence LIMIT ${TIMELINE_MAX}) AS event) END AS timeline,
    CASE WHEN named_items IS NOT NULL THEN (
      SELECT coalesce(json_agg(json_build_object('itemId', item_id, 'name', name, 'unitAmount', unit_amount::text,
        'currency', currency, 'updatedAt', updated_at)), '[]')::text
      FROM json_array_elements_text(named_items) AS named (named_item),
      LATERAL (SELECT * FROM florin_data.items
        WHERE merchant_id = merchant AND livemode = mode AND item_id = named_item LIMIT 1) AS item) END AS items
  FROM florin_data.payment_intents WHERE merchant_id = merchant AND livemode = mode AND id = intent LIMIT 1
) AS found`;

export const keepIntents = (bytesMax: number): Kept<FoundParts> =>
  new Kept(bytesMax, ({ intent, timeline, items }) => {
    const characters = intent.text.length + intent.value.requestBody.length;
    return (characters + (timeline?.text.length ?? 0) + (items?.text.length ?? 0)) * BYTES_PER_CHARACTER;
  });

/**
 * Reads intents of any merchants with one statement. Returns them in the order in which they are wanted. What has not
 * changed since it was last read is not parsed again: it is the same object.
 */
export async function findIntents(
  database: Database,
  intents: Kept<FoundParts>,
  all: readonly WantedIntent[],
): Promise<(FoundParts | undefined)[]> {
  // What many want at the same time is read once, so that nobody can make a batch slow with one large intent.
  const places = new Map<string, number>();
  const wanted: WantedIntent[] = [];
  const placeOf = all.map((one) => {
    const name = `${one.merchant} ${one.livemode} ${one.id} ${one.with}`;
    const place = places.get(name) ?? wanted.push(one) - 1;
    places.set(name, place);
    return place;
  });
  const kept = wanted.map(({ id }) => intents.get(id));
  const rows = await database.query<FoundRecord>({
    name: 'find-intents',
    text: FIND,
    values: [
      wanted.map(({ merchant }) => merchant),
      wanted.map(({ livemode }) => livemode),
      wanted.map(({ id }) => id),
      wanted.map((one) => one.with === 'timeline'),
      kept.map((before) => before !== undefined),
      wanted.map((one, index) => (one.with === 'items' ? itemsNamed(kept[index]) : undefined)),
    ],
  });
  const found: (FoundParts | undefined)[] = wanted.map(() => undefined);
  for (const row of rows) {
    const index = row.place - 1;
    const before = kept[index];
    const parts = readParts(row, before);
    if (!isSame(parts, before)) intents.keep(wanted[index]?.id ?? '', parts);
    found[index] = parts;
  }
  return placeOf.map((place) => found[place]);
}

const itemsNamed = (kept: FoundParts | undefined): string | undefined =>
  kept && JSON.stringify(namedItems(kept.intent.value.request));

function readParts({ record, request_body, timeline, items }: FoundRecord, before: FoundParts | undefined): FoundParts {
  const isRequestKept = before && (request_body ?? before.intent.value.requestBody) === before.intent.value.requestBody;
  return {
    intent: isRequestKept
      ? parsed(record, before.intent, (text) => readIntentWith(text, before.intent.value))
      : { text: record, value: readIntent({ record, request_body: request_body ?? '' }) },
    timeline: timeline === null ? before?.timeline : parsed(timeline, before?.timeline, readTimeline),
    items: items === null ? before?.items : parsed(items, before?.items, readItems),
  };
}

const parsed = <Value>(text: string, before: Parsed<Value> | undefined, parse: (text: string) => Value) =>
  before?.text === text ? before : { text, value: parse(text) };

const isSame = ({ intent, timeline, items }: FoundParts, before: FoundParts | undefined): boolean =>
  intent === before?.intent && timeline === before.timeline && items === before.items;

const readTimeline = (text: string): TimelineEntry[] =>
  (JSON.parse(text) as (IntentEvent & { sequence: number; at: string })[]).map(({ at, ...entry }) =>
    Object.assign(entry, { atMs: Date.parse(at) }),
  );

const readItems = (text: string): StoredItem[] =>
  (JSON.parse(text) as (Omit<StoredItem, 'unitAmount'> & { unitAmount: string; updatedAt: string })[]).map(
    ({ updatedAt, ...item }) =>
      Object.assign(item, { unitAmount: fiatAmount(item.unitAmount), updatedAtMs: Date.parse(updatedAt) }),
  );
