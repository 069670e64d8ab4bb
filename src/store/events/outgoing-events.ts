import type { MerchantEventType } from '../../domain/events/event.ts';
import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { OutgoingEvents } from '../../ports/outgoing-events.ts';
import type { Database } from '../database/database.ts';
import { writeOutgoingEvents } from './write-outgoing-events.ts';

interface Row {
  id: string;
  merchant_id: string;
  livemode: boolean;
  type: MerchantEventType;
  object: Record<string, unknown>;
  created_at: Date;
}

export const outgoingEventTable = (database: Database): OutgoingEvents => ({
  add: (events) => database.transaction((run) => writeOutgoingEvents(run, events)),

  async listWaiting(perMerchant) {
    const rows = await database.query<Row>({
      name: 'list-outgoing-events',
      text: `SELECT id, merchant_id, livemode, type, object, created_at
             FROM (SELECT *, row_number() OVER (PARTITION BY merchant_id ORDER BY created_at, id) AS place
               FROM florin_control.outgoing_events WHERE relayed_at IS NULL) AS waiting
             WHERE place <= $1 ORDER BY created_at, id`,
      values: [perMerchant],
    });
    return rows.map(({ id, merchant_id, livemode, type, object, created_at }) => ({
      id: idFromUuid('evt', id),
      merchantId: idFromUuid('mer', merchant_id),
      livemode,
      type,
      object,
      atMs: created_at.getTime(),
    }));
  },

  async markRelayed(ids, atMs) {
    await database.query({
      name: 'mark-events-relayed',
      text: 'UPDATE florin_control.outgoing_events SET relayed_at = $2 WHERE id = ANY ($1::uuid[])',
      values: [ids.map(uuidOf), new Date(atMs)],
    });
  },

  async deleteRelayed(beforeMs) {
    await database.query({
      name: 'delete-relayed-events',
      text: 'DELETE FROM florin_control.outgoing_events WHERE relayed_at IS NOT NULL AND created_at < $1',
      values: [new Date(beforeMs)],
    });
  },
});
