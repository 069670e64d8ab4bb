import type { EventType } from '../../domain/events/event.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import type { Database } from '../database/database.ts';
import type { Announcer } from './announcer.ts';
import { tenantName } from './change-notice.ts';
import { isOfIntent, type NumberedEvent } from './event-log.ts';
import type { IntentKey } from './read-subjects.ts';

const CREATED: EventType = 'payment_intent.created';

interface IntentRow extends IntentKey {
  sequence: number;
  status: IntentStatus;
}

/**
 * Announces the last number of each merchant and mode, and the intents again: this heals what a process that died after its
 * commit never announced. Of new intents, only the newest of each merchant and mode.
 */
export async function announceNumbered(
  database: Database,
  announcer: Announcer,
  events: readonly NumberedEvent[],
): Promise<void> {
  const last = new Map(events.map((event) => [tenantName(event.merchant_id, event.livemode), event]));
  for (const { merchant_id, livemode, number } of last.values()) {
    announcer.announceNumber([merchant_id, livemode, Number(number)]);
  }
  const named = events.filter(isOfIntent).map((event) => {
    const tenant = tenantName(event.merchant_id, event.livemode);
    return [event.type === CREATED ? tenant : `${tenant} ${event.intent_id}`, event] as const;
  });
  for (const row of await readIntents(database, [...new Map(named).values()])) {
    announcer.announceChange([row.merchant_id, row.livemode, row.intent_id, row.sequence, row.status, true]);
  }
}

async function readIntents(database: Database, keys: readonly IntentKey[]): Promise<IntentRow[]> {
  if (keys.length === 0) return [];
  return database.query<IntentRow>({
    name: 'read-changed-intents',
    text: `SELECT found.* FROM unnest($1::uuid[], $2::boolean[], $3::uuid[]) AS wanted (merchant, mode, intent)
           CROSS JOIN LATERAL (
             SELECT merchant_id, livemode, id AS intent_id, sequence, status FROM florin_data.payment_intents
             WHERE merchant_id = merchant AND livemode = mode AND id = intent LIMIT 1
           ) AS found`,
    values: [
      keys.map(({ merchant_id }) => merchant_id),
      keys.map(({ livemode }) => livemode),
      keys.map(({ intent_id }) => intent_id),
    ],
  });
}
