import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { migrateWithin, migrationNames } from '../../src/store/database/migrate.ts';
import { createDatabase, servers } from '../support/databases.ts';

const EXCESS = '0030_large_simulated_transfers';

describe.each(servers())('large simulated transfers on the $name PostgreSQL', ({ url: serverUrl }) => {
  it('leave the statements of running processes of the version before alone', async () => {
    const client = new Client({ connectionString: await createDatabase(serverUrl) });
    await client.connect();
    const names = await migrationNames('control');
    await migrateWithin(client, 'control', names.slice(0, names.indexOf(EXCESS)));
    const list = {
      name: 'list',
      text: 'SELECT number, amount FROM florin_control.simulated_transfers ORDER BY number',
    };
    const send = {
      name: 'send',
      text: `INSERT INTO florin_control.simulated_transfers (number, address, asset, amount, sent_at, script)
             VALUES ($1, 'sim1', 'SOL', 1.5, now(), 'mined')`,
    };
    await client.query({ ...send, values: [1] });
    expect((await client.query(list)).rows).toHaveLength(1);
    await migrateWithin(client, 'control');
    await client.query({ ...send, values: [2] });
    const amount = '1.500000000000000000';
    expect((await client.query(list)).rows).toEqual([
      { number: '1', amount },
      { number: '2', amount },
    ]);
    await client.end();
  });
});
