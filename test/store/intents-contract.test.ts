import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../src/domain/errors.ts';
import type { IntentId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { IntentRequest } from '../../src/domain/intents/intent-request.ts';
import { transition } from '../../src/domain/intents/transition.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/merchants/settings.ts';
import type { Store } from '../../src/ports/stores.ts';
import { sampleItem } from '../memory/sample-item.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const idempotency = (key: string, answer = 'answer') => ({ key, answer });

describe.each(engineDatabases())('intents on $name', ({ open }) => {
  let dataStore: EngineDatabase;
  let store: Store;
  const merchantId = newMerchantId();

  beforeAll(async () => {
    dataStore = await open();
    store = dataStore.bind(merchantId, false);
  });

  afterAll(() => dataStore.close());

  it('returns an intent as it was stored', async () => {
    const intent = sampleIntent(
      { orderId: 'o-1' },
      { total_amount: LIMITS.amountMax, crypto_amount_requested: '123456789012345678.000000000000000001 ETH' },
    );
    expect(await store.intents.insert(intent, undefined)).toEqual({ kind: 'created' });
    expect(await store.intents.find(intent.id)).toEqual(intent);
  });

  it('stores the policy of an intent, and none for an intent without one', async () => {
    const policy = {
      tolerancePercent: '0.25',
      toleranceAmount: '2',
      latePolicy: { stablecoinSeconds: 60, otherSeconds: 0 },
    };
    const [kept, none] = [sampleIntent({ policy }), sampleIntent()];
    await Promise.all([kept, none].map((intent) => store.intents.insert(intent, undefined)));
    expect(await store.intents.find(kept.id)).toEqual(kept);
    expect((await store.intents.find(none.id))?.policy).toBeUndefined();
    await store.intents.change(kept.id, 0, (intent) => transition({ ...intent, canceledAtMs: 1 }, DEFAULT_SETTINGS, 1));
    expect(await store.intents.find(kept.id)).toMatchObject({ status: 'canceled', policy });
  });

  it('stores the exact bytes of the body and reads the request from it', async () => {
    const requestBody = `  {"b":1, "a":"\\u0000\\ud800 ü 💶", "b":2}\n`;
    const request = JSON.parse(requestBody) as IntentRequest;
    const intent = sampleIntent({ requestBody, request });
    await store.intents.insert(intent, undefined);
    const found = await store.intents.find(intent.id);
    expect(found?.requestBody).toBe(requestBody);
    expect(found?.request).toEqual(request);
  });

  it('stores one of many intents with the same idempotency key, even in one batch', async () => {
    const attempts = Array.from({ length: 50 }, (_, index) => ({ intent: sampleIntent(), answer: `answer ${index}` }));
    const results = await Promise.all(
      attempts.map(({ intent, answer }) => store.intents.insert(intent, idempotency('one', answer))),
    );
    expect(results.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    const winner = attempts[results.findIndex(({ kind }) => kind === 'created')];
    for (const result of results) {
      if (result.kind === 'replayed') {
        expect(result).toMatchObject({ intentId: winner?.intent.id, answer: winner?.answer });
      }
    }
    const found = await Promise.all(attempts.map(({ intent }) => store.intents.find(intent.id)));
    expect(found.filter(Boolean)).toHaveLength(1);
  });

  it('rejects an existing ID and a tax above 100 percent, and leaves the idempotency key free', async () => {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    const key = idempotency('rejected');
    await expect(store.intents.insert({ ...intent, orderId: 'other' }, key)).rejects.toThrow();
    await expect(store.intents.insert(sampleIntent({ taxPercent: 101 }), key)).rejects.toThrow();
    expect(await store.intents.find(intent.id)).toEqual(intent);
    expect(await store.intents.insert(sampleIntent(), key)).toEqual({ kind: 'created' });
  });

  it('keeps a decision with the payments that it was about', async () => {
    const { intents } = dataStore.bind(newMerchantId(), false);
    const intent = sampleIntent();
    await intents.insert(intent, undefined);
    const decision = { kind: 'rejected', reason: 'because', atMs: 1_000, payments: ['simulated:tx:0'] } as const;
    await intents.change(intent.id, 1_000, (found) => transition({ ...found, decision }, DEFAULT_SETTINGS, 1_000));
    expect((await intents.find(intent.id))?.decision).toEqual(decision);
  });

  it('finds the newest intent and the newest success, of one merchant and mode', async () => {
    const owner = newMerchantId();
    const [test, live] = [dataStore.bind(owner, false), dataStore.bind(owner, true)];
    const nobody = { newest: undefined, newestSucceeded: undefined };
    expect(await test.intents.findMilestones()).toEqual(nobody);
    const [first, second, third] = [sampleIntent(), sampleIntent(), sampleIntent()];
    for (const intent of [first, second, third]) await test.intents.insert(intent, undefined);
    expect(await test.intents.findMilestones()).toEqual({ newest: third.id, newestSucceeded: undefined });
    for (const { id } of [first, second]) {
      const decision = { kind: 'accepted', reason: 'cash', atMs: 1 } as const;
      await test.intents.change(id, 1, (intent) => transition({ ...intent, decision }, DEFAULT_SETTINGS, 1));
    }
    await test.intents.change(third.id, 1, (intent) => transition({ ...intent, canceledAtMs: 1 }, DEFAULT_SETTINGS, 1));
    expect(await test.intents.findMilestones()).toEqual({ newest: third.id, newestSucceeded: second.id });
    expect(await live.intents.findMilestones()).toEqual(nobody);
    expect(await dataStore.bind(newMerchantId(), false).intents.findMilestones()).toEqual(nobody);
  });

  it('lists newest first, in pages, with every filter', async () => {
    const own = dataStore.bind(newMerchantId(), true);
    const intents = Array.from({ length: 7 }, (_, index) =>
      sampleIntent(
        {
          livemode: true,
          orderId: `order-${index % 2}`,
          status: index === 3 ? 'canceled' : 'requires_payment',
          customerEmail: `User${index % 3}@Example.com`,
        },
        index === 5 ? { crypto_amount_requested: '1 BTC' } : {},
      ),
    );
    for (const intent of intents) await own.intents.insert(intent, undefined);
    const ids = (filter: Parameters<Store['intents']['list']>[0]) =>
      own.intents.list(filter).then((page) => page.intents.map(({ id }) => id));
    const newest = intents.map(({ id }) => id).toReversed();
    expect(await ids({ limit: 10 })).toEqual(newest);
    expect(await ids({ limit: 3 })).toEqual(newest.slice(0, 3));
    expect(await ids({ limit: 3, olderThan: newest[2] as string as (typeof newest)[number] })).toEqual(
      newest.slice(3, 6),
    );
    expect(await ids({ limit: 10, status: 'canceled' })).toEqual([intents[3]?.id]);
    expect(await ids({ limit: 10, asset: 'BTC' })).toEqual([intents[5]?.id]);
    expect(await ids({ limit: 10, orderId: 'order-1', email: 'user1@example.COM' })).toEqual([intents[1]?.id]);
    const ofOneCustomer = [intents[4]?.id, intents[1]?.id];
    expect(await ids({ limit: 10, search: ' user1@example.COM ' })).toEqual(ofOneCustomer);
    expect(await ids({ limit: 1, search: 'user1@example.com' })).toEqual(ofOneCustomer.slice(0, 1));
    expect(await ids({ limit: 10, search: 'user1@example.com', orderId: 'order-1' })).toEqual([intents[1]?.id]);
    expect(await ids({ limit: 10, search: 'user1@example.com', olderThan: newest[6] as IntentId })).toEqual([]);
    expect(await ids({ limit: 10, createdAfterMs: intents[4]?.createdAtMs ?? 0 })).toEqual(newest.slice(0, 2));
    expect(await ids({ limit: 10, createdBeforeMs: intents[2]?.createdAtMs ?? 0 })).toEqual(newest.slice(5));
  });

  it('changes an intent under a lock: one of many concurrent changes wins and writes its event', async () => {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    const atMs = Date.now();
    const cancel = (current: Intent) =>
      current.status === 'canceled'
        ? undefined
        : transition({ ...current, canceledAtMs: atMs }, DEFAULT_SETTINGS, atMs);
    const changed = await Promise.all(Array.from({ length: 10 }, () => store.intents.change(intent.id, atMs, cancel)));
    expect(changed.every((one) => one?.status === 'canceled' && one.sequence === 2)).toBe(true);
    expect(await store.intents.find(intent.id)).toMatchObject({ status: 'canceled', sequence: 2, canceledAtMs: atMs });
    expect((await store.intents.findWithTimeline(intent.id))?.timeline).toMatchObject([
      { sequence: 1, type: 'payment_intent.created' },
      { sequence: 2, type: 'payment_intent.canceled', atMs, changes: { status: 'canceled' } },
    ]);
  });

  it('leaves an intent unchanged if the change throws', async () => {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    const rejected = store.intents.change(intent.id, 0, () => {
      throw new Problem('invalid_state', 'rejected');
    });
    await expect(rejected).rejects.toThrow('rejected');
    expect(await store.intents.find(intent.id)).toMatchObject({ status: 'requires_payment', sequence: 1 });
  });

  it.each([
    ['that may need an amount', () => undefined],
    ['with separate addresses', undefined],
  ])('assigns one target per network, even with concurrent requests: targets %s', async (_, orderAmount) => {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    let made = 0;
    const make = async () => {
      made += 1;
      return {
        address: `${intent.id}-${made}`,
        reference: undefined,
        matchedBy: 'address' as const,
        requirement: { blocks: 2 },
        decimals: 8,
        assignedAtMs: 1_000,
      };
    };
    const views = Array.from({ length: 50 }, () =>
      store.intents.assignTargets(intent.id, ['simulated'], make, orderAmount),
    );
    const assigned = await Promise.all(views);
    expect(made).toBe(1);
    expect(new Set(assigned.flat().map(({ address }) => address)).size).toBe(1);
    expect((await store.intents.find(intent.id))?.targets).toEqual(assigned[0]);
    expect(assigned[0]).toMatchObject([{ requirement: { blocks: 2 }, decimals: 8, assignedAtMs: 1_000 }]);
  });

  it('gives each of many requests at the same time its own intent, and strangers nothing', async () => {
    const other = newMerchantId();
    const stores = [store, dataStore.bind(other, false), dataStore.bind(other, true)];
    const intents = await Promise.all(
      Array.from({ length: 60 }, async (_, place) => {
        const intent = sampleIntent({ orderId: `place-${place}`, livemode: place % 3 === 2 });
        await stores[place % 3]?.intents.insert(intent, undefined);
        return intent;
      }),
    );
    for (const round of ['first', 'with requests that are kept']) {
      const asked = intents.flatMap((intent, place) =>
        stores.map(async (one, owner) => {
          const isOwn = owner === place % 3;
          const found = await one.intents.findWithTimeline(intent.id);
          expect(found?.intent, round).toEqual(isOwn ? intent : undefined);
          expect(
            found?.timeline.map(({ sequence }) => sequence),
            round,
          ).toEqual(isOwn ? [1] : undefined);
          expect(await one.intents.find(intent.id), round).toEqual(isOwn ? intent : undefined);
        }),
      );
      await Promise.all(asked);
    }
  });

  it('shows a change as soon as it was made, also beside many who read', async () => {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    const done = new AbortController();
    const readers = Array.from({ length: 20 }, async () => {
      while (!done.signal.aborted) await store.intents.find(intent.id);
    });
    for (let sequence = 2; sequence < 30; sequence += 1) {
      await store.intents.change(intent.id, sequence, (found) => ({
        intent: { ...found, sequence },
        events: [{ type: 'payment_intent.flagged', changes: { flags: [] } }],
      }));
      const found = await store.intents.findWithTimeline(intent.id);
      expect(found?.intent.sequence).toBe(sequence);
      expect(found?.timeline).toHaveLength(sequence);
    }
    done.abort();
    await Promise.all(readers);
  });

  it('finds the items of the catalog that an intent names, as they are now', async () => {
    const items = ['mug', 'mug', 'cup', 'none'].map((item_id) => ({ item_id, quantity: 1 }));
    const intent = sampleIntent({}, { items });
    await store.intents.insert(intent, undefined);
    const names = async () => (await store.intents.findWithItems(intent.id))?.items.map(({ name }) => name).sort();
    expect(await names()).toEqual([]);
    for (const round of ['first', 'second']) {
      await store.items.put([sampleItem('mug', '1 USD', `${round} mug`), sampleItem('cup', '2 USD', 'cup')], 0);
      await store.items.put([sampleItem('other', '1 USD')], 0);
      expect(await names()).toEqual(['cup', `${round} mug`]);
    }
    const [cup] = await store.items.find(['cup']);
    expect((await store.intents.findWithItems(intent.id))?.items).toContainEqual(cup);
    await Promise.all(['mug', 'cup', 'other'].map((id) => store.items.remove(id)));
    expect(await store.intents.findWithItems(intent.id)).toEqual({ intent, items: [] });
    expect(await dataStore.bind(merchantId, true).intents.findWithItems(intent.id)).toBeUndefined();
  });

  it('isolates merchants and modes', async () => {
    const intent = sampleIntent();
    await store.intents.insert(intent, idempotency('mine'));
    for (const other of [dataStore.bind(newMerchantId(), false), dataStore.bind(merchantId, true)]) {
      expect(await other.intents.find(intent.id)).toBeUndefined();
      expect((await other.intents.list({ limit: 100 })).intents).toEqual([]);
      expect(await other.intents.change(intent.id, 0, () => expect.fail())).toBeUndefined();
      expect(await other.intents.findWithTimeline(intent.id)).toBeUndefined();
    }
    const another = dataStore.bind(newMerchantId(), false);
    expect(await another.intents.insert(sampleIntent(), idempotency('mine'))).toEqual({ kind: 'created' });
    expect((await store.intents.find(intent.id))?.status).toBe('requires_payment');
  });
});
