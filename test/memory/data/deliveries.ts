import { LIMITS } from '../../../src/domain/limits.ts';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import type { Deliveries, DeliveryCount } from '../../../src/ports/deliveries.ts';
import { type DeliveryEntry, DuplicateError, isOwn, type Owner, type TableAccess } from './tables.ts';

const HOUR_MS = 3_600_000;

const readDelivery = ({
  merchantId: _merchantId,
  livemode: _livemode,
  body: _body,
  isOrdered: _isOrdered,
  claim: _claim,
  ...delivery
}: DeliveryEntry): Delivery => delivery;

export function memoryDeliveries(database: TableAccess, owner: Owner): Deliveries {
  const listAll = () => [...database.tables.deliveries.values()].filter((row) => isOwn(row, owner));
  return {
    async list({ endpointId, eventId, eventIds, state, olderThan, limit }) {
      return listAll()
        .filter((row) => endpointId === undefined || row.endpointId === endpointId)
        .filter((row) => eventId === undefined || row.eventId === eventId)
        .filter((row) => eventIds === undefined || eventIds.includes(row.eventId))
        .filter((row) => state === undefined || row.state === state)
        .filter((row) => olderThan === undefined || row.id < olderThan)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(readDelivery);
    },

    async find(id) {
      const row = listAll().find((one) => one.id === id);
      if (!row) return undefined;
      const attempts = (database.tables.attempts.get(id) ?? [])
        .toSorted((a, b) => a.atMs - b.atMs)
        .slice(-LIMITS.attemptsShownMax);
      return { delivery: { ...readDelivery(row), body: row.body }, attempts };
    },

    insert: (deliveries) =>
      database.run((tables) => {
        for (const delivery of deliveries) {
          if (tables.deliveries.has(delivery.id)) throw new DuplicateError(`delivery ${delivery.id}`);
          tables.deliveries.set(delivery.id, {
            ...delivery,
            ...owner,
            state: 'pending',
            attempts: 0,
            nextAttemptAtMs: delivery.nextAttemptAtMs ?? delivery.createdAtMs,
            lastStatus: undefined,
            lastMs: undefined,
            lastError: undefined,
            deliveredAtMs: undefined,
            isOrdered: false,
            claim: undefined,
          });
        }
      }),

    async findBodies(endpointId, eventIds) {
      const sent = listAll().filter((row) => row.endpointId === endpointId && eventIds.includes(row.eventId));
      return new Map(sent.sort((a, b) => (a.id < b.id ? 1 : -1)).map(({ eventId, body }) => [eventId, body]));
    },

    async countPending(endpointId, limit) {
      const pending = listAll().filter((row) => row.endpointId === endpointId && row.state === 'pending');
      return Math.min(limit, pending.length);
    },

    retryFailed: (endpointId, nowMs, limit) =>
      database.run(({ deliveries }) => {
        const failed = [...deliveries.values()]
          .filter((row) => isOwn(row, owner) && row.endpointId === endpointId && row.state === 'failed')
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit);
        for (const row of failed) {
          const restarted = { state: 'pending', isOrdered: false, attempts: 0, nextAttemptAtMs: nowMs } as const;
          deliveries.set(row.id, { ...row, ...restarted });
        }
        return failed.length;
      }),

    async countByHour(sinceMs, limit) {
      const counts = new Map<string, DeliveryCount>();
      for (const { id: endpointId } of [...database.tables.endpoints.values()].filter((row) => isOwn(row, owner))) {
        const newest = listAll()
          .filter((row) => row.endpointId === endpointId && row.createdAtMs >= sinceMs)
          .sort((a, b) => (a.id < b.id ? 1 : -1))
          .slice(0, limit);
        for (const { createdAtMs, state } of newest) {
          const hourMs = createdAtMs - (createdAtMs % HOUR_MS);
          const name = `${endpointId} ${hourMs} ${state}`;
          counts.set(name, { endpointId, hourMs, state, count: (counts.get(name)?.count ?? 0) + 1 });
        }
      }
      return [...counts.values()];
    },
  };
}
