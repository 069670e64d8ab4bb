import { beforeAll, describe, expect, it } from 'vitest';
import { type MerchantId, makeId, uuidOf } from '../../src/domain/ids.ts';
import type { MerchantMove, Mover } from '../../src/ports/merchant-moves.ts';
import { MOVED_TABLES } from '../../src/store/data-stores/moved-tables.ts';
import { postgresMover } from '../../src/store/data-stores/mover.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { newMerchantId } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

const OTHER = newId('ds');
const INTENT = `INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
  total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, warnings, request_body)
  SELECT $1, false, gen_random_uuid(), 'requires_payment', 1, now(), now() + interval '1 hour', 100, 0, 0, 'USD', 'BTC', 1,
    'a@example.com', '[]', '{}' RETURNING id`;
const EVENT = `INSERT INTO florin_data.events (merchant_id, livemode, intent_id, sequence, type, changes, created_at)
  VALUES ($1, false, $2, 1, 'payment_intent.created', '{"status": "requires_payment"}', now())`;
const TARGET = `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, assigned_at, required, watched_until)
  VALUES ($1, false, $2, 'bitcoin', gen_random_uuid()::text, now(), 1, now() + interval '1 hour')`;
const SCAN = `INSERT INTO florin_data.scans (network, cursor, scanned_until, tip_height) VALUES ('bitcoin', $1, now(), 0)
  ON CONFLICT (network) DO UPDATE SET cursor = excluded.cursor`;
const nothing = () => undefined;

async function addIntent(url: string, merchantId: MerchantId): Promise<string> {
  const [row] = await runSql<{ id: string }>(url, INTENT, [uuidOf(merchantId)]);
  const id = row?.id ?? expect.fail();
  await runSql(url, EVENT, [uuidOf(merchantId), id]);
  await runSql(url, TARGET, [uuidOf(merchantId), id]);
  return id;
}

const moveOf = (merchantId: MerchantId, more: Partial<MerchantMove> = {}): MerchantMove => ({
  id: uuidOf(makeId('ds', Date.now(), crypto.getRandomValues(new Uint8Array(10)))),
  merchantId,
  from: undefined,
  to: OTHER,
  state: 'copying',
  startedAtMs: Date.now(),
  ...more,
});

const count = async (url: string, table: string, merchant: string) =>
  (
    await runSql<{ count: number }>(
      url,
      `SELECT count(*)::int AS count FROM florin_data.${table} WHERE merchant_id = $1`,
      [merchant],
    )
  )[0]?.count;

describe('moving a merchant’s rows', () => {
  let [fromUrl, toUrl] = ['', ''];
  let mover: Mover;

  beforeAll(async () => {
    [fromUrl, toUrl] = [await createMigrated(['data']), await createMigrated(['data'])];
    mover = postgresMover({
      urlOf: async (id) => (id === undefined ? fromUrl : toUrl),
      earlier: (_, one, other) => (Number(one) < Number(other) ? one : other),
    });
  });

  async function addMerchant(url = fromUrl) {
    const merchantId = newMerchantId();
    const intent = await addIntent(url, merchantId);
    return { merchantId, intent, merchant: uuidOf(merchantId) };
  }

  const transfer = (move: MerchantMove, onSwitch = async () => nothing()) =>
    mover.transfer(move, { report: nothing, onSwitch });

  it('knows every table that has merchants, and the key of each', async () => {
    const rows = await runSql<{ name: string }>(
      fromUrl,
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'merchant_id'
       WHERE c.relnamespace = 'florin_data'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    );
    const internal = ['moves', 'move_changes', 'parked_rows', 'search_segments', 'search_queue', 'search_backfills'];
    const known = [...MOVED_TABLES.map(({ name }) => name), ...internal];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
    const keys = await runSql<{ name: string; columns: string[] }>(
      fromUrl,
      `SELECT c.relname AS name, array_agg(a.attname::text) AS columns FROM pg_index i
       JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
       WHERE i.indisprimary GROUP BY 1`,
    );
    for (const { name, key } of MOVED_TABLES) {
      const columns = keys.find((one) => one.name === name)?.columns.filter((column) => column !== 'merchant_id');
      expect([name, columns?.toSorted()]).toEqual([name, [...key].toSorted()]);
    }
  });

  it('brings what waits in queues along, in order, and nothing twice', async () => {
    const { merchantId, merchant } = await addMerchant();
    for (let more = 0; more < 3; more += 1) await addIntent(fromUrl, merchantId);
    const queue = `SELECT intent_id FROM florin_data.event_queue WHERE merchant_id = $1 ORDER BY position`;
    const before = await runSql(fromUrl, queue, [merchant]);
    expect(before).toHaveLength(4);
    const move = moveOf(merchantId);
    await transfer(move);
    expect(await runSql(toUrl, queue, [merchant])).toEqual(before);
    expect(await runSql(fromUrl, queue, [merchant])).toEqual([]);
    expect(await mover.hasArrived(move)).toBe(true);
    expect(await mover.listBrokenRules(move)).toEqual([]);
    await mover.cleanUp(move);
    for (const { name } of MOVED_TABLES) expect([name, await count(fromUrl, name, merchant)]).toEqual([name, 0]);
    expect(await count(toUrl, 'events', merchant)).toBe(4);
  });

  it('leaves no way to write to the old store after the switch, even after the clean-up', async () => {
    const { merchantId, merchant, intent } = await addMerchant();
    const move = moveOf(merchantId);
    await transfer(move);
    const writes: [string, unknown[]][] = [
      [INTENT, [merchant]],
      [EVENT, [merchant, intent]],
      [TARGET, [merchant, intent]],
    ];
    for (const [text, values] of writes)
      await expect(runSql(fromUrl, text, values)).rejects.toMatchObject({ code: 'FLMOV' });
    const update = `UPDATE florin_data.payment_intents SET status = 'canceled' WHERE merchant_id = $1`;
    await expect(runSql(fromUrl, update, [merchant])).rejects.toMatchObject({ code: 'FLMOV' });
    await mover.cleanUp(move);
    for (const [text, values] of writes)
      await expect(runSql(fromUrl, text, values)).rejects.toMatchObject({ code: 'FLMOV' });
    await expect(runSql(fromUrl, INTENT, [uuidOf(newMerchantId())])).resolves.toHaveLength(1);
  });

  it('copies what changed after the snapshot', async () => {
    const { merchantId, merchant, intent } = await addMerchant();
    const report = async () => {
      await addIntent(fromUrl, merchantId);
      await runSql(fromUrl, 'DELETE FROM florin_data.targets WHERE merchant_id = $1 AND intent_id = $2', [
        merchant,
        intent,
      ]);
      await runSql(fromUrl, `UPDATE florin_data.payment_intents SET order_id = 'late' WHERE id = $1`, [intent]);
    };
    let changing: Promise<void> | undefined;
    await mover.transfer(moveOf(merchantId), {
      // After the snapshot. The fence may be faster than the test, and rejects the rest then.
      report: () => {
        changing = report().catch(() => undefined);
      },
      onSwitch: async () => nothing(),
    });
    await changing;
    const rows = (url: string) =>
      runSql(url, 'SELECT id, order_id FROM florin_data.payment_intents WHERE merchant_id = $1 ORDER BY id', [
        merchant,
      ]);
    expect(await rows(toUrl)).toEqual(await rows(fromUrl));
    expect(await count(toUrl, 'targets', merchant)).toBe(await count(fromUrl, 'targets', merchant));
  });

  it('opens the old store again with everything that waited, if the copy did not arrive', async () => {
    const { merchantId, merchant } = await addMerchant();
    const move = moveOf(merchantId);
    const queue = 'SELECT * FROM florin_data.event_queue WHERE merchant_id = $1';
    const before = await runSql(fromUrl, queue, [merchant]);
    await transfer(move);
    // As if the new store had lost its transaction after the old one was closed.
    const lost = moveOf(merchantId, { id: move.id });
    await runSql(toUrl, 'DELETE FROM florin_data.moves WHERE merchant_id = $1', [merchant]);
    expect(await mover.hasArrived(lost)).toBe(false);
    await mover.reopen(lost);
    expect(await runSql(fromUrl, queue, [merchant])).toEqual(before);
    await addIntent(fromUrl, merchantId);
  });

  it('goes back with the cursor of a network, and scans that did not look for the new targets do not count', async () => {
    const resident = await addMerchant(toUrl);
    const { merchantId } = await addMerchant();
    expect(resident.merchantId).not.toBe(merchantId);
    const scan = async () =>
      (await runSql<{ cursor: string; arrivals: string }>(toUrl, 'SELECT cursor, arrivals FROM florin_data.scans'))[0];
    await runSql(fromUrl, SCAN, ['5']);
    await runSql(toUrl, SCAN, ['9']);
    const before = await scan();
    await transfer(moveOf(merchantId));
    expect(await scan()).toEqual({ cursor: '5', arrivals: String(Number(before?.arrivals) + 1) });
    const { merchantId: next } = await addMerchant();
    await runSql(toUrl, SCAN, ['3']);
    await transfer(moveOf(next));
    expect(await scan()).toEqual({ cursor: '3', arrivals: String(Number(before?.arrivals) + 2) });
  });

  it('moves back over what the first move left behind', async () => {
    const { merchantId, merchant } = await addMerchant();
    await transfer(moveOf(merchantId));
    await addIntent(toUrl, merchantId);
    await transfer(moveOf(merchantId, { from: OTHER, to: undefined }));
    expect(await count(fromUrl, 'payment_intents', merchant)).toBe(2);
    await addIntent(fromUrl, merchantId);
    await expect(addIntent(toUrl, merchantId)).rejects.toMatchObject({ code: 'FLMOV' });
  });

  it('refuses a store that has other data of the merchant, and a second mover', async () => {
    const { merchantId } = await addMerchant();
    await addIntent(toUrl, merchantId);
    await expect(transfer(moveOf(merchantId))).rejects.toThrow('already has data');
    await mover.exclusively(merchantId, async () => {
      await expect(mover.exclusively(merchantId, async () => nothing())).rejects.toThrow('Another process');
    });
  });
});
