import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql, servers } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';

const PAYMENTS = 600;
const CONFIRMATIONS = 4;
/** In one transaction, as one block confirms them. */
const TOGETHER = 5;

describe.each(servers())('confirmations on the $name PostgreSQL', ({ url: serverUrl }) => {
  it('stay away from the indexes of payments', async () => {
    const url = await createMigrated(['data'], serverUrl);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(
      `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, block_height,
         confirmations, required, requirement, state, asset, amount, first_seen_at, block_time)
       SELECT gen_random_uuid(), false, gen_random_uuid(), 'bitcoin', md5(number::text) || md5('tx' || number), 0, 1, 1, 6,
         '{"blocks": 6}', 'confirmed', 'BTC', 0.5, now(), now()
       FROM generate_series(1, $1::integer) AS number`,
      [PAYMENTS],
    );
    const { rows } = await client.query<{ tx: string }>('SELECT tx FROM florin_data.payments ORDER BY ctid');
    for (let turn = 0; turn < CONFIRMATIONS; turn += 1) {
      for (let from = 0; from < PAYMENTS; from += TOGETHER) {
        await client.query(
          `UPDATE florin_data.payments SET confirmations = confirmations + 1
           WHERE network = 'bitcoin' AND tx = ANY ($1) AND tx_index = 0`,
          [rows.slice(from, from + TOGETHER).map(({ tx }) => tx)],
        );
      }
    }
    // A connection has told all of its counts when it has ended.
    await client.end();
    const counts = async () => {
      const [row] = await runSql<{ updated: number; hot: number }>(
        url,
        `SELECT n_tup_upd::integer AS updated, n_tup_hot_upd::integer AS hot FROM pg_stat_user_tables
         WHERE relid = 'florin_data.payments'::regclass`,
      );
      return row;
    };
    const updated = PAYMENTS * CONFIRMATIONS;
    await waitUntil('all updates are counted', async () => (await counts())?.updated === updated);
    expect(await counts()).toEqual({ updated, hot: updated });
  });
});
