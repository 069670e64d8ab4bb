import { type IntentId, uuidOf } from '../domain/ids.ts';
import type { Intent } from '../domain/intent.ts';
import type { IntentChange } from '../ports.ts';
import { TELL_CHANGE } from './change-notice.ts';
import type { Run } from './database.ts';
import { INTENT_COLUMNS, type IntentRecord, readIntent } from './read-intent.ts';

/** Whose rows, as the database knows them. */
export interface Tenancy {
  merchant: string;
  livemode: boolean;
}

/** Reads an intent under a lock, changes it and writes its events. The events get the numbers behind its sequence. */
export async function changeIntent(
  run: Run,
  { merchant, livemode }: Tenancy,
  id: IntentId,
  atMs: number,
  change: IntentChange,
): Promise<Intent | undefined> {
  const key = [merchant, livemode, uuidOf(id)];
  const [row] = await run<IntentRecord>(
    `SELECT ${INTENT_COLUMNS} FROM florin_data.payment_intents
     WHERE merchant_id = $1 AND livemode = $2 AND id = $3 FOR UPDATE`,
    key,
  );
  if (!row) return undefined;
  const before = readIntent(row);
  const changed = change(before);
  if (!changed) return before;
  const { intent, events } = changed;
  await run(
    `UPDATE florin_data.payment_intents SET status = $4, sequence = $5, expires_at = $6, canceled_at = $7,
       review_cause = $8, review_from = $9, flags = $10
     WHERE merchant_id = $1 AND livemode = $2 AND id = $3
     RETURNING ${TELL_CHANGE}`,
    [
      ...key,
      intent.status,
      intent.sequence,
      new Date(intent.expiresAtMs),
      intent.canceledAtMs === undefined ? null : new Date(intent.canceledAtMs),
      intent.review?.cause,
      intent.review?.from,
      intent.flags,
    ],
  );
  await run(
    `INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
     SELECT $1, $2, $3, $4 + position, event ->> 'type', event -> 'changes', $6
     FROM jsonb_array_elements($5::jsonb) WITH ORDINALITY AS list (event, position)`,
    [...key, before.sequence, JSON.stringify(events), new Date(atMs)],
  );
  return intent;
}
