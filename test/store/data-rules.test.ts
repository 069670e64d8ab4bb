import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDataRules } from '../../src/store/backups/check-data-rules.ts';
import { migrate } from '../../src/store/database/migrate.ts';
import { createDatabase, servers } from '../support/databases.ts';
import { fillDatabase } from './fill-database.ts';
import { newId } from './sample-rows.ts';

const ANY_TIME = `CREATE TABLE florin_data.numbered_batches_all PARTITION OF florin_data.numbered_batches
  FOR VALUES FROM ('2000-01-01 00:00:00+00') TO ('2100-01-01 00:00:00+00');`;

/** Each breaks the rule with this text in it. */
const sabotages: [string, string][] = [
  ['known status', `UPDATE florin_data.payment_intents SET status = 'x'`],
  ['without a gap', 'UPDATE florin_data.payment_intents SET sequence = 2'],
  ['is the status', `UPDATE florin_data.payment_intents SET status = 'expired'`],
  ['every event belongs', 'DELETE FROM florin_data.payment_intents'],
  [
    'every payment belongs',
    `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, confirmations,
       required, state, asset, amount, first_seen_at)
     SELECT gen_random_uuid(), false, gen_random_uuid(), 'n', 't', 0, 0, 1, 'seen', 'SOL', 1, now()`,
  ],
  [
    'every payment target belongs',
    `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, assigned_at, required, watched_until)
     SELECT gen_random_uuid(), false, gen_random_uuid(), 'n', 'a', now(), 1, now()`,
  ],
  [
    'every idempotency key belongs',
    `INSERT INTO florin_data.idempotency_keys SELECT gen_random_uuid(), false, 'k', gen_random_uuid(), 'a', now()`,
  ],
  [
    'has received what settled it',
    `UPDATE florin_data.payment_intents SET status = 'succeeded', settled_with = 1;
     UPDATE florin_data.events SET changes = '{"status": "succeeded"}'`,
  ],
  [
    'not both',
    `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, confirmations,
       required, state, asset, amount, first_seen_at)
     SELECT merchant_id, livemode, id, 'n', 't', 0, 0, 1, 'seen', 'SOL', 1, now() FROM florin_data.payment_intents;
     INSERT INTO florin_data.transfers
     SELECT merchant_id, livemode, id, 'n', 't', 0, 'a', NULL, NULL, 1, NULL, 'dust', NULL, now(), now()
     FROM florin_data.payment_intents`,
  ],
  [
    'no invoice has a number',
    `INSERT INTO florin_data.invoices SELECT merchant_id, livemode, id, 3, now(), '{}' FROM florin_data.payment_intents`,
  ],
  [
    'no event has a number',
    `${ANY_TIME}
     INSERT INTO florin_data.numbered_batches
       (merchant_id, livemode, last_number, type, intent_ids, happened_at, last_at, event_id, created_at)
     SELECT gen_random_uuid(), false, 1, 't', '{NULL}', ARRAY[now()], now(), gen_random_uuid(), now()`,
  ],
  [
    'is in its history',
    `${ANY_TIME}
     INSERT INTO florin_data.numbered_batches
       (merchant_id, livemode, last_number, type, sequence, intent_ids, happened_at, last_at, created_at)
     SELECT merchant_id, livemode, 1, 't', 2, ARRAY[id], ARRAY[now()], now(), now() FROM florin_data.payment_intents`,
  ],
];

describe.each(servers())('the rules of restored data on the $name PostgreSQL', ({ url: serverUrl }) => {
  let filled: string;

  beforeAll(async () => {
    filled = await createDatabase(serverUrl);
    for (const plane of ['control', 'data'] as const) await migrate(filled, plane);
    await fillDatabase(filled, newId('mer'));
  });

  const check = async (sabotage: string) => {
    const client = new Client({ connectionString: filled });
    await client.connect();
    try {
      await client.query(`BEGIN; ${sabotage}`);
      return await checkDataRules(async (text, values = []) => (await client.query(text, values)).rows);
    } finally {
      await client.end();
    }
  };

  it('hold, unless something breaks them', async () => {
    expect(await check('')).toEqual({ rules: sabotages.length, broken: [] });
  });

  it.each(sabotages)('report what breaks "%s"', async (rule, sabotage) => {
    const { broken } = await check(sabotage);
    expect(broken.filter((one) => one.rule.includes(rule))).toHaveLength(1);
    for (const one of broken) expect(one).toMatchObject({ rows: 1 });
  });
});
