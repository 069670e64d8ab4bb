import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql, servers } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';

const PAYMENTS = 600;
/** So few of the neighbors on a page that it has room for them, although no old version has been removed. */
const CONFIRMED = PAYMENTS / 10;

describe.each(servers())('confirmations on the $name PostgreSQL', ({ url: serverUrl }) => {
  it('do not write to the indexes of payments', async () => {
    const url = await createMigrated(['data'], serverUrl);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(
      `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, block_height,
         confirmations, required, requirement, state, asset, amount, first_seen_at, block_time)
       SELECT gen_random_uuid(), false, gen_random_uuid(), 'bitcoin', md5(number::text) || md5('tx' || number), number % 10, 1, 1, 6,
         '{"blocks": 6}', 'confirmed', 'BTC', 0.5, now(), now()
       FROM generate_series(1, $1::integer) AS number`,
      [PAYMENTS],
    );
    await client.query('UPDATE florin_data.payments SET confirmations = confirmations + 1 WHERE tx_index = 0');
    // A connection reports all of its counts when it ends.
    await client.end();
    const counts = async () => {
      const [row] = await runSql<{ updated: number; hot: number }>(
        url,
        `SELECT n_tup_upd::integer AS updated, n_tup_hot_upd::integer AS hot FROM pg_stat_user_tables
         WHERE relid = 'florin_data.payments'::regclass`,
      );
      return row;
    };
    await waitUntil('all updates are counted', async () => (await counts())?.updated === CONFIRMED);
    expect(await counts()).toEqual({ updated: CONFIRMED, hot: CONFIRMED });
  });
});
