import { uuidOf } from '../../domain/ids.ts';
import type { AuditLog } from '../../ports/audit.ts';
import type { Database } from '../database/database.ts';
import { deleteInSteps } from '../database/delete-in-steps.ts';
import { writeAudit } from './write-audit.ts';

interface AuditRecord {
  id: string;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

export const auditTable = (database: Database): AuditLog => ({
  record: (entry) => database.transaction((run) => writeAudit(run, entry)),

  async list({ merchantId, actor, kind, olderThan, limit }) {
    const rows = await database.query<AuditRecord>({
      name: 'list-audit',
      text: `SELECT id, at, actor, action, subject, details FROM florin_control.audit_log
             WHERE merchant_id = $1 AND ($2::text IS NULL OR actor = $2)
               AND ($3::text IS NULL OR split_part(action, '.', 1) = $3) AND ($4::bigint IS NULL OR id < $4)
             ORDER BY id DESC LIMIT $5`,
      values: [uuidOf(merchantId), actor ?? null, kind ?? null, olderThan?.toString() ?? null, limit],
    });
    return rows.map(({ id, at, actor: by, action, subject, details }) => ({
      id: BigInt(id),
      atMs: at.getTime(),
      actor: by,
      action,
      merchantId,
      subject,
      details,
    }));
  },

  deleteUnknownSignIns: (beforeMs) =>
    deleteInSteps(database, {
      name: 'delete-unknown-sign-ins',
      table: 'florin_control.audit_log',
      where: `merchant_id IS NULL AND action = 'user.sign_in_failed' AND at <= $1`,
      values: [new Date(beforeMs)],
    }),

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
