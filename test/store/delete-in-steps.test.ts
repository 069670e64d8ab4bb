import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/database/database.ts';
import { deleteInSteps } from '../../src/store/database/delete-in-steps.ts';
import { CONNECT_MS_MAX, createDatabase, runSql, servers } from '../support/databases.ts';

describe.each(servers())('deleting in steps on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let database: Database;

  beforeAll(async () => {
    url = await createDatabase(serverUrl);
    database = new Database({ url, connectMsMax: CONNECT_MS_MAX, connectionsMax: 1, applicationName: 'florin-test' });
  });

  afterAll(() => database.close());

  it('deletes everything that is old, in statements of a bounded size, and nothing else', async () => {
    await runSql(
      url,
      `CREATE TABLE old_rows AS SELECT number FROM generate_series(1, 12000) AS number;
       CREATE TABLE steps (deleted bigint);
       CREATE FUNCTION note_step() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN INSERT INTO steps SELECT count(*) FROM gone; RETURN NULL; END $$;
       CREATE TRIGGER note_step AFTER DELETE ON old_rows REFERENCING OLD TABLE AS gone
         FOR EACH STATEMENT EXECUTE FUNCTION note_step()`,
    );
    await deleteInSteps(database, { name: 'delete-old', table: 'old_rows', where: 'number <= $1', values: [11_000] });
    expect(await runSql(url, 'SELECT count(*)::int AS rows, min(number) AS first FROM old_rows')).toEqual([
      { rows: 1_000, first: 11_001 },
    ]);
    expect(await runSql(url, 'SELECT deleted::int FROM steps')).toEqual([
      { deleted: 5_000 },
      { deleted: 5_000 },
      { deleted: 1_000 },
    ]);
  });
});
