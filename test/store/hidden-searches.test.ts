import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../src/domain/ids.ts';
import { migrateWithin, migrationNames } from '../../src/store/database/migrate.ts';
import { createDatabase, servers } from '../support/databases.ts';
import { newMerchantId } from './sample-intent.ts';

const SEARCHES = '0051_searches_in_request_log';

const INSERT = `INSERT INTO florin_data.request_log (merchant_id, livemode, request_id, at, method, route, path, status, ms, key_id,
    key_name, address)
  SELECT $1, false, 'req_' || $3 || place, '2031-05-07 12:00Z', 'GET', '/items', path, 200, 1, gen_random_uuid(), 'key', '::1'
  FROM unnest($2::text[]) WITH ORDINALITY AS request (path, place)`;

const HIDDEN = [
  ['/a?search=Ada+Jansen', '/a?search=…'],
  ['/a?limit=2&%65MAIL=ada%40example.com&status=paid', '/a?limit=2&%65MAIL=…&status=paid'],
  ['/a?email=…&sear%63h=Ada&%53earch=Eve', '/a?email=…&sear%63h=…&%53earch=…'],
  ['/a#email=ada@example.com', '/a#email=…'],
];
const KEPT = ['/a?email=…', '/a?search=', '/a?research=1&mail=2', '/email=1', '/a?limit=2', '/a?%2565mail=x'];

describe.each(servers())('the request log of the version before on the $name PostgreSQL', ({ url: serverUrl }) => {
  it('loses what names a customer, except of a merchant that moves, and is written by that version', async () => {
    const client = new Client({ connectionString: await createDatabase(serverUrl) });
    await client.connect();
    const names = await migrationNames('data');
    await migrateWithin(client, 'data', names.slice(0, names.indexOf(SEARCHES)));
    await client.query(
      `CREATE TABLE florin_data.request_log_all PARTITION OF florin_data.request_log FOR VALUES FROM (MINVALUE) TO (MAXVALUE)`,
    );
    const [staying, moving] = [newMerchantId(), newMerchantId()].map(uuidOf);
    const paths = [...HIDDEN.map(([path]) => path), ...KEPT];
    const write = (merchant: string | undefined, prefix: string) =>
      client.query({ name: 'write', text: INSERT, values: [merchant, paths, prefix] });
    await write(staying, 'a');
    await write(moving, 'b');
    await client.query(`INSERT INTO florin_data.moves VALUES ($1, gen_random_uuid(), 'left')`, [moving]);
    await client.query(
      `CREATE TRIGGER guard_move BEFORE UPDATE ON florin_data.request_log
       FOR EACH ROW EXECUTE FUNCTION florin_data.guard_move('request_log')`,
    );
    await migrateWithin(client, 'data');
    const read = async (merchant: string | undefined) =>
      (
        await client.query<{ path: string }>(
          'SELECT path FROM florin_data.request_log WHERE merchant_id = $1 ORDER BY length(request_id), request_id',
          [merchant],
        )
      ).rows.map(({ path }) => path);
    expect(await read(staying)).toEqual([...HIDDEN.map(([, path]) => path), ...KEPT]);
    expect(await read(moving)).toEqual(paths);
    await write(staying, 'c');
    await client.end();
  });
});
