import { describe, expect, it } from 'vitest';
import type { DataStore } from '../../src/ports/data-stores.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { PostgresStores } from '../../src/store/stores.ts';
import { plainVault } from '../memory/vault.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { newMerchantId } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

describe.each(servers())('data stores on the $name PostgreSQL', ({ url: serverUrl }) => {
  it('are left by a node that has become too old for them, and only they', async () => {
    const ownUrls = [await createMigrated(['data'], serverUrl), await createMigrated(['data'], serverUrl)];
    const rows = ownUrls.map((url): DataStore => {
      const id = newId('ds');
      const sealedUrl = plainVault.seal(url, ['data_stores.sealed_url', id]);
      return { id, name: '', sealedUrl, createdAtMs: 0, isOpen: false };
    });
    const dataStores = { find: async (id: string) => rows.find((row) => row.id === id), list: async () => rows };
    const options = {
      mainUrl: await createMigrated(['data'], serverUrl),
      connectMsMax: CONNECT_MS_MAX,
      connectionsMax: 2,
      groupCommit: true,
      onBatch: () => undefined,
      outage: new Outage(),
    };
    const stores = new PostgresStores(options, { dataStores, vault: plainVault });
    const hasData = (row: DataStore | undefined) => stores.hasData(newMerchantId(), row?.id);
    try {
      for (const row of rows) expect(await hasData(row)).toBe(false);
      await runSql(ownUrls[0] ?? '', `INSERT INTO florin_data.migrations VALUES (9000, '9000_future', now())`);
      await stores.leaveTooNew();
      expect(await hasData(rows[0])).toBe(false);

      await runSql(ownUrls[0] ?? '', `INSERT INTO florin_data.migrations VALUES (9001, '9001_past.needs-9000', now())`);
      await stores.leaveTooNew();
      await expect(hasData(rows[0])).rejects.toMatchObject({ code: 'unavailable' });
      expect(await hasData(rows[1])).toBe(false);
      expect(await hasData(undefined)).toBe(false);
    } finally {
      await stores.close();
    }
  });
});
