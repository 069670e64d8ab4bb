import type { IntentEvent } from '../../domain/events/event.ts';
import type { FoundIntent } from '../../ports/intents.ts';
import type { Database } from '../database/database.ts';
import type { KeptRequests } from './kept-requests.ts';
import { INTENT_COLUMNS, type IntentRecord, readIntent } from './read-intent.ts';

const TIMELINE_MAX = 1_000;

export interface WantedIntent {
  merchant: string;
  livemode: boolean;
  id: string;
  withTimeline: boolean;
}

type FoundRecord = Omit<IntentRecord, 'request_body'> & {
  /** From 1. */
  place: number;
  /** Null if the request is kept and was not erased since. */
  request_body: string | null;
  /** Null if it is not wanted. */
  timeline: (IntentEvent & { sequence: number; at: string })[] | null;
};

/** Each intent is looked up by its key, whatever the planner believes about the table: a subquery with a limit is not joined. */
const FIND = `
SELECT place::int, found.* FROM unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::boolean[], $5::boolean[])
  WITH ORDINALITY AS wanted (merchant, mode, intent, with_timeline, is_kept, place),
LATERAL (
  SELECT ${INTENT_COLUMNS.replace(
    'request_body',
    'CASE WHEN NOT is_kept OR erased_at IS NOT NULL THEN request_body END AS request_body',
  )},
    CASE WHEN with_timeline THEN (
      SELECT json_agg(json_build_object('sequence', sequence, 'type', type, 'changes', changes, 'at', created_at)
        ORDER BY sequence)
      FROM (SELECT * FROM florin_data.events WHERE merchant_id = merchant AND livemode = mode AND intent_id = intent
        ORDER BY sequence LIMIT ${TIMELINE_MAX}) AS event) END AS timeline
  FROM florin_data.payment_intents WHERE merchant_id = merchant AND livemode = mode AND id = intent LIMIT 1
) AS found`;

/** Reads intents of any merchants with one statement. Returns them in the order in which they are wanted. */
export async function findIntents(
  database: Database,
  requests: KeptRequests,
  wanted: readonly WantedIntent[],
): Promise<(FoundIntent | undefined)[]> {
  const kept = wanted.map(({ id }) => requests.get(id));
  const rows = await database.query<FoundRecord>({
    name: 'find-intents',
    text: FIND,
    values: [
      wanted.map(({ merchant }) => merchant),
      wanted.map(({ livemode }) => livemode),
      wanted.map(({ id }) => id),
      wanted.map(({ withTimeline }) => withTimeline),
      kept.map((request) => request !== undefined),
    ],
  });
  const found: (FoundIntent | undefined)[] = wanted.map(() => undefined);
  for (const { place, timeline, ...row } of rows) {
    const { request_body: read } = row;
    const known = read === null ? kept[place - 1] : undefined;
    if (read !== null && kept[place - 1]) requests.forget(row.id);
    const intent = readIntent({ ...row, request_body: read ?? '' }, known);
    requests.keep(row.id, intent);
    const entries = (timeline ?? []).map(({ at, ...entry }) => Object.assign(entry, { atMs: Date.parse(at) }));
    found[place - 1] = { intent, timeline: entries };
  }
  return found;
}
