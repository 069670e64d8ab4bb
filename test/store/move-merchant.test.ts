import { beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../src/domain/ids.ts';
import type { Mover } from '../../src/ports/merchant-moves.ts';
import { isPresent } from '../../src/store/data-stores/is-present.ts';
import { MOVE_TABLES, MOVED_TABLES, WRITTEN_AGAIN } from '../../src/store/data-stores/moved-tables.ts';
import { postgresMover } from '../../src/store/data-stores/mover.ts';
import { Database } from '../../src/store/database/database.ts';
import { PostgresExports } from '../../src/store/exports/exports.ts';
import { CONNECT_MS_MAX, runSql } from '../support/databases.ts';
import { timeBeside } from '../support/time-beside.ts';
import { addIntent, EVENT, INTENT, TARGET } from './add-intent.ts';
import {
  addMerchantTo,
  begin,
  count,
  MERCHANT_LOCK,
  type MoveScene,
  moveOf,
  nothing,
  OTHER,
  openMoveScene,
  SCAN,
  waitUntilUndone,
  writePatiently,
} from './move-scene.ts';
import { newMerchantId } from './sample-intent.ts';

const openForExport = (url: string) =>
  new Database({ url, connectMsMax: CONNECT_MS_MAX, connectionsMax: 1, applicationName: 'florin-export' });

/** While a move holds writes. Each may take as long as it takes to connect. */
const EXCHANGES = 5;

describe('moving a merchant’s rows', () => {
  let [fromUrl, toUrl] = ['', ''];
  let mover: Mover;
  let transfer: MoveScene['transfer'];

  beforeAll(async () => {
    ({ fromUrl, toUrl, mover, transfer } = await openMoveScene());
  });

  const addMerchant = (url = fromUrl) => addMerchantTo(url);

  it('knows every table of the data plane, and the key of each that moves', async () => {
    const rows = await runSql<{ name: string }>(
      fromUrl,
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'florin_data'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
    );
    // Scans are joined, the fence is kept, terms follow their segments, and migrations belong to the database.
    const others = ['scans', 'moves', 'search_terms', 'migrations'];
    const known = [...MOVED_TABLES.map(({ name }) => name), ...WRITTEN_AGAIN, ...MOVE_TABLES, ...others];
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
    const queue = `SELECT intent_id FROM florin_data.waiting_events WHERE merchant_id = $1 ORDER BY position`;
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
    const queue = 'SELECT * FROM florin_data.waiting_batches WHERE merchant_id = $1';
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

  it('gives up a move whose new store is down, without it', async () => {
    const { merchantId, merchant } = await addMerchant();
    const down = postgresMover({
      urlOf: async (id) => (id === undefined ? fromUrl : 'postgres://nobody@127.0.0.1:1/nowhere'),
      earlier: (_, one) => one,
    });
    const move = moveOf(merchantId);
    await runSql(fromUrl, `INSERT INTO florin_data.moves VALUES ($1, $2, 'leaving')`, [merchant, move.id]);
    await addIntent(fromUrl, merchantId);
    await expect(down.transfer(move, { report: nothing, onSwitch: async () => nothing() })).rejects.toThrow();
    expect(await down.abandon(move)).toBe(true);
    expect(await runSql(fromUrl, 'SELECT FROM florin_data.moves WHERE merchant_id = $1', [merchant])).toEqual([]);
    expect(await count(fromUrl, 'move_changes', merchant)).toBe(0);
    await transfer(move);
    expect(await mover.abandon(move)).toBe(false);
  });

  it('begins only when earlier writers have ended, and lets others write meanwhile', async () => {
    const { merchantId, merchant } = await addMerchant();
    await transfer(moveOf((await addMerchant()).merchantId));
    const slow = await begin(fromUrl);
    await slow.query(`UPDATE florin_data.payment_intents SET order_id = 'slow' WHERE merchant_id = $1`, [merchant]);
    const moving = transfer(moveOf(merchantId));
    await waitUntilUndone(fromUrl, MERCHANT_LOCK);
    await writePatiently(fromUrl, merchant);
    await slow.query('COMMIT');
    await slow.end();
    await moving;
    const names = 'SELECT order_id FROM florin_data.payment_intents WHERE merchant_id = $1 ORDER BY order_id';
    expect(await runSql(toUrl, names, [merchant])).toEqual([{ order_id: 'slow' }, { order_id: null }]);
  });

  it('undoes a switch that takes too long, lets others write, and tries again', async () => {
    await addMerchant(toUrl);
    await runSql(toUrl, SCAN, ['9', '2026-01-01T00:00:09Z']);
    await runSql(fromUrl, SCAN, ['9', '2026-01-01T00:00:09Z']);
    const { merchantId, merchant } = await addMerchant();
    const slow = await begin(toUrl);
    await slow.query('SELECT FROM florin_data.scans FOR UPDATE');
    const moving = transfer(moveOf(merchantId));
    await waitUntilUndone(toUrl, `locktype = 'transactionid'`);
    await writePatiently(fromUrl, merchant);
    await slow.query('COMMIT');
    await slow.end();
    const startedMs = performance.now();
    const { result, ms } = await timeBeside(
      () => runSql(fromUrl, 'SELECT'),
      () => moving,
      EXCHANGES,
    );
    const addedMs = performance.now() - startedMs - ms;
    expect(result.heldMs - addedMs).toBeLessThan(2_000);
    expect(await count(toUrl, 'payment_intents', merchant)).toBe(2);
    expect(await count(toUrl, 'waiting_batches', merchant)).toBe(1);
  });

  it('does not switch after another process has ended the move', async () => {
    await addMerchant(toUrl);
    await runSql(toUrl, SCAN, ['9', '2026-01-01T00:00:09Z']);
    await runSql(fromUrl, SCAN, ['9', '2026-01-01T00:00:09Z']);
    const { merchantId, merchant } = await addMerchant();
    const slow = await begin(toUrl);
    await slow.query('SELECT FROM florin_data.scans FOR UPDATE');
    const move = moveOf(merchantId);
    const failure = transfer(move, async () => expect.fail('switched')).catch((error: unknown) => error);
    await waitUntilUndone(toUrl, `locktype = 'transactionid'`);
    expect(await mover.abandon(move)).toBe(true);
    await slow.query('COMMIT');
    await slow.end();
    expect(String(await failure)).toContain('Another process has ended this move');
    expect(await count(toUrl, 'payment_intents', merchant)).toBe(0);
    await addIntent(fromUrl, merchantId);
  });

  it('comes to a store in which set-store left events', async () => {
    const { merchantId, merchant } = await addMerchant();
    await runSql(toUrl, `INSERT INTO florin_data.event_counters VALUES ($1, false, 7)`, [merchant]);
    await transfer(moveOf(merchantId));
    expect(await count(toUrl, 'payment_intents', merchant)).toBe(1);
    expect(await count(toUrl, 'event_counters', merchant)).toBe(0);
  });

  it('lets an export go on in the new store', async () => {
    const { merchantId, merchant } = await addMerchant();
    await runSql(fromUrl, `${INTENT.replace('RETURNING id', '')} FROM generate_series(2, 2500)`, [merchant]);
    const databases = [openForExport(fromUrl), openForExport(toUrl)] as const;
    let place: 0 | 1 = 0;
    const exports = new PostgresExports(async () => databases[place], { merchant, livemode: false });
    const ids: (string | null | undefined)[] = [];
    for await (const page of exports.payments({})) {
      ids.push(...page.map((row) => row['id']));
      if (place === 1) continue;
      // The next page is being read on the only connection.
      await new Promise(setImmediate);
      await databases[0].query({ name: 'after-page', text: 'SELECT 1', values: [] });
      const move = moveOf(merchantId);
      await transfer(move);
      place = 1;
      await mover.cleanUp(move);
    }
    await Promise.all(databases.map((database) => database.close()));
    expect([ids.length, new Set(ids).size]).toEqual([2_500, 2_500]);
  });

  it('leaves statements over all merchants alone, while rows are left behind', async () => {
    const { merchantId, merchant } = await addMerchant();
    const expire = `UPDATE florin_data.payment_intents SET look_at = now() WHERE id IN (
      SELECT id FROM florin_data.payment_intents WHERE merchant_id = $1 AND ${isPresent('merchant_id')})`;
    await transfer(moveOf(merchantId));
    await runSql(fromUrl, expire, [merchant]);
    await expect(runSql(fromUrl, expire.replace(isPresent('merchant_id'), 'true'), [merchant])).rejects.toMatchObject({
      code: 'FLMOV',
    });
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
