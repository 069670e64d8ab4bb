import { uuidOf } from '../../domain/ids.ts';
import type { AuditEntry } from '../../ports/audit.ts';
import type { Run } from '../database/database.ts';

/** Writes the row, without the emails. */
export async function insertAudit(run: Run, audit: AuditEntry): Promise<void> {
  await run(
    `INSERT INTO florin_control.audit_log (at, actor, action, merchant_id, subject, details)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      new Date(audit.atMs),
      audit.actor,
      audit.action,
      audit.merchantId === undefined ? null : uuidOf(audit.merchantId),
      audit.subject,
      JSON.stringify(audit.details),
    ],
  );
}
