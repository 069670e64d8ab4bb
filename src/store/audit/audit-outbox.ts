import { idFromUuid } from '../../domain/ids.ts';
import type { AuditOutbox } from '../../ports/audit.ts';
import type { Database } from '../database/database.ts';

interface Row {
  id: string;
  merchant_id: string;
  livemode: boolean;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

/** The audit entries of all tenants of one database. */
export function auditOutbox(database: Database): AuditOutbox {
  return {
    async listWaiting(limit) {
      const rows = await database.query<Row>({
        name: 'list-waiting-audit',
        text: `SELECT id, merchant_id, livemode, at, actor, action, subject, details FROM florin_data.audit_entries
               WHERE relayed_at IS NULL ORDER BY at LIMIT $1`,
        values: [limit],
      });
      return rows.map(({ id, merchant_id, livemode, at, actor, action, subject, details }) => ({
        id,
        merchantId: idFromUuid('mer', merchant_id),
        actor,
        action,
        subject,
        details: { ...details, livemode },
        atMs: at.getTime(),
      }));
    },

    async markRelayed(ids, atMs) {
      await database.query({
        name: 'mark-audit-relayed',
        text: 'UPDATE florin_data.audit_entries SET relayed_at = $2 WHERE relayed_at IS NULL AND id = ANY ($1::uuid[])',
        values: [ids, new Date(atMs)],
      });
    },
  };
}
