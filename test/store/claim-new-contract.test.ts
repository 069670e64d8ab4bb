import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type {
  Carrier,
  Claim,
  ClaimedDelivery,
  DeliveryQueue,
  PendingEndpoint,
} from '../../src/ports/delivery-queue.ts';
import type { Store, Tenant } from '../../src/ports/stores.ts';
import { type OpenStores, openableStores } from './open-stores.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { STARTED_MS, sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const UNTIL_MS = STARTED_MS + 60_000;

const flag = (intent: Intent) => ({
  intent: { ...intent, sequence: intent.sequence + 1 },
  events: [{ type: 'payment_intent.flagged' as const, changes: { flags: [] } }],
});

const newDeliveryId = () => makeId('dlv', STARTED_MS, randomBytes(10));

const render = ({ number }: { number: number }) => String(number);

const resultOf = (claimed: ClaimedDelivery) => ({
  claimed,
  attempt: {
    attempt: 1,
    atMs: STARTED_MS,
    status: 200,
    ms: 7,
    error: undefined,
    requestHeaders: {},
    responseHeaders: {},
    responseBody: '',
  },
  isDelivered: true,
  nextAttemptAtMs: undefined,
  isGone: false,
  endedAtMs: STARTED_MS,
});

describe.each(openableStores())('claims of new deliveries in $name', ({ open }) => {
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

  async function openEndpoint(more: Parameters<typeof sampleEndpoint>[0] = {}) {
    const endpoint = sampleEndpoint(more);
    await store.endpoints.insert(endpoint, 20, sampleRecord('webhook_endpoint.created'));
    return endpoint;
  }

  /** Events of one intent, which wait for a number. */
  async function happen(count: number): Promise<Intent> {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    for (let event = 1; event < count; event += 1) await store.intents.change(intent.id, STARTED_MS, flag);
    return intent;
  }

  /** Numbers what waits, with room for `count` to each endpoint. Returns what was asked and what was claimed. */
  async function dispatch(count: number) {
    const asked: PendingEndpoint[] = [];
    const offered: Claim[] = [];
    const claimed: ClaimedDelivery[] = [];
    const carrier: Carrier = {
      offer(due) {
        asked.push(...due);
        const rooms = due.map(({ id, merchantId }) => ({ endpointId: id, merchantId, count }));
        const claim = { nowMs: STARTED_MS, claimedUntilMs: UNTIL_MS, token: randomUUID(), rooms };
        offered.push(claim);
        return claim;
      },
      carry: (own) => void claimed.push(...own),
    };
    const events = await opened.stores.eventDispatchOf(undefined);
    await events.dispatch({ nowMs: STARTED_MS, limit: 500, render, newId: newDeliveryId, carrier });
    return { asked, offered, claimed };
  }

  const claim = (endpointId: PendingEndpoint['id'], nowMs: number) =>
    queue.claim({
      nowMs,
      claimedUntilMs: nowMs + 60_000,
      token: randomUUID(),
      rooms: [{ endpointId, merchantId: tenant.merchantId, count: 10 }],
    });

  const record = (claimed: ClaimedDelivery) =>
    queue.record(resultOf(claimed), () => expect.fail('nothing is disabled'));

  it('have everything that a request needs, and keep others away while they hold', async () => {
    const endpoint = await openEndpoint({ previous: { sealedSecret: 'before', untilMs: STARTED_MS + 1 } });
    const intent = await happen(1);
    const { asked, offered, claimed } = await dispatch(10);
    const { merchantId } = tenant;
    const place = { id: endpoint.id, merchantId, livemode: false };
    expect(asked).toEqual([{ ...place, isEnabled: true, isFailing: false }]);
    const [delivery] = await store.deliveries.list({ limit: 10 });
    expect(claimed).toEqual([
      {
        merchantId,
        livemode: false,
        id: delivery?.id,
        eventId: delivery?.eventId,
        intentId: intent.id,
        body: '1',
        attempts: 0,
        isOrdered: true,
        createdAtMs: STARTED_MS,
        claimedUntilMs: UNTIL_MS,
        token: offered[0]?.token,
        endpoint,
      },
    ]);
    expect(await claim(endpoint.id, UNTIL_MS - 1)).toEqual([]);
    expect(await record(claimed[0] as ClaimedDelivery)).toBe('recorded');
    expect(await claim(endpoint.id, UNTIL_MS)).toEqual([]);
  });

  it('end after their time, and then what their process reports is ignored', async () => {
    const endpoint = await openEndpoint();
    await happen(1);
    const { claimed } = await dispatch(10);
    expect(await claim(endpoint.id, UNTIL_MS)).toHaveLength(1);
    expect(await record(claimed[0] as ClaimedDelivery)).toBe('lost');
  });

  it('take the first of each endpoint, and leave to others what there is no room for', async () => {
    const endpoints = [await openEndpoint(), await openEndpoint()];
    for (let count = 0; count < 3; count += 1) await happen(1);
    const { claimed } = await dispatch(2);
    for (const { id } of endpoints) {
      expect(claimed.filter(({ endpoint }) => endpoint.id === id).map(({ body }) => body)).toEqual(['1', '2']);
      expect((await claim(id, STARTED_MS)).map(({ body }) => body)).toEqual(['3']);
    }
  });

  it('leave out what waits for an earlier event of the same intent', async () => {
    const endpoint = await openEndpoint();
    const intent = await happen(2);
    const { claimed } = await dispatch(10);
    expect(claimed.map(({ body }) => body)).toEqual(['1']);
    await store.intents.change(intent.id, STARTED_MS, flag);
    expect((await dispatch(10)).claimed).toEqual([]);
    expect(await record(claimed[0] as ClaimedDelivery)).toBe('released');
    expect((await claim(endpoint.id, STARTED_MS)).map(({ body }) => body)).toEqual(['2']);
  });

  it('say which endpoint fails', async () => {
    await openEndpoint({ failingSinceMs: STARTED_MS });
    await happen(1);
    expect((await dispatch(0)).asked).toMatchObject([{ isFailing: true }]);
  });

  it('are not made for an event that nobody wants', async () => {
    await openEndpoint({ events: ['wallet.*'] });
    await happen(1);
    expect(await dispatch(10)).toMatchObject({ asked: [], claimed: [] });
  });
});
