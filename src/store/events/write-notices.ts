import { idFromUuid } from '../../domain/ids.ts';
import { NOTICE_EVENTS } from '../../domain/mails/mail.ts';
import type { Run } from '../database/database.ts';
import type { NumberedEvent } from './event-log.ts';

/** Runs in the transaction that numbers the events. */
export async function writeNotices(run: Run, events: readonly NumberedEvent[], nowMs: number): Promise<void> {
  const records = events.flatMap(({ merchant_id, livemode, event_id, type, intent_id, object }) => {
    const kind = NOTICE_EVENTS[type];
    const id = object?.['id'];
    const subject = intent_id === null ? id : idFromUuid('pi', intent_id);
    return kind === undefined || typeof subject !== 'string'
      ? []
      : [{ merchant_id, livemode, event_id, kind, subject }];
  });
  if (records.length === 0) return;
  await run(
    `INSERT INTO florin_data.notices (merchant_id, livemode, event_id, kind, subject, created_at)
     SELECT merchant_id, livemode, event_id, kind, subject, $2
     FROM jsonb_to_recordset($1::jsonb) AS notice (merchant_id uuid, livemode boolean, event_id uuid, kind text, subject text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(records), new Date(nowMs)],
  );
}
