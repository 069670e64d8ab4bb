import type { AuditEntry, AuditLog } from '../../../src/ports/audit.ts';
import { type ControlTables, writeAudit } from './tables.ts';

export interface MemoryAuditLog extends AuditLog {
  /** Everything that was recorded, also by other ports, in order. */
  readonly entries: readonly AuditEntry[];
}

export const memoryAudit = (tables: ControlTables): MemoryAuditLog => ({
  record: async (entry) => writeAudit(tables, entry),
  entries: tables.audit,
});
