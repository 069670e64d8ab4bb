import type { AuditOutbox } from '../../../src/ports/audit.ts';
import type { TableAccess } from './tables.ts';

export const memoryAuditOutbox = (database: TableAccess): AuditOutbox => ({
  async listWaiting(limit) {
    return [...database.tables.audit.values()]
      .filter(({ isRelayed }) => !isRelayed)
      .sort((a, b) => a.atMs - b.atMs)
      .slice(0, limit)
      .map(({ id, merchantId, livemode, actor, action, subject, details, atMs }) => ({
        id,
        merchantId,
        actor,
        action,
        subject,
        details: { ...details, livemode },
        atMs,
      }));
  },

  markRelayed: (ids) =>
    database.run(({ audit }) => {
      for (const id of ids) {
        const row = audit.get(id);
        if (row) audit.set(id, { ...row, isRelayed: true });
      }
    }),
});
