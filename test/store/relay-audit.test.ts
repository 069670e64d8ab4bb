import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { createControlPlane } from '../../src/store/control-plane.ts';
import { PostgresDataStore } from '../../src/store/data-store.ts';
import { Database } from '../../src/store/database/database.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const decided = (intent: Intent) => ({
  intent: { ...intent, sequence: 2 },
  events: [],
  audit: { actor: 'usr_1', action: 'payment_intent.accepted' as const, subject: intent.id, details: { reason: 'ok' } },
});

describe.each(servers())('audit entries on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let dataStore: PostgresDataStore;
  let control: Database;

  beforeAll(async () => {
    url = await createMigrated(['control', 'data'], serverUrl);
    dataStore = new PostgresDataStore({
      outage: new Outage(),
      connectMsMax: CONNECT_MS_MAX,
      url,
      connectionsMax: 4,
      groupCommit: true,
      onBatch: () => {},
    });
    control = new Database({ url, connectMsMax: CONNECT_MS_MAX, connectionsMax: 2, applicationName: 'test' });
  });

  afterAll(async () => {
    await dataStore.close();
    await control.close();
  });

  it('are written atomically with the change and copied once', async () => {
    const merchantId = newMerchantId();
    const { intents } = dataStore.bind(merchantId, false);
    const intent = sampleIntent();
    await intents.insert(intent, undefined);
    const failing = intents.change(intent.id, 1_000, (found) => {
      const { audit, ...rest } = decided(found);
      return { ...rest, audit: { ...audit, subject: '\u0000' } };
    });
    await expect(failing).rejects.toThrow();
    expect((await intents.find(intent.id))?.sequence).toBe(1);
    expect(await dataStore.audit.listWaiting(10)).toEqual([]);

    await intents.change(intent.id, 1_000, decided);
    const [entry, ...others] = await dataStore.audit.listWaiting(10);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      merchantId,
      actor: 'usr_1',
      action: 'payment_intent.accepted',
      subject: intent.id,
      details: { reason: 'ok', livemode: false },
      atMs: 1_000,
    });

    const { audit } = createControlPlane(control);
    const copies = entry ? [entry] : [];
    await Promise.all([audit.copy(copies), audit.copy(copies)]);
    await audit.copy(copies);
    const rows = await runSql(url, 'SELECT action, subject, details FROM florin_control.audit_log');
    expect(rows).toEqual([
      { action: 'payment_intent.accepted', subject: intent.id, details: { reason: 'ok', livemode: false } },
    ]);
    await dataStore.audit.markRelayed(
      copies.map(({ id }) => id),
      2_000,
    );
    expect(await dataStore.audit.listWaiting(10)).toEqual([]);
  });
});
