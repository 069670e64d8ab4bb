import type { AuditEntry, AuditLog } from '../../../src/ports/audit.ts';
import { type ControlTables, writeAudit } from './tables.ts';

export interface MemoryAuditLog extends AuditLog {
  /** Everything that was recorded, also by other ports, in order. */
  readonly entries: readonly AuditEntry[];
}

export const memoryAudit = (tables: ControlTables): MemoryAuditLog => ({
  record: async (entry) => writeAudit(tables, entry),
  async copy(entries) {
    for (const { id, ...entry } of entries) {
      if (tables.relayedAudit.has(id)) continue;
      tables.relayedAudit.add(id);
      writeAudit(tables, entry);
    }
  },
  entries: tables.audit,
});
