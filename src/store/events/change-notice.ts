import { idFromUuid } from '../../domain/ids.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import type { Change } from '../../ports/changes.ts';

export const CHANGES_CHANNEL = 'florin_changes';

/** A notification may have 8,000 bytes, and a change takes about 110. */
export const CHANGES_PER_NOTICE = 60;

/** For RETURNING in a statement that changes an intent: PostgreSQL sends the notification with the commit. */
export const NOTIFY_CHANGE = `pg_notify('${CHANGES_CHANNEL}',
  json_build_array(json_build_array(merchant_id, livemode, id, sequence, status))::text)`;

type ChangeRow = [merchant: string, livemode: boolean, intent: string, sequence: number, status: IntentStatus];

/** Reads the changes from a notification. Returns none if the payload is invalid. */
export function readNotice(payload: string | undefined): { tenant: string; change: Change }[] {
  try {
    return (JSON.parse(payload ?? '[]') as ChangeRow[]).map(([merchant, livemode, intent, sequence, status]) => ({
      tenant: tenantName(merchant, livemode),
      change: { intentId: idFromUuid('pi', intent), sequence, status },
    }));
  } catch {
    return [];
  }
}

export const tenantName = (merchantUuid: string, livemode: boolean): string => `${merchantUuid} ${livemode}`;
