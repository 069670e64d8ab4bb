import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventIdOf } from '../../src/domain/events/event-id.ts';
import { type IntentId, makeId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { UnmatchedReason } from '../../src/domain/transfers/transfer.ts';
import type { Endpoint } from '../../src/domain/webhooks/endpoint.ts';
import type { Dispatched, RenderEvent } from '../../src/ports/event-dispatch.ts';
import type { LoggedEvent, PastEventFilter } from '../../src/ports/event-log.ts';
import type { MerchantEvent } from '../../src/ports/merchant-event.ts';
import type { Store, Tenant } from '../../src/ports/stores.ts';
import type { NewUnmatchedTransfer } from '../../src/ports/transfers.ts';
import { sampleTransfer } from '../memory/sample-transfer.ts';
import { type OpenStores, openableStores } from './open-stores.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';
import { sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const NOW_MS = Date.UTC(2026, 10, 16, 12);

const cancel = (intent: Intent) => ({
  intent: { ...intent, status: 'canceled' as const, sequence: intent.sequence + 1 },
  events: [{ type: 'payment_intent.canceled' as const, changes: { status: 'canceled' as const } }],
});

const flag = (intent: Intent) => ({
  intent: { ...intent, flags: ['manual' as const], sequence: intent.sequence + 1 },
  events: [{ type: 'payment_intent.flagged' as const, changes: { flags: ['manual' as const] } }],
});

const numbersOf = async ({ events }: Store) =>
  (await events.list({ after: 0, limit: 100 })).map(({ number }) => number);

const render: RenderEvent = ({ id, number }, apiVersion) => JSON.stringify({ id, number, apiVersion, é: '\u0000"' });

const short = ({ number, type }: LoggedEvent) => `${number} ${type}`;

describe.each(openableStores())('events in $name', ({ open }) => {
  let opened: OpenStores;
  let tenant: Tenant;
  let store: Store;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
    store = await opened.stores.of(tenant);
  });

  async function dispatch(
    more: { limit?: number; nowMs?: number; render?: RenderEvent } = {},
  ): Promise<Dispatched | undefined> {
    const events = await opened.stores.eventDispatchOf(undefined);
    const newDeliveryId = () => makeId('dlv', NOW_MS, randomBytes(10));
    return events.dispatch({ nowMs: NOW_MS, limit: 500, render: () => '', newId: newDeliveryId, ...more });
  }

  async function append(events: readonly MerchantEvent[]): Promise<void> {
    await (await opened.stores.eventDispatchOf(undefined)).append(events);
  }

  async function openIntent(owner = store): Promise<Intent> {
    const intent = sampleIntent();
    await owner.intents.insert(intent, undefined);
    return intent;
  }

  const listAll = async (more: { types?: readonly string[]; intentId?: IntentId; after?: number } = {}) =>
    store.events.list({ after: 0, limit: 100, ...more });

  const walletEvent = (more: Partial<MerchantEvent> = {}): MerchantEvent => ({
    id: newId('evt'),
    merchantId: tenant.merchantId,
    livemode: false,
    type: 'wallet.changed',
    object: { zebra: 1, id: 'wal_1', nested: { b: null, a: ['x'] } },
    atMs: NOW_MS - 5,
    ...more,
  });

  const unmatched = (tx: string, reason: UnmatchedReason, id = newId('tr')): NewUnmatchedTransfer => ({
    id,
    merchantId: tenant.merchantId,
    livemode: false,
    intentId: undefined,
    transfer: sampleTransfer(tx, '0.5 SOL', { address: 'wallet', reference: undefined }, { firstSeenAtMs: NOW_MS }),
    reason,
  });

  async function record(rows: readonly NewUnmatchedTransfer[]): Promise<void> {
    const database = await opened.stores.databaseOf(tenant);
    await database.transact((book) => book.recordUnmatched('solana-devnet', rows, NOW_MS + 3));
  }

  async function addEndpoint(more: Partial<Endpoint> = {}, owner = store): Promise<Endpoint> {
    const endpoint = sampleEndpoint(more);
    await owner.endpoints.insert(endpoint, 20, sampleRecord('webhook_endpoint.created'));
    return endpoint;
  }

  /** Oldest first. */
  const deliveriesTo = async ({ id }: Endpoint, owner = store) =>
    (await owner.deliveries.list({ endpointId: id, limit: 100 })).sort((a, b) => a.number - b.number);

  const page = async (after: number, limit: number) =>
    (await store.events.list({ after, limit })).map(({ number }) => number);

  const namesOf = async (more: Parameters<typeof listAll>[0]) => (await listAll(more)).map(short);

  it('have no number before they are dispatched, and then each one its own', async () => {
    const intent = await openIntent();
    await store.intents.change(intent.id, intent.createdAtMs + 7, cancel);
    expect(await listAll()).toEqual([]);
    expect(await store.events.lastNumber()).toBe(0);
    await dispatch();
    const events = await listAll();
    expect(events.map(short)).toEqual(['1 payment_intent.created', '2 payment_intent.canceled']);
    expect(events.map(({ id }) => id)).toEqual([
      eventIdOf(intent.id, 1, intent.createdAtMs),
      eventIdOf(intent.id, 2, intent.createdAtMs + 7),
    ]);
    expect(events.map(({ atMs }) => atMs - intent.createdAtMs)).toEqual([0, 7]);
    expect(events.map(({ livemode }) => livemode)).toEqual([false, false]);
    expect(await store.events.lastNumber()).toBe(2);
    expect(await dispatch()).toEqual({ events: 0, deliveries: 0 });
  });

  it('carry the intent with its whole history', async () => {
    const intent = await openIntent();
    await store.intents.change(intent.id, intent.createdAtMs + 7, cancel);
    await dispatch();
    const [created, canceled] = (await listAll()).map(({ subject }) => subject);
    const found = await store.intents.find(intent.id);
    const { timeline = [] } = (await store.intents.findWithTimeline(intent.id)) ?? {};
    expect(created).toEqual({ intent: found, timeline, sequence: 1 });
    expect(canceled).toEqual({ intent: found, timeline, sequence: 2 });
  });

  it('are counted per merchant and mode, without gaps', async () => {
    const live = await opened.stores.of({ ...tenant, livemode: true });
    const other = await opened.stores.of({ ...tenant, merchantId: newMerchantId() });
    for (let round = 0; round < 2; round += 1) {
      await openIntent();
      await openIntent(other);
      await live.intents.insert(sampleIntent({ livemode: true }), undefined);
      await openIntent();
      await dispatch();
    }
    expect(await numbersOf(store)).toEqual([1, 2, 3, 4]);
    expect(await numbersOf(live)).toEqual([1, 2]);
    expect(await numbersOf(other)).toEqual([1, 2]);
    expect(await live.events.lastNumber()).toBe(2);
  });

  it('are numbered in the order in which they were written, some at a time', async () => {
    const intents: Intent[] = [];
    for (let count = 0; count < 5; count += 1) intents.push(await openIntent());
    while ((await dispatch({ limit: 2 }))?.events);
    const subjects = (await listAll()).map(({ subject }) => ('intent' in subject ? subject.intent.id : undefined));
    expect(subjects).toEqual(intents.map(({ id }) => id));
  });

  it('get one number each when several processes dispatch at once', async () => {
    await Promise.all(Array.from({ length: 40 }, () => openIntent()));
    const rounds = await Promise.all(Array.from({ length: 8 }, () => dispatch({ limit: 7 })));
    while ((await dispatch({ limit: 7 }))?.events);
    expect(rounds.some((round) => round !== undefined && round.events > 0)).toBe(true);
    const events = await listAll();
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(new Set(events.map(({ id }) => id)).size).toBe(40);
  });

  it('of a change that was rolled back never get one', async () => {
    const intent = await openIntent();
    const database = await opened.stores.databaseOf(tenant);
    const failing = database.transact(async (book) => {
      await book.changeIntent({ ...tenant, id: intent.id }, NOW_MS, cancel);
      throw new RangeError('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await dispatch();
    expect((await listAll()).map(short)).toEqual(['1 payment_intent.created']);
  });

  describe('of a merchant', () => {
    it('keep their object as it was written', async () => {
      const event = walletEvent();
      await append([event]);
      await dispatch();
      const [found] = await listAll();
      expect(found).toEqual({
        id: event.id,
        number: 1,
        type: 'wallet.changed',
        atMs: event.atMs,
        livemode: false,
        subject: { object: event.object },
      });
      expect(JSON.stringify(found?.subject)).toBe(JSON.stringify({ object: event.object }));
    });

    it('count once however often they are added', async () => {
      const [first, second] = [walletEvent(), walletEvent()];
      await append([first]);
      await append([first, second]);
      await dispatch();
      await append([second, first]);
      await dispatch();
      expect((await listAll()).map(({ id, number }) => [id, number])).toEqual([
        [first.id, 1],
        [second.id, 2],
      ]);
    });
  });

  describe('of a transfer', () => {
    it('tell once that it matches nothing, with the transfer', async () => {
      const one = unmatched('tx-1', 'no_reference');
      await record([one, unmatched('tx-1', 'no_reference')]);
      await record([unmatched('tx-1', 'too_late')]);
      await dispatch();
      const [event, ...others] = await listAll();
      expect(others).toEqual([]);
      const [transfer] = await store.transfers.list({ unassigned: true, limit: 10 });
      expect(event).toMatchObject({
        type: 'transfer.unmatched',
        atMs: NOW_MS + 3,
        subject: {
          object: {
            id: transfer?.id,
            object: 'transfer',
            network: 'solana-devnet',
            tx: 'tx-1',
            asset: 'SOL',
            amount: '0.5',
            block: 5,
            reason: 'no_reference',
            payment_intent_id: null,
            assigned_to: null,
          },
        },
      });
    });

    it('are not written for what is no money, nor with a scan that failed', async () => {
      await record([unmatched('tx-1', 'dust'), unmatched('tx-2', 'failed'), unmatched('tx-3', 'unknown_token')]);
      const database = await opened.stores.databaseOf(tenant);
      const failing = database.transact(async (book) => {
        await book.recordUnmatched('solana-devnet', [unmatched('tx-4', 'no_reference')], NOW_MS);
        throw new RangeError('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await dispatch();
      expect(await listAll()).toEqual([]);
    });
  });

  describe('and endpoints', () => {
    it('an event becomes one delivery for each that wants it, with its body', async () => {
      const [all, canceled] = [await addEndpoint(), await addEndpoint({ events: ['payment_intent.canceled'] })];
      const others = [
        await addEndpoint({ events: ['wallet.*', 'payment.*'] }),
        await addEndpoint({ status: 'disabled', disabledReason: 'user' }),
      ];
      const live = await opened.stores.of({ ...tenant, livemode: true });
      const ofOthers = await addEndpoint({}, live);
      const intent = await openIntent();
      await store.intents.change(intent.id, NOW_MS, cancel);
      expect(await dispatch({ render })).toEqual({ events: 2, deliveries: 3 });
      const [created, ended] = await listAll();
      const [first, second] = await deliveriesTo(all);
      expect(first).toEqual({
        id: first?.id,
        endpointId: all.id,
        eventId: created?.id,
        eventType: 'payment_intent.created',
        number: 1,
        intentId: intent.id,
        state: 'pending',
        attempts: 0,
        nextAttemptAtMs: NOW_MS,
        lastStatus: undefined,
        lastMs: undefined,
        lastError: undefined,
        deliveredAtMs: undefined,
        createdAtMs: NOW_MS,
      });
      expect(second).toMatchObject({ eventId: ended?.id, number: 2 });
      expect(await deliveriesTo(canceled)).toMatchObject([{ eventId: ended?.id, nextAttemptAtMs: NOW_MS }]);
      const sent = first && (await store.deliveries.find(first.id));
      expect(sent?.delivery.body).toBe(created && render(created, all.apiVersion));
      for (const endpoint of others) expect(await deliveriesTo(endpoint)).toEqual([]);
      expect(await deliveriesTo(ofOthers, live)).toEqual([]);
    });

    it('an event waits while an earlier one of its intent is on its way to the same endpoint', async () => {
      const [all, canceled] = [await addEndpoint(), await addEndpoint({ events: ['payment_intent.canceled'] })];
      const [first, second] = [await openIntent(), await openIntent()];
      await dispatch();
      await store.intents.change(first.id, NOW_MS, cancel);
      await append([walletEvent(), walletEvent()]);
      await dispatch();
      await store.intents.change(first.id, NOW_MS, flag);
      await store.intents.change(second.id, NOW_MS, cancel);
      await dispatch();
      const due = (await deliveriesTo(all)).map((one) => [one.number, one.nextAttemptAtMs]);
      expect(due).toEqual([
        [1, NOW_MS],
        [2, NOW_MS],
        [3, undefined],
        [4, NOW_MS],
        [5, NOW_MS],
        [6, undefined],
        [7, undefined],
      ]);
      expect((await deliveriesTo(canceled)).map((one) => [one.number, one.nextAttemptAtMs])).toEqual([
        [3, NOW_MS],
        [7, NOW_MS],
      ]);
    });

    it('an event is rendered with what it was about, once per version', async () => {
      const [one] = [await addEndpoint(), await addEndpoint(), await addEndpoint({ apiVersion: '2020-01-01' })];
      const intent = await openIntent();
      await append([walletEvent()]);
      const rendered: string[] = [];
      await dispatch({
        render: (event, apiVersion) => {
          const about = 'intent' in event.subject ? event.subject.intent.id : JSON.stringify(event.subject.object);
          rendered.push(`${event.number} ${about} ${apiVersion}`);
          return about;
        },
      });
      const object = JSON.stringify(walletEvent().object);
      expect([...new Set(rendered)].sort()).toEqual(
        [
          `1 ${intent.id} 2020-01-01`,
          `1 ${intent.id} ${one?.apiVersion}`,
          `2 ${object} 2020-01-01`,
          `2 ${object} ${one?.apiVersion}`,
        ].sort(),
      );
    });

    it('nothing is numbered if a body cannot be made', async () => {
      await addEndpoint();
      await openIntent();
      const failing = dispatch({
        render: () => {
          throw new RangeError('no body');
        },
      });
      await expect(failing).rejects.toThrow('no body');
      expect(await listAll()).toEqual([]);
      expect(await dispatch()).toEqual({ events: 1, deliveries: 1 });
      expect((await listAll()).map(({ number }) => number)).toEqual([1]);
    });
  });

  it('are dropped by the month, with their deliveries, and keep their numbers', async () => {
    const endpoint = sampleEndpoint();
    await store.endpoints.insert(endpoint, 20, sampleRecord('webhook_endpoint.created'));
    const months = [Date.UTC(2025, 10, 30), Date.UTC(2025, 11, 1), Date.UTC(2026, 0, 1)];
    for (const nowMs of months) {
      await openIntent();
      await dispatch({ nowMs });
    }
    await opened.stores.dropEvents(Date.UTC(2025, 11, 31, 23, 59));
    expect((await listAll()).map(({ number }) => number)).toEqual([2, 3]);
    expect(await store.deliveries.list({ limit: 10 })).toHaveLength(2);
    await opened.stores.dropEvents(Date.UTC(2026, 0, 1));
    expect((await listAll()).map(({ number }) => number)).toEqual([3]);
    expect(await store.events.lastNumber()).toBe(3);
  });

  it('of a merchant without other data move to another database, and their numbers go on', async () => {
    const dataStoreId = await opened.addDataStore();
    const { merchantId } = tenant;
    const [first, second, third] = [walletEvent(), walletEvent({ livemode: true }), walletEvent()];
    await append([first, second, third]);
    await dispatch();
    const waiting = walletEvent();
    await append([waiting]);
    for (let times = 0; times < 2; times += 1) await opened.stores.moveEvents(merchantId, undefined, dataStoreId);
    await dispatch();
    expect(await store.events.lastNumber()).toBe(2);
    const there = await opened.stores.eventDispatchOf(dataStoreId);
    await there.dispatch({ nowMs: NOW_MS, limit: 500, render: () => '', newId: () => newId('dlv') });
    const moved = await opened.stores.of({ ...tenant, dataStoreId });
    const numbers = (await moved.events.list({ after: 0, limit: 10 })).map(({ id, number }) => [number, id]);
    expect(numbers).toEqual([
      [1, first.id],
      [2, third.id],
      [3, waiting.id],
    ]);
    expect(await moved.events.lastNumber()).toBe(3);
    expect((await moved.events.find(third.id))?.subject).toEqual({ object: third.object });
    const live = await opened.stores.of({ ...tenant, dataStoreId, livemode: true });
    expect((await live.events.list({ after: 0, limit: 10 })).map(({ id }) => id)).toEqual([second.id]);
  });

  it('are found by their ID, by their merchant and mode only', async () => {
    const intent = await openIntent();
    await dispatch();
    const id = eventIdOf(intent.id, 1, intent.createdAtMs);
    expect(await store.events.find(id)).toEqual((await listAll())[0]);
    expect(await store.events.find(newId('evt'))).toBeUndefined();
    for (const other of [
      { ...tenant, livemode: true },
      { ...tenant, merchantId: newMerchantId() },
    ]) {
      expect(await (await opened.stores.of(other)).events.find(id)).toBeUndefined();
    }
  });

  it('are listed after a number, in pages', async () => {
    for (let count = 0; count < 4; count += 1) await openIntent();
    await dispatch();
    expect(await page(0, 2)).toEqual([1, 2]);
    expect(await page(2, 2)).toEqual([3, 4]);
    expect(await page(4, 2)).toEqual([]);
    expect(await page(3, 100)).toEqual([4]);
  });

  it('are listed by type, with wildcards, and by intent', async () => {
    const [first, second] = [await openIntent(), await openIntent()];
    await store.intents.change(first.id, NOW_MS, cancel);
    await append([walletEvent()]);
    await dispatch();
    const all = [
      '1 payment_intent.created',
      '2 payment_intent.created',
      '3 payment_intent.canceled',
      '4 wallet.changed',
    ];
    expect(await namesOf({})).toEqual(all);
    expect(await namesOf({ types: ['*'] })).toEqual(all);
    expect(await namesOf({ types: ['payment_intent.*'] })).toEqual(all.slice(0, 3));
    expect(await namesOf({ types: ['wallet.changed', 'payment_intent.canceled'] })).toEqual(all.slice(2));
    expect(await namesOf({ types: ['payment_intent.*'], after: 2 })).toEqual(all.slice(2, 3));
    expect(await namesOf({ types: ['payment.*', 'no.such'] })).toEqual([]);
    expect(await namesOf({ intentId: first.id })).toEqual([all[0], all[2]]);
    expect(await namesOf({ intentId: first.id, types: ['*.created', 'payment_intent.canceled'] })).toEqual([all[2]]);
    expect(await namesOf({ intentId: first.id, after: 1 })).toEqual([all[2]]);
    expect(await namesOf({ intentId: second.id })).toEqual([all[1]]);
  });

  it('are listed newest first, by the same filters', async () => {
    const [first] = [await openIntent(), await openIntent()];
    await store.intents.change(first.id, NOW_MS, cancel);
    await append([walletEvent()]);
    await dispatch();
    const backwards = async (more: Partial<PastEventFilter> = {}) =>
      (await store.events.listBackwards({ limit: 100, ...more })).map(({ number }) => number);
    expect(await backwards()).toEqual([4, 3, 2, 1]);
    expect(await backwards({ limit: 2 })).toEqual([4, 3]);
    expect(await backwards({ before: 3 })).toEqual([2, 1]);
    expect(await backwards({ types: ['payment_intent.*'], before: 4, limit: 2 })).toEqual([3, 2]);
    expect(await backwards({ intentId: first.id })).toEqual([3, 1]);
    expect(await backwards({ intentId: first.id, before: 3 })).toEqual([1]);
  });

  it('may be numbered in any month', async () => {
    const openedAtMs = [Date.UTC(2026, 11, 31, 23, 59, 59, 999), Date.UTC(2027, 0, 1), Date.UTC(2028, 1, 29, 12)];
    for (const nowMs of openedAtMs) {
      await openIntent();
      expect(await dispatch({ nowMs })).toEqual({ events: 1, deliveries: 0 });
    }
    expect((await listAll()).map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
