import type { AuditLog } from '../../ports/audit.ts';
import type { Database } from '../database/database.ts';
import { writeAudit } from './write-audit.ts';

export const auditTable = (database: Database): AuditLog => ({
  record: (entry) => database.transaction((run) => writeAudit(run, entry)),
});
