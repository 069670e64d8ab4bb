import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import type { Deliveries } from '../../../src/ports/deliveries.ts';
import { type DeliveryEntry, DuplicateError, isOwn, type Owner, type TableAccess } from './tables.ts';

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
    async list({ endpointId, eventId, state, olderThan, limit }) {
      return listAll()
        .filter((row) => endpointId === undefined || row.endpointId === endpointId)
        .filter((row) => eventId === undefined || row.eventId === eventId)
        .filter((row) => state === undefined || row.state === state)
        .filter((row) => olderThan === undefined || row.id < olderThan)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(readDelivery);
    },

    async find(id) {
      const row = listAll().find((one) => one.id === id);
      if (!row) return undefined;
      const attempts = (database.tables.attempts.get(id) ?? []).toSorted((a, b) => a.atMs - b.atMs);
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
  };
}
