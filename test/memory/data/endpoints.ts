import type { AuditRecord } from '../../../src/domain/events/audit-record.ts';
import type { EndpointId } from '../../../src/domain/ids.ts';
import type { Endpoint } from '../../../src/domain/webhooks/endpoint.ts';
import type { WebhookEndpoints } from '../../../src/ports/webhook-endpoints.ts';
import { type Draft, isOwn, nameIn, type Owner, type TableAccess, type Tables } from './tables.ts';

export function readEndpoint({ endpoints }: Tables, owner: Owner, id: EndpointId): Endpoint | undefined {
  const row = endpoints.get(nameIn(owner, id));
  if (!row) return undefined;
  const { merchantId: _merchantId, livemode: _livemode, ...endpoint } = row;
  return endpoint;
}

function writeAudit({ audit }: Draft, owner: Owner, record: AuditRecord, atMs: number): void {
  const id = String(audit.size + 1);
  audit.set(id, { ...structuredClone(record), ...owner, id, atMs, isRelayed: false });
}

export function memoryEndpoints(database: TableAccess, owner: Owner): WebhookEndpoints {
  const listAll = ({ endpoints }: Tables) => [...endpoints.values()].filter((row) => isOwn(row, owner));
  return {
    insert: (endpoint, countMax, audit) =>
      database.run((tables) => {
        if (listAll(tables).length >= countMax) return false;
        tables.endpoints.set(nameIn(owner, endpoint.id), { ...endpoint, lastSuccessAtMs: undefined, ...owner });
        writeAudit(tables, owner, audit, endpoint.createdAtMs);
        return true;
      }),

    find: async (id) => readEndpoint(database.tables, owner, id),

    list: async () =>
      listAll(database.tables)
        .map(({ merchantId: _merchantId, livemode: _livemode, ...endpoint }) => endpoint)
        .sort((a, b) => (a.id < b.id ? 1 : -1)),

    change: (id, atMs, change) =>
      database.run((tables) => {
        const before = readEndpoint(tables, owner, id);
        const changed = before && change(before);
        if (!changed) return before;
        tables.endpoints.set(nameIn(owner, id), { ...changed.endpoint, ...owner });
        writeAudit(tables, owner, changed.audit, atMs);
        return changed.endpoint;
      }),

    remove: (id, atMs, audit) =>
      database.run((tables) => {
        if (!tables.endpoints.delete(nameIn(owner, id))) return false;
        writeAudit(tables, owner, audit, atMs);
        return true;
      }),
  };
}
