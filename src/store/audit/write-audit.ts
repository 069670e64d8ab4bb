import type { AuditEntry } from '../../ports/audit.ts';
import type { Run } from '../database/database.ts';
import { writeMails } from '../mails/write-mails.ts';
import { insertAudit } from './insert-audit.ts';

/** Runs in the transaction of the change that it records, and queues the emails about it. */
export async function writeAudit(run: Run, audit: AuditEntry): Promise<void> {
  await insertAudit(run, audit);
  await writeMails(run, audit.mails ?? []);
}
