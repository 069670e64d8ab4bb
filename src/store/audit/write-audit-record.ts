import type { AuditRecord } from '../../domain/events/audit-record.ts';
import type { Run } from '../database/database.ts';

/** Runs in the transaction of the change. `tenant` is the merchant and the mode. */
export async function writeAuditRecord(
  run: Run,
  tenant: readonly unknown[],
  { actor, action, subject, details }: AuditRecord,
  atMs: number,
): Promise<void> {
  await run(
    `INSERT INTO florin_data.audit_entries (merchant_id, livemode, at, actor, action, subject, details)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [...tenant, new Date(atMs), actor, action, subject, JSON.stringify(details)],
  );
}
