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

  it('leave a database alone to which a newer version has added something', async () => {
    const url = await createDatabase(serverUrl);
    await migrate(url, 'data');
    await runSql(url, `INSERT INTO florin_data.migrations VALUES (9999, '9999_future', now())`);
    expect(await migrate(url, 'data')).toEqual([]);
  });

  it('reject a database from which a newer version has removed something that this one uses', async () => {
    const url = await createDatabase(serverUrl);
    await migrate(url, 'data');
    await runSql(url, `INSERT INTO florin_data.migrations VALUES (9999, '9999_future.needs-9998', now())`);
    const known = Number(migrationsOf('data').at(-1)?.slice(0, 4));
    await expect(migrate(url, 'data')).rejects.toThrow(
      `This version of Florin is too old for the database: it needs a version that knows migration 9998, and this one knows ${known}.`,
    );
  });
});
