import type { AuditEntry, AuditLog } from '../../../src/ports/audit.ts';
import { type ControlTables, writeAudit } from './tables.ts';

export interface MemoryAuditLog extends AuditLog {
  /** Everything that was recorded, also by other ports, in order. */
  readonly entries: readonly AuditEntry[];
  removeLast(): AuditEntry | undefined;
}

export const memoryAudit = (tables: ControlTables): MemoryAuditLog => ({
  record: async (entry) => writeAudit(tables, entry),
  list: async ({ merchantId, actor, kind, olderThan, limit }) =>
    tables.audit
      .map((entry, index) => ({ ...entry, id: BigInt(index + 1) }))
      .filter((row) => row.merchantId === merchantId && (actor === undefined || row.actor === actor))
      .filter((row) => kind === undefined || row.action.split('.')[0] === kind)
      .filter((row) => olderThan === undefined || row.id < olderThan)
      .toReversed()
      .slice(0, limit),
  async deleteUnknownSignIns(beforeMs) {
    const kept = tables.audit.filter(
      ({ merchantId, action, atMs }) => merchantId !== undefined || action !== 'user.sign_in_failed' || atMs > beforeMs,
    );
    tables.audit.splice(0, Infinity, ...kept);
  },
  async copy(entries) {
    for (const { id, ...entry } of entries) {
      if (tables.relayedAudit.has(id)) continue;
      tables.relayedAudit.add(id);
      writeAudit(tables, entry);
    }
  },
  entries: tables.audit,
  removeLast: () => tables.audit.pop(),
});
