import { expect, it } from 'vitest';
import { copyIn } from '../../src/store/backups/copy-in.ts';
import { copyOut } from '../../src/store/backups/copy-out.ts';
import { createDatabase } from '../support/databases.ts';
import { connect } from './move-scene.ts';

it.each([
  ['that the target rejects in the middle', 'CREATE TABLE copy (number integer PRIMARY KEY, text text)', '23505'],
  ['that the target rejects at once', 'CREATE TABLE other ()', '42P01'],
])(
  'a copy %s leaves its source free for the next statement',
  async (_what, table, code) => {
    const [from, to] = [await connect(await createDatabase()), await connect(await createDatabase())];
    await to.query(table);
    // More than what is kept on the way, so the source has to wait for the target.
    const rows = copyOut(from, `COPY (SELECT 1, repeat('x', 1000) FROM generate_series(1, 100000)) TO STDOUT`);
    await expect(copyIn(to, 'COPY copy FROM STDIN', rows as AsyncIterable<Buffer>)).rejects.toMatchObject({ code });
    expect((await from.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await Promise.all([from.end(), to.end()]);
  },
  60_000,
);
