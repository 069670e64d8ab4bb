import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataStoreId, uuidOf } from '../../src/domain/ids.ts';
import type { Merchant } from '../../src/domain/merchants/merchant.ts';
import type { Mover } from '../../src/ports/merchant-moves.ts';
import type { ControlPlane } from '../../src/ports/ports.ts';
import { createControlPlane } from '../../src/store/control-plane.ts';
import { postgresMover } from '../../src/store/data-stores/mover.ts';
import { Database } from '../../src/store/database/database.ts';
import { drainStore } from '../../src/usecases/data-stores/drain-store.ts';
import type { MovePorts } from '../../src/usecases/data-stores/move-merchant.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql } from '../support/databases.ts';
import { addIntent } from './add-intent.ts';
import { SCAN } from './move-scene.ts';
import { insertAccount, NOW_MS, newId, sampleAudit } from './sample-rows.ts';

const cutOff = () => Promise.reject(new Error('cut off'));

describe('draining a data store', () => {
  let database: Database;
  let control: ControlPlane;
  let ports: MovePorts;
  const urls = new Map<DataStoreId | undefined, string>();

  beforeAll(async () => {
    const mainUrl = await createMigrated(['control', 'data']);
    urls.set(undefined, mainUrl);
    database = new Database({
      url: mainUrl,
      connectMsMax: CONNECT_MS_MAX,
      connectionsMax: 2,
      applicationName: 'florin-test',
    });
    control = createControlPlane(database);
    const mover = postgresMover({
      urlOf: async (id) => urls.get(id) ?? expect.fail(),
      earlier: (_, one) => one,
    });
    // There are no other processes that have to hear of a move.
    const clock = { nowMs: Date.now, sleep: async () => undefined };
    const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
    ports = { ...control, clock, random, mover };
  });

  afterAll(() => database.close());

  async function addStore(isOpen: boolean): Promise<DataStoreId> {
    const id = newId('ds');
    const url = await createMigrated(['data']);
    await runSql(url, SCAN, ['1', '2026-01-01T00:00:01Z']);
    urls.set(id, url);
    const store = { id, name: 'Other', sealedUrl: 'sealed', createdAtMs: NOW_MS, isOpen };
    await control.dataStores.insert(store, sampleAudit('data_store.added'));
    return id;
  }

  async function addMerchant(dataStoreId: DataStoreId): Promise<Merchant> {
    const { merchant } = await insertAccount(control, { merchant: { dataStoreId } });
    await addIntent(urls.get(dataStoreId) ?? expect.fail(), merchant.id);
    return merchant;
  }

  const countIn = async (id: DataStoreId, merchants: readonly Merchant[]) => {
    const text = 'SELECT count(*)::int AS count FROM florin_data.payment_intents WHERE merchant_id = ANY ($1::uuid[])';
    const values = [merchants.map((merchant) => uuidOf(merchant.id))];
    return (await runSql<{ count: number }>(urls.get(id) ?? expect.fail(), text, values))[0]?.count;
  };

  const drain = (id: DataStoreId, mover: Mover = ports.mover) =>
    drainStore({ ...ports, mover }, { id, actor: 'test', report: () => undefined });

  it('moves all rows of all its merchants, and goes on after an interruption', async () => {
    const [full, empty] = [await addStore(true), await addStore(true)];
    const merchants = [await addMerchant(full), await addMerchant(full), await addMerchant(full)];
    let transfers = 0;
    const dying: Mover = {
      ...ports.mover,
      async transfer(move, follow) {
        transfers += 1;
        // The copy is there, and the process dies before anybody hears of it.
        return ports.mover.transfer(move, transfers === 2 ? { ...follow, onSwitch: cutOff } : follow);
      },
      hasArrived: cutOff,
    };
    await expect(drain(full, dying)).rejects.toThrow('cut off');
    expect(await ports.moves.list()).toMatchObject([{ state: 'copying' }]);
    const rest = await drain(full);
    expect(rest.map(({ to }) => to)).toEqual([empty, empty]);
    expect(await ports.moves.list()).toEqual([]);
    expect(await countIn(full, merchants)).toBe(0);
    expect(await countIn(empty, merchants)).toBe(3);
    expect((await control.merchants.list()).map(({ dataStoreId }) => dataStoreId)).toEqual([empty, empty, empty]);
    expect((await control.dataStores.find(full))?.isOpen).toBe(false);
    expect(await drain(full)).toEqual([]);
  });
});
