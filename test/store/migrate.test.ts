import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/store/database/migrate.ts';
import { createDatabase, runSql, servers } from '../support/databases.ts';

const migrationsOf = (plane: string) =>
  readdirSync(`migrations/${plane}`)
    .map((file) => file.replace('.sql', ''))
    .sort();

describe.each(servers())('migrations on the $name PostgreSQL', ({ url: serverUrl }) => {
  it('run once, even if several processes start together', async () => {
    const url = await createDatabase(serverUrl);
    const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(url, 'data')));
    // They take turns, and each goes on where another one has left off.
    expect(runs.flat().sort()).toEqual(migrationsOf('data'));
    expect(await migrate(url, 'control')).toEqual(migrationsOf('control'));
  });

  it('reject a database that is newer than this version', async () => {
    const url = await createDatabase(serverUrl);
    await migrate(url, 'data');
    await runSql(url, `INSERT INTO florin_data.migrations VALUES (9999, '9999_future', now())`);
    await expect(migrate(url, 'data')).rejects.toThrow('newer than this version of Florin (migration 9999');
  });
});
