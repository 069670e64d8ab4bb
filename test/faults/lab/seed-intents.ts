import { type IntentId, makeId, uuidOf } from '../../../src/domain/ids.ts';
import { send } from '../../support/client.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Rig } from './rig.ts';

const STEP_ROWS = 5_000;
const ID_BYTES = 10;

/** Which columns of a copy differ from the row that it is copied from. */
const COPIES: Readonly<Record<string, string>> = {
  payment_intents: `'id', seed.id, 'order_id', seed.key`,
  events: `'intent_id', seed.id`,
  targets: `'intent_id', seed.id, 'address', row.address || seed.key`,
  target_keys: `'intent_id', seed.id, 'address', row.address || seed.key, 'key', row.key || seed.key`,
  idempotency_keys: `'intent_id', seed.id, 'key', seed.key`,
  numbered_batches: `'intent_ids', ARRAY[seed.id], 'last_number', row.last_number + seed.place`,
};

/**
 * Fills the merchant's tables with copies of one open order, without the API, which would take too long. They count as
 * acknowledged. Must come before any other order.
 */
export async function seedIntents(rig: Rig, count: number): Promise<void> {
  const template = await rig.orders.create('template');
  if (template === undefined) throw new Error('The first order was not acknowledged.');
  const { json } = await send(rig.baseUrl, rig.keys, `/payment_intents/${template}`);
  // A payer's look gives the order an address.
  await fetch(String(json['checkout_url']));
  await waitUntil('the first order has an address and a number', async () => {
    const tables = ['targets', 'numbered_batches'].map((name) => `EXISTS (SELECT FROM florin_data.${name})`);
    return (await rig.sql(`SELECT WHERE ${tables.join(' AND ')}`)).length > 0;
  });
  for (let from = 0; from < count; from += STEP_ROWS) {
    await copyOrder(rig, template as IntentId, from, Math.min(STEP_ROWS, count - from));
  }
  await rig.sql(
    'UPDATE florin_data.event_counters SET last_number = (SELECT max(last_number) FROM florin_data.numbered_batches)',
  );
  await rig.sql('ANALYZE');
}

async function copyOrder(rig: Rig, template: IntentId, from: number, count: number): Promise<void> {
  const seeds = Array.from({ length: count }, (_, index) => ({
    id: makeId('pi', Date.now(), crypto.getRandomValues(new Uint8Array(ID_BYTES))),
    key: `seed-${from + index}`,
    place: from + index + 1,
  }));
  const values = [
    seeds.map(({ id }) => uuidOf(id)),
    seeds.map(({ key }) => key),
    seeds.map(({ place }) => place),
    uuidOf(template),
  ];
  for (const [table, changes] of Object.entries(COPIES)) {
    const column = table === 'payment_intents' ? 'id' : table === 'numbered_batches' ? 'intent_ids[1]' : 'intent_id';
    // The setting keeps triggers from filling queues with what has its number already.
    await rig.sql(
      `WITH quiet AS MATERIALIZED (SELECT set_config('florin.mover', 'on', true))
       INSERT INTO florin_data.${table} SELECT copy.* FROM quiet, florin_data.${table} AS row,
         unnest($1::uuid[], $2::text[], $3::bigint[]) AS seed (id, key, place),
         jsonb_populate_record(row, jsonb_build_object(${changes})) AS copy
       WHERE row.${column} = $4::uuid`,
      values,
    );
  }
  for (const { id, key } of seeds) {
    rig.orders.sent.add(key);
    rig.orders.acknowledged.set(key, id);
  }
}
