import { LIMITS } from '../../../src/domain/limits.ts';
import { type DisabledReason, type Endpoint, SUCCESS_NOTED_MS } from '../../../src/domain/webhooks/endpoint.ts';
import { isBlocking } from '../../../src/domain/webhooks/is-blocking.ts';
import type {
  Claim,
  ClaimedDelivery,
  DeliveryQueue,
  DeliveryResult,
  DescribeDisabled,
} from '../../../src/ports/delivery-queue.ts';
import { readEndpoint } from './endpoints.ts';
import { queueEvents } from './queue-events.ts';
import { type DeliveryEntry, type Draft, nameIn, type TableAccess, type Tables } from './tables.ts';

const listPending = ({ deliveries }: Tables): DeliveryEntry[] =>
  [...deliveries.values()].filter(({ state }) => state === 'pending');

const isDue = ({ nextAttemptAtMs, claim }: DeliveryEntry, nowMs: number): boolean =>
  nextAttemptAtMs !== undefined && nextAttemptAtMs <= nowMs && (claim === undefined || claim.untilMs <= nowMs);

const firstDue = (pending: readonly DeliveryEntry[], nowMs: number): number | undefined =>
  pending
    .flatMap((delivery) => (isDue(delivery, nowMs) ? (delivery.nextAttemptAtMs ?? []) : []))
    .sort((a, b) => a - b)
    .at(0);

export const memoryDeliveryQueue = (database: TableAccess): DeliveryQueue => ({
  async listPending(after, nowMs, limit) {
    const { tables } = database;
    const byEndpoint = Map.groupBy(listPending(tables), ({ endpointId }) => endpointId);
    return [...byEndpoint]
      .filter(([id]) => after === undefined || id > after)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .flatMap(([id, pending]) => {
        const [first] = pending;
        if (!first) return [];
        const endpoint = readEndpoint(tables, first, id);
        return {
          id,
          merchantId: first.merchantId,
          livemode: first.livemode,
          isEnabled: endpoint?.status === 'enabled',
          isFailing: endpoint?.failingSinceMs !== undefined,
          dueSinceMs: firstDue(pending, nowMs),
        };
      });
  },

  claim: ({ nowMs, claimedUntilMs, token, rooms }) =>
    database.run((tables) =>
      rooms.flatMap(({ endpointId, count }) =>
        listPending(tables)
          .filter((delivery) => delivery.endpointId === endpointId && isDue(delivery, nowMs))
          .sort((a, b) => (a.nextAttemptAtMs ?? 0) - (b.nextAttemptAtMs ?? 0))
          .slice(0, count)
          .flatMap((delivery) => claimDelivery(tables, delivery, { token, claimedUntilMs })),
      ),
    ),

  record: (result, describeDisabled) =>
    database.run((tables) => {
      const { claimed, attempt, isDelivered, nextAttemptAtMs, endedAtMs } = result;
      const before = tables.deliveries.get(claimed.id);
      if (before?.claim?.token !== claimed.token) return 'lost';
      const after: DeliveryEntry = {
        ...before,
        state: isDelivered ? 'delivered' : nextAttemptAtMs === undefined ? 'failed' : 'pending',
        attempts: before.attempts + 1,
        nextAttemptAtMs,
        claim: undefined,
        lastStatus: attempt.status,
        lastMs: attempt.ms,
        lastError: attempt.error,
        deliveredAtMs: isDelivered ? endedAtMs : undefined,
      };
      tables.deliveries.set(before.id, after);
      tables.attempts.set(before.id, [...(tables.attempts.get(before.id) ?? []), attempt]);
      const isReleased = isBlocking(before) && !isBlocking(after) && releaseNext(tables, after, endedAtMs);
      noteHealth(tables, result, describeDisabled);
      return isReleased ? 'released' : 'recorded';
    }),

  release: (claimed) =>
    database.run(({ deliveries }) => {
      for (const { id, token } of claimed) {
        const delivery = deliveries.get(id);
        if (delivery?.claim?.token === token) deliveries.set(id, { ...delivery, claim: undefined });
      }
    }),

  giveUp: ({ id }, nowMs, limit) =>
    database.run((tables) => {
      const pending = listPending(tables)
        .filter((delivery) => delivery.endpointId === id)
        .sort((a, b) => (a.intentId ?? '').localeCompare(b.intentId ?? '') || a.number - b.number)
        .slice(0, limit);
      const [first] = pending;
      const endpoint = first && readEndpoint(tables, first, id);
      if (endpoint?.status === 'enabled') return 0;
      const lastError = `The endpoint was ${endpoint ? 'disabled' : 'deleted'}.`;
      for (const delivery of pending) {
        const failed = { state: 'failed', nextAttemptAtMs: undefined, claim: undefined, lastError } as const;
        tables.deliveries.set(delivery.id, { ...delivery, ...failed });
      }
      const freed = new Map(pending.filter(isBlocking).map((delivery) => [delivery.intentId, delivery]));
      for (const delivery of freed.values()) releaseNext(tables, delivery, nowMs);
      return pending.length;
    }),

  countPending: async (limit) => Math.min(limit, listPending(database.tables).length),
});

/** Claims it, unless its endpoint is not enabled. */
export function claimDelivery(
  tables: Draft,
  delivery: DeliveryEntry,
  { token, claimedUntilMs }: Pick<Claim, 'token' | 'claimedUntilMs'>,
): ClaimedDelivery[] {
  const endpoint = readEndpoint(tables, delivery, delivery.endpointId);
  if (endpoint?.status !== 'enabled') return [];
  tables.deliveries.set(delivery.id, { ...delivery, claim: { token, untilMs: claimedUntilMs } });
  const { merchantId, livemode, id, eventId, intentId, body, attempts, isOrdered, createdAtMs } = delivery;
  const key = { merchantId, livemode, id, eventId, intentId, body, attempts, isOrdered, createdAtMs };
  return [{ ...key, claimedUntilMs, token, endpoint }];
}

/** The next event of the intent does not wait any longer. False if there is none. */
function releaseNext(tables: Draft, { endpointId, intentId }: DeliveryEntry, nowMs: number): boolean {
  const [next] = listPending(tables)
    .filter((one) => one.endpointId === endpointId && one.intentId === intentId && intentId !== undefined)
    .filter(({ nextAttemptAtMs }) => nextAttemptAtMs === undefined)
    .sort((a, b) => a.number - b.number);
  if (next) tables.deliveries.set(next.id, { ...next, nextAttemptAtMs: nowMs });
  return next !== undefined;
}

function noteHealth(tables: Draft, result: DeliveryResult, describeDisabled: DescribeDisabled): void {
  const { claimed, isDelivered, isGone, endedAtMs } = result;
  const endpoint = readEndpoint(tables, claimed, claimed.endpoint.id);
  if (endpoint?.url !== claimed.endpoint.url) return;
  const write = (after: Endpoint) => {
    const { merchantId, livemode } = claimed;
    tables.endpoints.set(nameIn(claimed, endpoint.id), { ...after, merchantId, livemode });
  };
  if (isDelivered) {
    const { failingSinceMs, lastSuccessAtMs = -Infinity } = endpoint;
    const isNews = failingSinceMs !== undefined || lastSuccessAtMs <= endedAtMs - SUCCESS_NOTED_MS;
    if (isNews) write({ ...endpoint, failingSinceMs: undefined, lastSuccessAtMs: endedAtMs });
  } else if (endpoint.status === 'enabled') {
    const failingSinceMs = endpoint.failingSinceMs ?? endedAtMs;
    const disabledReason = reasonToDisable(isGone, endedAtMs - failingSinceMs);
    const after: Endpoint = {
      ...endpoint,
      failingSinceMs,
      ...(disabledReason && { status: 'disabled', disabledReason }),
    };
    write(after);
    if (disabledReason) queueEvents(tables, [describeDisabled(after, claimed)]);
  }
}

function reasonToDisable(isGone: boolean, failingMs: number): DisabledReason | undefined {
  if (isGone) return 'gone';
  return failingMs >= LIMITS.endpointFailingMsMax ? 'failing' : undefined;
}
