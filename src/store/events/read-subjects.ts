import type { IntentEvent } from '../../domain/events/event.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { TimelineEntry } from '../../ports/intents.ts';
import type { Statement } from '../database/database.ts';
import { INTENT_COLUMNS, readIntent, type SelectedIntent } from '../intents/read-intent.ts';

/** Runs one statement, inside a transaction or alone. */
export type Ask = <Row extends object>(statement: Statement) => Promise<Row[]>;

export interface IntentKey {
  merchant_id: string;
  livemode: boolean;
  intent_id: string;
}

/** An intent with its whole history. */
export interface Subject {
  intent: Intent;
  timeline: readonly TimelineEntry[];
}

interface EventRow extends IntentKey {
  sequence: number;
  type: IntentEvent['type'];
  changes: IntentEvent['changes'];
  created_at: Date;
}

const WANTED = 'unnest($1::uuid[], $2::boolean[], $3::uuid[]) AS wanted (merchant, mode, intent)';

/** The limit makes the planner look each intent up: without statistics, it would read all of them. */
const READ_INTENTS = `
SELECT merchant AS merchant_id, mode AS livemode, intent AS intent_id, found.* FROM ${WANTED}
CROSS JOIN LATERAL (
  SELECT ${INTENT_COLUMNS} FROM florin_data.payment_intents
  WHERE merchant_id = merchant AND livemode = mode AND id = intent LIMIT 1
) AS found`;

/** The order does the same here. */
const READ_TIMELINES = `
SELECT found.* FROM ${WANTED}
CROSS JOIN LATERAL (
  SELECT merchant_id, livemode, intent_id, sequence, type, changes, created_at FROM florin_data.events
  WHERE merchant_id = merchant AND livemode = mode AND intent_id = intent ORDER BY sequence
) AS found`;

const nameOf = ({ merchant_id, livemode, intent_id }: IntentKey): string => `${merchant_id} ${livemode} ${intent_id}`;

/** Reads intents and their histories, with one statement each. The answer finds one of them by its key. */
export async function readSubjects(
  ask: Ask,
  keys: readonly IntentKey[],
): Promise<(key: IntentKey) => Subject | undefined> {
  if (keys.length === 0) return () => undefined;
  const wanted = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const values = [
    wanted.map(({ merchant_id }) => merchant_id),
    wanted.map(({ livemode }) => livemode),
    wanted.map(({ intent_id }) => intent_id),
  ];
  const intents = await ask<SelectedIntent & IntentKey>({
    name: 'read-intents',
    text: READ_INTENTS,
    values,
  });
  const events = await ask<EventRow>({ name: 'read-timelines', text: READ_TIMELINES, values });
  const subjects = new Map<string, { intent: Intent; timeline: TimelineEntry[] }>(
    intents.map((row) => [nameOf(row), { intent: readIntent(row), timeline: [] }]),
  );
  for (const row of events) subjects.get(nameOf(row))?.timeline.push(readEntry(row));
  return (key) => subjects.get(nameOf(key));
}

function readEntry({ sequence, type, changes, created_at }: EventRow): TimelineEntry {
  const event = { type, changes } as IntentEvent;
  return { ...event, sequence, atMs: created_at.getTime() };
}
