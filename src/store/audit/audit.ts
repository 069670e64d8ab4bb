import { uuidOf } from '../../domain/ids.ts';
import type { AuditLog } from '../../ports/audit.ts';
import type { Database } from '../database/database.ts';
import { writeAudit } from './write-audit.ts';

export const auditTable = (database: Database): AuditLog => ({
  record: (entry) => database.transaction((run) => writeAudit(run, entry)),

  async copy(entries) {
    const records = entries.map(({ id, atMs, actor, action, merchantId, subject, details }) => ({
      entry_id: id,
      at: new Date(atMs).toISOString(),
      actor,
      action,
      merchant_id: merchantId === undefined ? null : uuidOf(merchantId),
      subject,
      details,
    }));
    await database.query({
      name: 'copy-audit',
      text: `INSERT INTO florin_control.audit_log (at, actor, action, merchant_id, subject, details, entry_id)
             SELECT at, actor, action, merchant_id, subject, details, entry_id
             FROM jsonb_to_recordset($1::jsonb) AS entry (at timestamptz, actor text, action text, merchant_id uuid,
               subject text, details jsonb, entry_id uuid)
             ON CONFLICT (entry_id) DO NOTHING`,
      values: [JSON.stringify(records)],
    });
  },
});
