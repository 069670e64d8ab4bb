import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EndpointId, makeId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import type { Endpoint } from '../../src/domain/webhooks/endpoint.ts';
import { BLOCKING_ATTEMPTS } from '../../src/domain/webhooks/retry-schedule.ts';
import type { ClaimedDelivery, DeliveryQueue, DeliveryResult } from '../../src/ports/delivery-queue.ts';
import type { Store, Tenant } from '../../src/ports/stores.ts';
import { type OpenStores, openableStores } from './open-stores.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';
import { STARTED_MS, sampleDelivery, sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const flag = (intent: Intent) => ({
  intent: { ...intent, sequence: intent.sequence + 1 },
  events: [{ type: 'payment_intent.flagged' as const, changes: { flags: [] } }],
});

const bodies = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ body }) => body).sort();

const resultOf = (claimed: ClaimedDelivery, more: Partial<DeliveryResult> & { status?: number } = {}) => {
  const { status = more.isDelivered === false ? 500 : 200, ...rest } = more;
  return {
    claimed,
    attempt: {
      attempt: claimed.attempts + 1,
      atMs: STARTED_MS,
      status,
      ms: 7,
      error: status === 200 ? undefined : `The endpoint returned ${status}.`,
      requestHeaders: { 'webhook-id': claimed.eventId },
      responseHeaders: { server: 'test' },
      responseBody: 'answer',
    },
    isDelivered: true,
    nextAttemptAtMs: undefined,
    isGone: false,
    endedAtMs: STARTED_MS,
    ...rest,
  };
};

const newDeliveryId = () => makeId('dlv', STARTED_MS, randomBytes(10));

const render = ({ number }: { number: number }) => String(number);

describe.each(openableStores())('the delivery queue in $name', ({ open }) => {
  let opened: OpenStores;
  let queue: DeliveryQueue;
  let tenant: Tenant;
  let store: Store;
  beforeAll(async () => {
    opened = await open();
    queue = await opened.stores.deliveryQueueOf(undefined);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
    store = await opened.stores.of(tenant);
  });

  async function openEndpoint(more: Partial<Endpoint> = {}): Promise<Endpoint> {
    const endpoint = sampleEndpoint(more);
    await store.endpoints.insert(endpoint, 20, sampleRecord('webhook_endpoint.created'));
    return endpoint;
  }

  /** Events of one intent, numbered and handed to the endpoints. */
  async function happen(count: number): Promise<Intent> {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    for (let event = 1; event < count; event += 1) await store.intents.change(intent.id, STARTED_MS, flag);
    await dispatch();
    return intent;
  }

  async function dispatch(): Promise<void> {
    const events = await opened.stores.eventDispatchOf(undefined);
    await events.dispatch({ nowMs: STARTED_MS, limit: 500, render, newId: newDeliveryId });
  }

  const claim = (endpointId: EndpointId, { count = 10, atMs = 0 } = {}) =>
    queue.claim({
      nowMs: STARTED_MS + atMs,
      claimedUntilMs: STARTED_MS + atMs + 60_000,
      token: randomUUID(),
      rooms: [{ endpointId, merchantId: tenant.merchantId, count }],
    });

  const disabled: Endpoint[] = [];
  const record = (claimed: ClaimedDelivery, more: Parameters<typeof resultOf>[1] = {}) =>
    queue.record(resultOf(claimed, more), (endpoint, { merchantId, livemode }) => {
      disabled.push(endpoint);
      const object = { id: endpoint.id, reason: endpoint.disabledReason };
      return { id: newId('evt'), merchantId, livemode, type: 'webhook_endpoint.disabled', object, atMs: STARTED_MS };
    });

  const pendingOf = async (endpointId: EndpointId, nowMs = STARTED_MS) =>
    (await queue.listPending(undefined, nowMs, 1_000)).find(({ id }) => id === endpointId);

  const listPending = async (after: EndpointId | undefined, limit: number) =>
    (await queue.listPending(after, STARTED_MS, limit)).map(({ id }) => id);

  const listDisabled = async () => {
    await dispatch();
    const types = ['webhook_endpoint.disabled'];
    return (await store.events.list({ after: 0, types, limit: 10 })).map(({ subject }) => subject);
  };

  const setStatus = (id: EndpointId, status: Endpoint['status']) =>
    store.endpoints.change(id, STARTED_MS, (endpoint) => ({
      endpoint: { ...endpoint, status },
      audit: sampleRecord('webhook_endpoint.changed'),
    }));

  const failLater = { isDelivered: false, nextAttemptAtMs: STARTED_MS + 5_000 };

  describe('lists endpoints', () => {
    it('with pending deliveries, in the order of their IDs and in pages', async () => {
      const endpoints = [await openEndpoint(), await openEndpoint(), await openEndpoint()];
      await happen(1);
      const [first, second, third] = endpoints.map(({ id }) => id).sort();
      const all = await listPending(undefined, 1_000);
      expect(all).toEqual(all.toSorted());
      expect(all).toEqual(expect.arrayContaining([first, second, third]));
      expect(await listPending(first, 1)).toEqual([all[all.indexOf(first as EndpointId) + 1]]);
      expect(await listPending(third, 1_000)).toEqual(all.slice(all.indexOf(third as EndpointId) + 1));
    });

    it('and says what can be done with each', async () => {
      const endpoint = await openEndpoint();
      expect(await pendingOf(endpoint.id)).toBeUndefined();
      await happen(1);
      const expected = {
        id: endpoint.id,
        merchantId: tenant.merchantId,
        livemode: false,
        isEnabled: true,
        isFailing: false,
        dueSinceMs: STARTED_MS,
      };
      expect(await pendingOf(endpoint.id)).toEqual(expected);
      const [claimed] = await claim(endpoint.id);
      expect(await pendingOf(endpoint.id)).toEqual({ ...expected, dueSinceMs: undefined });
      expect(await pendingOf(endpoint.id, STARTED_MS + 60_000)).toEqual(expected);
      await record(claimed as ClaimedDelivery, failLater);
      expect(await pendingOf(endpoint.id)).toEqual({ ...expected, isFailing: true, dueSinceMs: undefined });
      expect(await pendingOf(endpoint.id, STARTED_MS + 5_000)).toEqual({
        ...expected,
        isFailing: true,
        dueSinceMs: STARTED_MS + 5_000,
      });
    });
  });

  describe('claims', () => {
    it('as many as there is room for, what is due longest first, with everything that a request needs', async () => {
      const endpoint = await openEndpoint({ previous: { sealedSecret: 'before', untilMs: STARTED_MS + 1 } });
      const rows = [3, 1, 2].map((ms) => sampleDelivery(endpoint.id, { nextAttemptAtMs: STARTED_MS - ms }));
      await store.deliveries.insert(rows);
      const claimed = await claim(endpoint.id, { count: 2 });
      expect(new Set(claimed.map(({ id }) => id))).toEqual(new Set([rows[0]?.id, rows[2]?.id]));
      const [first] = rows;
      expect(claimed.find(({ id }) => id === first?.id)).toEqual({
        merchantId: tenant.merchantId,
        livemode: false,
        id: first?.id,
        eventId: first?.eventId,
        intentId: first?.intentId,
        body: first?.body,
        attempts: 0,
        isOrdered: false,
        createdAtMs: STARTED_MS,
        claimedUntilMs: STARTED_MS + 60_000,
        token: expect.any(String),
        endpoint,
      });
    });

    it('nothing before its time, for a disabled endpoint, or without room', async () => {
      const endpoint = await openEndpoint();
      const off = await openEndpoint({ status: 'disabled', disabledReason: 'user' });
      await store.deliveries.insert([
        sampleDelivery(endpoint.id, { nextAttemptAtMs: STARTED_MS + 1 }),
        sampleDelivery(off.id),
      ]);
      expect(await claim(endpoint.id)).toEqual([]);
      expect(await claim(off.id)).toEqual([]);
      expect(await queue.claim({ nowMs: STARTED_MS, claimedUntilMs: 1, token: randomUUID(), rooms: [] })).toEqual([]);
      expect(await claim(endpoint.id, { atMs: 1 })).toHaveLength(1);
    });

    it('each delivery once, however many claim at once', async () => {
      const endpoint = await openEndpoint();
      await store.deliveries.insert(Array.from({ length: 30 }, () => sampleDelivery(endpoint.id)));
      const rounds = await Promise.all(Array.from({ length: 6 }, () => claim(endpoint.id, { count: 4 })));
      const ids = rounds.flat().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(0);
    });

    it('again what a process claimed that died, and then ignores what that one reports', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      const [lost] = await claim(endpoint.id);
      expect(await claim(endpoint.id, { atMs: 59_999 })).toEqual([]);
      const [again] = await claim(endpoint.id, { atMs: 60_000 });
      expect(again?.id).toBe(lost?.id);
      expect(await record(lost as ClaimedDelivery)).toBe('lost');
      expect(await store.deliveries.find(again?.id as ClaimedDelivery['id'])).toMatchObject({
        delivery: { state: 'pending', attempts: 0 },
        attempts: [],
      });
      expect(await record(again as ClaimedDelivery)).toBe('recorded');
    });

    it('at once what was released', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      const [claimed] = await claim(endpoint.id);
      await queue.release([claimed as ClaimedDelivery]);
      const [again] = await claim(endpoint.id);
      expect(again?.id).toBe(claimed?.id);
      // A claim that was lost releases nothing.
      await queue.release([claimed as ClaimedDelivery]);
      expect(await claim(endpoint.id)).toEqual([]);
    });
  });

  describe('records', () => {
    it('a success', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      const [claimed] = await claim(endpoint.id);
      expect(await record(claimed as ClaimedDelivery)).toBe('recorded');
      const result = resultOf(claimed as ClaimedDelivery);
      expect(await store.deliveries.find(result.claimed.id)).toMatchObject({
        delivery: {
          state: 'delivered',
          attempts: 1,
          nextAttemptAtMs: undefined,
          lastStatus: 200,
          lastMs: 7,
          lastError: undefined,
          deliveredAtMs: STARTED_MS,
        },
        attempts: [result.attempt],
      });
      expect(await store.endpoints.find(endpoint.id)).toMatchObject({ lastSuccessAtMs: STARTED_MS });
      expect(await claim(endpoint.id, { atMs: 3_600_000 })).toEqual([]);
      expect(await record(claimed as ClaimedDelivery)).toBe('lost');
    });

    it('failures, until the last one, and what failed can be started again', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      const [first] = await claim(endpoint.id);
      await record(first as ClaimedDelivery, failLater);
      expect(await claim(endpoint.id)).toEqual([]);
      const [second] = await claim(endpoint.id, { atMs: 5_000 });
      expect(second?.attempts).toBe(1);
      await record(second as ClaimedDelivery, { isDelivered: false });
      const failed = { state: 'failed', attempts: 2, lastStatus: 500, lastError: 'The endpoint returned 500.' };
      expect(await store.deliveries.list({ limit: 10, state: 'failed' })).toMatchObject([failed]);
      const found = await store.deliveries.find((first as ClaimedDelivery).id);
      expect(found?.attempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(await store.deliveries.retryFailed(endpoint.id, STARTED_MS, 10)).toBe(1);
      const [third] = await claim(endpoint.id);
      expect(third).toMatchObject({ id: first?.id, attempts: 0, isOrdered: false });
    });

    it('more attempts than are shown: the newest are', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      let last: ClaimedDelivery | undefined;
      for (let round = 0; round <= LIMITS.attemptsShownMax; round += 1) {
        [last] = await claim(endpoint.id, { atMs: round });
        const { attempt } = resultOf(last as ClaimedDelivery);
        await record(last as ClaimedDelivery, {
          isDelivered: false,
          nextAttemptAtMs: STARTED_MS,
          attempt: { ...attempt, atMs: STARTED_MS + round },
        });
      }
      const found = await store.deliveries.find((last as ClaimedDelivery).id);
      const shown = found?.attempts.map(({ attempt }) => attempt);
      expect(shown).toEqual(Array.from({ length: LIMITS.attemptsShownMax }, (_, place) => place + 2));
    });

    it('many at once, if their claims hold', async () => {
      const endpoint = await openEndpoint();
      await store.deliveries.insert(Array.from({ length: 20 }, () => sampleDelivery(endpoint.id)));
      const claimed = await claim(endpoint.id, { count: 20 });
      const lost = { ...(claimed[0] as ClaimedDelivery), token: randomUUID() };
      const recorded = await Promise.all([lost, ...claimed].map((one) => record(one)));
      expect(recorded).toEqual(['lost', ...claimed.map(() => 'recorded')]);
      expect(await store.deliveries.list({ limit: 100, state: 'delivered' })).toHaveLength(20);
    });
  });

  describe('keeps the order of an intent:', () => {
    it('the next event waits for the success of the one before', async () => {
      const endpoint = await openEndpoint();
      await happen(3);
      for (const number of ['1', '2', '3']) {
        const claimed = await claim(endpoint.id);
        expect(bodies(claimed)).toEqual([number]);
        expect(await record(claimed[0] as ClaimedDelivery)).toBe(number === '3' ? 'recorded' : 'released');
      }
      expect(await claim(endpoint.id)).toEqual([]);
    });

    it('or for its fifth failure, and is sent beside its retries then', async () => {
      const endpoint = await openEndpoint();
      await happen(2);
      for (let failures = 0; failures < BLOCKING_ATTEMPTS; failures += 1) {
        const claimed = await claim(endpoint.id, { atMs: failures * 5_000 });
        expect(bodies(claimed)).toEqual(['1']);
        const nextAttemptAtMs = STARTED_MS + (failures + 1) * 5_000;
        await record(claimed[0] as ClaimedDelivery, { isDelivered: false, nextAttemptAtMs });
      }
      const both = await claim(endpoint.id, { atMs: 25_000 });
      expect(bodies(both)).toEqual(['1', '2']);
    });

    it('or for its end', async () => {
      const endpoint = await openEndpoint();
      await happen(2);
      const [first] = await claim(endpoint.id);
      await record(first as ClaimedDelivery, { isDelivered: false });
      expect(bodies(await claim(endpoint.id))).toEqual(['2']);
    });

    it('an event that comes later waits too, and one that comes after the end does not', async () => {
      const endpoint = await openEndpoint();
      const intent = await happen(1);
      await store.intents.change(intent.id, STARTED_MS, flag);
      await dispatch();
      const claimed = await claim(endpoint.id);
      expect(bodies(claimed)).toEqual(['1']);
      await record(claimed[0] as ClaimedDelivery);
      const next = await claim(endpoint.id);
      expect(bodies(next)).toEqual(['2']);
      await record(next[0] as ClaimedDelivery);
      await store.intents.change(intent.id, STARTED_MS, flag);
      await dispatch();
      expect(bodies(await claim(endpoint.id))).toEqual(['3']);
    });

    it('other intents and other endpoints do not wait', async () => {
      const [one, two] = [await openEndpoint(), await openEndpoint()];
      await happen(2);
      await happen(1);
      expect(bodies(await claim(one.id))).toEqual(['1', '3']);
      expect(bodies(await claim(two.id))).toEqual(['1', '3']);
    });

    it('nothing waits for what is sent again', async () => {
      const endpoint = await openEndpoint();
      const intent = await happen(1);
      const [first] = await claim(endpoint.id);
      await record(first as ClaimedDelivery);
      await store.deliveries.insert([sampleDelivery(endpoint.id, { intentId: intent.id, body: 'again' })]);
      await store.intents.change(intent.id, STARTED_MS, flag);
      await dispatch();
      expect(bodies(await claim(endpoint.id))).toEqual(['2', 'again']);
    });
  });

  describe('disables an endpoint', () => {
    it('that is gone, with an event in the same transaction', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      const [claimed] = await claim(endpoint.id);
      await record(claimed as ClaimedDelivery, { isDelivered: false, isGone: true, status: 410 });
      const after = { status: 'disabled', disabledReason: 'gone', failingSinceMs: STARTED_MS };
      expect(await store.endpoints.find(endpoint.id)).toEqual({ ...endpoint, ...after });
      expect(disabled.at(-1)).toEqual({ ...endpoint, ...after });
      expect(await listDisabled()).toEqual([{ object: { id: endpoint.id, reason: 'gone' } }]);
    });

    it('from which nothing but failures came for five days, to the millisecond', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      const fail = async (endedAtMs: number) => {
        const [claimed] = await claim(endpoint.id, { atMs: endedAtMs - STARTED_MS });
        await record(claimed as ClaimedDelivery, { isDelivered: false, nextAttemptAtMs: endedAtMs, endedAtMs });
        return (await store.endpoints.find(endpoint.id))?.status;
      };
      expect(await fail(STARTED_MS)).toBe('enabled');
      expect(await fail(STARTED_MS + LIMITS.endpointFailingMsMax - 1)).toBe('enabled');
      expect(await fail(STARTED_MS + LIMITS.endpointFailingMsMax)).toBe('disabled');
      expect(await store.endpoints.find(endpoint.id)).toMatchObject({ disabledReason: 'failing' });
      expect(await listDisabled()).toEqual([{ object: { id: endpoint.id, reason: 'failing' } }]);
    });

    it('but not for what came from another URL', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      const [claimed] = await claim(endpoint.id);
      const moved = { ...endpoint, url: 'https://new.example' };
      await store.endpoints.change(endpoint.id, STARTED_MS, () => ({
        endpoint: moved,
        audit: sampleRecord('webhook_endpoint.changed'),
      }));
      await record(claimed as ClaimedDelivery, { isDelivered: false, isGone: true, status: 410 });
      expect(await store.endpoints.find(endpoint.id)).toEqual(moved);
      expect(await listDisabled()).toEqual([]);
    });

    it('but not if a success came in between', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      const [first] = await claim(endpoint.id);
      await record(first as ClaimedDelivery, failLater);
      expect((await store.endpoints.find(endpoint.id))?.failingSinceMs).toBe(STARTED_MS);
      const [second] = await claim(endpoint.id, { atMs: 5_000 });
      await record(second as ClaimedDelivery, { endedAtMs: STARTED_MS + 5_000 });
      const found = await store.endpoints.find(endpoint.id);
      expect(found).toMatchObject({ failingSinceMs: undefined, lastSuccessAtMs: STARTED_MS + 5_000 });
      await store.deliveries.insert([sampleDelivery(endpoint.id)]);
      const lateMs = LIMITS.endpointFailingMsMax + 6_000;
      const [third] = await claim(endpoint.id, { atMs: lateMs });
      await record(third as ClaimedDelivery, { isDelivered: false, endedAtMs: STARTED_MS + lateMs });
      expect((await store.endpoints.find(endpoint.id))?.status).toBe('enabled');
    });
  });

  describe('gives up', () => {
    it.each([
      ['disabled', (id: EndpointId) => setStatus(id, 'disabled')],
      ['deleted', (id: EndpointId) => store.endpoints.remove(id, 0, sampleRecord('webhook_endpoint.deleted'))],
    ])('what is pending for an endpoint that was %s, in steps', async (fate, end) => {
      const endpoint = await openEndpoint();
      await happen(3);
      const pending = (await pendingOf(endpoint.id)) as NonNullable<Awaited<ReturnType<typeof pendingOf>>>;
      expect(await queue.giveUp(pending, STARTED_MS, 10)).toBe(0);
      await end(endpoint.id);
      expect(await pendingOf(endpoint.id)).toMatchObject({ isEnabled: false });
      const counts = [2, 2, 2].map(async () => queue.giveUp(pending, STARTED_MS, 2));
      expect((await Promise.all(counts)).reduce((sum, count) => sum + count, 0)).toBe(3);
      const failed = await store.deliveries.list({ limit: 10 });
      for (const delivery of failed)
        expect(delivery).toMatchObject({ state: 'failed', lastError: `The endpoint was ${fate}.` });
      expect(await pendingOf(endpoint.id)).toBeUndefined();
    });

    it('without leaving anything waiting for ever if the endpoint is enabled again', async () => {
      const endpoint = await openEndpoint();
      await happen(3);
      const pending = (await pendingOf(endpoint.id)) as NonNullable<Awaited<ReturnType<typeof pendingOf>>>;
      await setStatus(endpoint.id, 'disabled');
      expect(await queue.giveUp(pending, STARTED_MS, 1)).toBe(1);
      await setStatus(endpoint.id, 'enabled');
      const [next] = await claim(endpoint.id);
      expect(next?.body).toBe('2');
      await record(next as ClaimedDelivery);
      expect(bodies(await claim(endpoint.id))).toEqual(['3']);
    });

    it('and drops the result of a request that was under way', async () => {
      const endpoint = await openEndpoint();
      await happen(1);
      const [claimed] = await claim(endpoint.id);
      const pending = (await pendingOf(endpoint.id)) as NonNullable<Awaited<ReturnType<typeof pendingOf>>>;
      await setStatus(endpoint.id, 'disabled');
      await queue.giveUp(pending, STARTED_MS, 10);
      expect(await record(claimed as ClaimedDelivery)).toBe('lost');
    });
  });

  it('counts what is pending, up to a limit', async () => {
    const endpoint = await openEndpoint();
    const before = await queue.countPending(1_000_000);
    await store.deliveries.insert([sampleDelivery(endpoint.id), sampleDelivery(endpoint.id)]);
    expect(await queue.countPending(1_000_000)).toBe(before + 2);
    expect(await queue.countPending(1)).toBe(1);
  });
});
