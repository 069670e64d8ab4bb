import { describe, expect, it } from 'vitest';
import { Database } from '../../src/store/database/database.ts';
import { networkTable } from '../../src/store/networks/networks.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { NOW_MS } from './sample-rows.ts';

/** What a worker of the version before writes. */
const OLD_REPORT = `
  INSERT INTO florin_control.networks AS known (network, tip_height, scanned_until, fault_kind, fault_message, fault_since)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (network) DO UPDATE SET tip_height = coalesce(excluded.tip_height, known.tip_height),
    scanned_until = coalesce(excluded.scanned_until, known.scanned_until), fault_kind = excluded.fault_kind,
    fault_message = excluded.fault_message,
    fault_since = CASE WHEN known.fault_kind = excluded.fault_kind THEN known.fault_since ELSE excluded.fault_since END`;

describe.each(servers())('reports about networks on the $name PostgreSQL', ({ url: serverUrl }) => {
  it('count a worker of the version before as heard when it last scanned', async () => {
    const url = await createMigrated(['control'], serverUrl);
    const database = new Database({
      url,
      connectMsMax: CONNECT_MS_MAX,
      connectionsMax: 1,
      applicationName: 'florin-reports',
    });
    try {
      const networks = networkTable(database);
      const heardAt = async () => (await networks.list())[0]?.reportedAtMs;
      const reportOld = (timeMs: number) => runSql(url, OLD_REPORT, ['bitcoin', 7, new Date(timeMs), null, null, null]);
      await reportOld(NOW_MS);
      expect(await heardAt()).toBe(NOW_MS);
      const report = { network: 'bitcoin', tipHeight: 7, scannedUntilMs: NOW_MS + 1_000, fault: undefined };
      await networks.report({ ...report, reportedAtMs: NOW_MS + 2_000 });
      expect(await heardAt()).toBe(NOW_MS + 2_000);
      await reportOld(NOW_MS + 60_000);
      expect(await heardAt()).toBe(NOW_MS + 60_000);
    } finally {
      await database.close();
    }
  });
});
