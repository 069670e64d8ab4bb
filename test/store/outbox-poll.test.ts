import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntentId } from '../../src/domain/ids.ts';
import type { Change } from '../../src/ports/changes.ts';
import type { Tenant } from '../../src/ports/stores.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { PostgresChanges } from '../../src/store/events/changes.ts';
import { PostgresStores } from '../../src/store/stores.ts';
import { plainVault } from '../memory/vault.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, servers } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

/** No listener can connect there. */
const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';
const dataStores = { find: async () => undefined, list: async () => [] };

describe.each(servers())('without notifications, on the $name PostgreSQL', ({ url }) => {
  let stores: PostgresStores;
  let changes: PostgresChanges;

  beforeAll(async () => {
    stores = new PostgresStores(
      {
        mainUrl: await createMigrated(['data'], url),
        connectMsMax: CONNECT_MS_MAX,
        connectionsMax: 4,
        groupCommit: true,
        onBatch: () => undefined,
        outage: new Outage(),
      },
      { dataStores, vault: plainVault },
    );
    changes = new PostgresChanges(NOWHERE, { dataStores, vault: plainVault, stores });
    await changes.start();
  });

  afterAll(async () => {
    await changes.close();
    await stores.close();
  });

  function listen(tenant: Tenant) {
    const heard: Change[] = [];
    const numbers: number[] = [];
    const lost: true[] = [];
    changes.subscribe(
      tenant,
      (change) => heard.push(change),
      () => lost.push(true),
    );
    changes.subscribeToNumbers(tenant, (number) => numbers.push(number));
    return { heard, numbers, lost };
  }

  async function dispatch(): Promise<void> {
    const events = await stores.eventDispatchOf(undefined);
    await events.dispatch({ nowMs: Date.now(), limit: 500, render: () => '', newId: () => newId('dlv') });
  }

  async function cancel(tenant: Tenant, id: IntentId): Promise<void> {
    const { intents } = await stores.of(tenant);
    await intents.change(id, 0, (found) => ({
      intent: { ...found, status: 'canceled', sequence: 2 },
      events: [{ type: 'payment_intent.canceled', changes: { status: 'canceled' } }],
    }));
  }

  it('listeners hear of what was numbered, of their merchant and mode only, and no stream ends', async () => {
    const tenant: Tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
    const own = listen(tenant);
    const other = listen({ ...tenant, livemode: true });
    const intents = [sampleIntent(), sampleIntent(), sampleIntent()];
    for (const intent of intents) await (await stores.of(tenant)).intents.insert(intent, undefined);
    await dispatch();
    await waitUntil('the numbers are heard', () => own.numbers.includes(3));
    // Of new intents, the newest is enough.
    expect(own.heard).toEqual([{ intentId: intents[2]?.id, sequence: 1, status: 'requires_payment' }]);
    for (const { id } of intents.slice(0, 2)) await cancel(tenant, id);
    await dispatch();
    await waitUntil('the changes are heard', () => own.numbers.includes(5));
    expect(own.heard.slice(1)).toEqual(
      intents.slice(0, 2).map(({ id }) => ({ intentId: id, sequence: 2, status: 'canceled' })),
    );
    expect(own.numbers).toEqual([3, 5]);
    expect([other.heard, other.numbers, own.lost]).toEqual([[], [], []]);
  });

  it('a listener hears of what happened before the first look', async () => {
    const tenant: Tenant = { merchantId: newMerchantId(), dataStoreId: undefined, livemode: false };
    const intent = sampleIntent();
    await (await stores.of(tenant)).intents.insert(intent, undefined);
    await dispatch();
    const { heard } = listen(tenant);
    await waitUntil('the change is heard', () => heard.length > 0);
    expect(heard).toEqual([{ intentId: intent.id, sequence: 1, status: 'requires_payment' }]);
  });
});
