import { beforeAll, describe, expect, it } from 'vitest';
import type { Mover } from '../../src/ports/merchant-moves.ts';
import { joinScans, readScans } from '../../src/store/data-stores/join-scans.ts';
import { runSql } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';
import { TARGET } from './add-intent.ts';
import {
  addMerchantTo,
  begin,
  connect,
  count,
  earlier,
  MERCHANT_LOCK,
  type MoveScene,
  moveOf,
  openMoveScene,
  readScan,
  SCAN,
  waitUntilHeld,
  writePatiently,
} from './move-scene.ts';

const LEAVING = `SELECT FROM florin_data.moves WHERE merchant_id = $1 AND state = 'leaving'`;

describe('how far networks were scanned, when a merchant moves', () => {
  let [fromUrl, toUrl] = ['', ''];
  let mover: Mover;
  let transfer: MoveScene['transfer'];

  beforeAll(async () => {
    ({ fromUrl, toUrl, mover, transfer } = await openMoveScene());
  });

  const addMerchant = (url = fromUrl) => addMerchantTo(url);

  it('looks again for what was paid while the old store was closed in vain', async () => {
    const { merchantId, merchant } = await addMerchant();
    await runSql(fromUrl, SCAN, ['5', '2026-01-01T00:00:05Z']);
    const move = moveOf(merchantId);
    await transfer(move);
    await runSql(toUrl, 'DELETE FROM florin_data.moves WHERE merchant_id = $1', [merchant]);
    await runSql(fromUrl, SCAN, ['9', '2026-01-01T00:00:09Z']);
    const before = await readScan(fromUrl);
    await mover.reopen(move);
    expect(await readScan(fromUrl)).toEqual({
      cursor: '5',
      arrivals: before.arrivals + 1,
      scanned_until: new Date('2026-01-01T00:00:05Z'),
    });
  });

  it('goes back with the cursor of a network, and scans that did not look for the new targets do not count', async () => {
    await addMerchant(toUrl);
    const { merchantId } = await addMerchant();
    await runSql(fromUrl, SCAN, ['5', '2026-01-01T00:00:05Z']);
    await runSql(toUrl, SCAN, ['9', '2026-01-01T00:00:09Z']);
    const before = await readScan(toUrl);
    await transfer(moveOf(merchantId));
    const scannedUntil = new Date('2026-01-01T00:00:05Z');
    expect(await readScan(toUrl)).toEqual({
      cursor: '5',
      arrivals: before.arrivals + 1,
      scanned_until: scannedUntil,
    });
    const { merchantId: next } = await addMerchant();
    await runSql(toUrl, SCAN, ['3', '2026-01-01T00:00:03Z']);
    await transfer(moveOf(next));
    expect(await readScan(toUrl)).toMatchObject({ cursor: '3', arrivals: before.arrivals + 2 });
  });

  it('takes over how far a network was scanned where nobody else is watched', async () => {
    const { merchantId, merchant } = await addMerchant();
    await runSql(fromUrl, SCAN, ['8', '2026-01-01T00:00:08Z']);
    await runSql(toUrl, `UPDATE florin_data.targets SET watched_until = now() WHERE merchant_id <> $1`, [merchant]);
    await runSql(toUrl, SCAN, ['3', '2026-01-01T00:00:03Z']);
    await transfer(moveOf(merchantId));
    expect(await readScan(toUrl)).toMatchObject({ cursor: '8', scanned_until: new Date('2026-01-01T00:00:08Z') });
  });

  it('skips nothing of a merchant that arrives at the same time', async () => {
    const { merchant } = await addMerchant();
    const { merchant: second } = await addMerchant();
    const [from, to] = [await connect(fromUrl), await connect(toUrl)];
    for (const wasScanned of [true, false]) {
      await runSql(toUrl, `UPDATE florin_data.targets SET watched_until = now()`);
      await runSql(toUrl, SCAN, ['3', '2026-01-01T00:00:03Z']);
      if (!wasScanned) await runSql(toUrl, 'DELETE FROM florin_data.scans');
      await runSql(fromUrl, SCAN, ['5', '2026-01-01T00:00:05Z']);
      const first = await readScans(from, to, merchant);
      // The first one has left, and is not to be seen in the new store yet.
      await runSql(fromUrl, SCAN, ['8', '2026-01-01T00:00:08Z']);
      const next = await readScans(from, to, second);
      for (const scans of [first, next]) await joinScans(to, scans, earlier);
      expect(await readScan(toUrl)).toMatchObject({ cursor: '5', scanned_until: new Date('2026-01-01T00:00:05Z') });
    }
    await Promise.all([from.end(), to.end()]);
  });

  it('waits until the new store has looked for payments to others that it watches', async () => {
    const { merchant } = await addMerchant();
    await addMerchant(toUrl);
    await runSql(fromUrl, SCAN, ['5', '2026-01-01T00:00:05Z']);
    await runSql(toUrl, 'DELETE FROM florin_data.scans');
    const [from, to] = [await connect(fromUrl), await connect(toUrl)];
    await expect(readScans(from, to, merchant)).rejects.toThrow(
      'The new store has not looked for payments on bitcoin yet.',
    );
    await runSql(toUrl, SCAN, ['3', '2026-01-01T00:00:03Z']);
    await joinScans(to, await readScans(from, to, merchant), earlier);
    expect(await readScan(toUrl)).toMatchObject({ cursor: '3' });
    await Promise.all([from.end(), to.end()]);
  });

  it('joins a network on which the merchant gets its first target at the last moment', async () => {
    const { merchantId, merchant, intent } = await addMerchant();
    const copying = await begin(toUrl);
    await copying.query('LOCK TABLE florin_data.items IN EXCLUSIVE MODE');
    const moving = transfer(moveOf(merchantId));
    await waitUntilHeld(toUrl, `locktype = 'relation'`);
    const late = await begin(fromUrl);
    await late.query(TARGET.replace('bitcoin', 'litecoin'), [merchant, intent]);
    await copying.query('COMMIT');
    await waitUntilHeld(fromUrl, MERCHANT_LOCK);
    await late.query('COMMIT');
    await runSql(fromUrl, SCAN.replace('bitcoin', 'litecoin'), ['4', '2026-01-01T00:00:04Z']);
    await moving;
    const scan = `SELECT cursor FROM florin_data.scans WHERE network = 'litecoin'`;
    expect(await runSql(toUrl, scan)).toEqual([{ cursor: '4' }]);
    for (const url of [fromUrl, toUrl]) await runSql(url, `DELETE FROM florin_data.scans WHERE network = 'litecoin'`);
    await Promise.all([copying.end(), late.end()]);
  });

  it('waits until the old store has looked for payments on every network of the merchant', async () => {
    const { merchantId, merchant } = await addMerchant();
    await runSql(fromUrl, 'DELETE FROM florin_data.scans');
    const moving = transfer(moveOf(merchantId));
    await waitUntil(
      'the merchant is being copied',
      async () => (await runSql(fromUrl, LEAVING, [merchant])).length > 0,
    );
    await writePatiently(fromUrl, merchant);
    await runSql(fromUrl, SCAN, ['7', '2026-01-01T00:00:07Z']);
    await moving;
    expect(await count(toUrl, 'payment_intents', merchant)).toBe(2);
  });
});
