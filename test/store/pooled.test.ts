import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/database/database.ts';
import { CONNECT_MS_MAX, createDatabase, servers } from '../support/databases.ts';

const show = (database: Database, setting: string) =>
  database.query({ name: `show-${setting}`, text: `SELECT current_setting('${setting}') AS value`, values: [] });

describe.each(servers())('behind a pooler, on the $name PostgreSQL', ({ url: serverUrl }) => {
  let direct: Database;
  let pooled: Database;

  beforeAll(async () => {
    const url = await createDatabase(serverUrl);
    const options = { connectionsMax: 1, lockTimeoutMs: 250, sort: 'off', connectMsMax: CONNECT_MS_MAX } as const;
    direct = new Database({ ...options, url, applicationName: 'direct' });
    // The same server under another name, of which the process believes that it is a pooler.
    pooled = new Database({ ...options, url: `${url}?pooled`, applicationName: 'pooled' });
    pooled.servers.isPooled = true;
  });
  afterAll(() => Promise.all([direct.close(), pooled.close()]));

  it('is not noticed where there is none', async () => {
    await show(direct, 'jit');
    expect(direct.servers.isPooled).toBe(false);
  });

  it.each([
    ['statement_timeout', '2600ms'],
    ['lock_timeout', '250ms'],
    ['idle_in_transaction_session_timeout', '10s'],
    ['enable_sort', 'off'],
    ['TimeZone', 'UTC'],
  ])('%s holds in every statement and transaction, and stays on no connection', async (setting, value) => {
    for (const database of [direct, pooled]) {
      expect(await show(database, setting)).toEqual([{ value }]);
      const inside = await database.transaction((run) => run(`SELECT current_setting('${setting}') AS value`));
      expect(inside).toEqual([{ value }]);
    }
    const { rows } = await pooled.pool.query(`SELECT FROM pg_settings WHERE name = $1 AND source <> 'session'`, [
      setting,
    ]);
    expect(rows).toHaveLength(1);
  });
});
