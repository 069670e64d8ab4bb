import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '../../src/ports/changes.ts';
import type { Tenant } from '../../src/ports/stores.ts';
import { type OpenStores, openableStores } from './open-stores.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

describe.each(openableStores())('changes in $name', ({ open }) => {
  let opened: OpenStores;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  function listen(tenant: Tenant): { heard: Change[]; stop: () => void } {
    const heard: Change[] = [];
    return { heard, stop: opened.changes.subscribe(tenant, (change) => heard.push(change)) };
  }

  async function dispatchAll(): Promise<void> {
    const events = await opened.stores.eventDispatchOf(undefined);
    await events.dispatch({ nowMs: Date.now(), limit: 500, render: () => '', newId: () => newId('dlv') });
  }

  it('report a new intent and each change, to its merchant and mode only', async () => {
    const tenant: Tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
    const own = listen(tenant);
    const others = [listen({ ...tenant, livemode: true }), listen({ ...tenant, merchantId: newMerchantId() })];
    const { intents } = await opened.stores.of(tenant);
    const intent = sampleIntent();
    await intents.insert(intent, undefined);
    await opened.settle();
    const [created] = own.heard;
    expect(created).toEqual({ intentId: intent.id, sequence: 1, status: 'requires_payment' });
    await intents.change(intent.id, 0, (found) => ({
      intent: { ...found, status: 'canceled', sequence: 2 },
      events: [{ type: 'payment_intent.canceled', changes: { status: 'canceled' } }],
    }));
    await intents.change(intent.id, 0, () => undefined);
    await opened.settle();
    expect(own.heard).toEqual([created, { intentId: intent.id, sequence: 2, status: 'canceled' }]);
    expect(others.flatMap(({ heard }) => heard)).toEqual([]);
    for (const { stop } of [own, ...others]) stop();
  });

  it('report numbers after they were given, and no change twice', async () => {
    const tenant: Tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
    const { intents } = await opened.stores.of(tenant);
    const first = sampleIntent();
    await intents.insert(first, undefined);
    await intents.change(first.id, 0, (found) => ({
      intent: { ...found, status: 'canceled', sequence: 2 },
      events: [{ type: 'payment_intent.canceled', changes: { status: 'canceled' } }],
    }));
    await intents.insert(sampleIntent(), undefined);
    await opened.settle();
    const own = listen(tenant);
    const numbers: number[] = [];
    const others: number[] = [];
    const stops = [
      opened.changes.subscribeToNumbers(tenant, (number) => numbers.push(number)),
      opened.changes.subscribeToNumbers({ ...tenant, livemode: true }, (number) => others.push(number)),
    ];
    await dispatchAll();
    await opened.settle();
    expect(numbers.at(-1)).toBe(3);
    expect(others).toEqual([]);
    expect(own.heard).toEqual([]);
    for (const stop of [own.stop, ...stops]) stop();
  });

  it('wake everyone who watches a database', async () => {
    const tenant: Tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
    const woken: string[] = [];
    const stops = [
      opened.changes.watch(undefined, 'changes', () => woken.push('changes')),
      opened.changes.watch(undefined, 'numbers', () => woken.push('numbers')),
    ];
    await dispatchAll();
    await opened.settle();
    woken.length = 0;
    await (await opened.stores.of(tenant)).intents.insert(sampleIntent(), undefined);
    await opened.settle();
    expect(new Set(woken)).toEqual(new Set(['changes']));
    await dispatchAll();
    await opened.settle();
    expect(new Set(woken)).toEqual(new Set(['changes', 'numbers']));
    for (const stop of stops) stop();
    woken.length = 0;
    await (await opened.stores.of(tenant)).intents.insert(sampleIntent(), undefined);
    await opened.settle();
    expect(woken).toEqual([]);
  });

  it('tell nothing of what was not committed, nor after the end of the subscription', async () => {
    const tenant: Tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
    const { intents } = await opened.stores.of(tenant);
    const intent = sampleIntent();
    await intents.insert(intent, undefined);
    await opened.settle();
    const { heard, stop } = listen(tenant);
    const database = await opened.stores.databaseOf(tenant);
    const failing = database.transact(async (book) => {
      const ref = { merchantId: tenant.merchantId, livemode: false, id: intent.id };
      await book.changeIntent(ref, 0, (found) => ({ intent: { ...found, sequence: 2 }, events: [] }));
      throw new RangeError('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    stop();
    await intents.insert(sampleIntent(), undefined);
    await opened.settle();
    expect(heard).toEqual([]);
  });
});
