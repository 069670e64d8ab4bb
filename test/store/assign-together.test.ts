import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantId } from '../../src/domain/ids.ts';
import { uuidOf } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { MakeTarget, NewTarget } from '../../src/ports/intents.ts';
import type { Store } from '../../src/ports/stores.ts';
import { PostgresDataStore } from '../../src/store/data-store.ts';
import { migrate } from '../../src/store/database/migrate.ts';
import { Outage } from '../../src/store/database/outage.ts';
import { CONNECT_MS_MAX, createDatabase, runSql, servers } from '../support/databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newHash } from './sample-rows.ts';

const NETWORKS = ['base', 'ethereum'];

const openDataStore = (url: string) =>
  new PostgresDataStore({
    outage: new Outage(),
    url,
    connectionsMax: 4,
    connectMsMax: CONNECT_MS_MAX,
    groupCommit: true,
    onBatch: () => undefined,
  });

const newTarget = (address = newHash()): NewTarget => ({
  address,
  reference: undefined,
  matchedBy: 'address',
  requirement: { blocks: 2 },
  decimals: 8,
  assignedAtMs: 1_000,
});

describe.each(servers())('first targets on the $name PostgreSQL', ({ url: serverUrl }) => {
  let url: string;
  let dataStores: PostgresDataStore[];
  let merchantId: MerchantId;
  let stores: Store[];

  beforeAll(async () => {
    url = await createDatabase(serverUrl);
    await migrate(url, 'data');
    dataStores = [openDataStore(url), openDataStore(url)];
  });
  beforeEach(() => {
    merchantId = newMerchantId();
    stores = dataStores.map((dataStore) => dataStore.bind(merchantId, false));
  });
  afterAll(() => Promise.all(dataStores.map((dataStore) => dataStore.close())));

  const insert = async (): Promise<Intent> => {
    const intent = sampleIntent();
    await stores[0]?.intents.insert(intent, undefined);
    return intent;
  };

  const assign = async (intent: Intent, place = 0, make: MakeTarget = async () => newTarget()) =>
    (await stores[place]?.intents.assignTargets(intent.id, NETWORKS, make, undefined)) ?? [];

  const countStatements = async () => {
    const [row] = await runSql<{ calls: number }>(
      url,
      `SELECT count(DISTINCT xmin::text)::int AS calls FROM florin_data.targets WHERE merchant_id = '${uuidOf(merchantId)}'`,
    );
    return row?.calls ?? 0;
  };

  it('are assigned to many intents in few transactions, with the keys that payments are found by', async () => {
    const intents = await Promise.all(Array.from({ length: 100 }, insert));
    const assigned = await Promise.all(intents.map((intent) => assign(intent)));
    for (const [place, intent] of intents.entries()) {
      expect(assigned[place]?.map(({ network }) => network)).toEqual(NETWORKS);
      expect((await stores[0]?.intents.find(intent.id))?.targets).toEqual(assigned[place]);
    }
    expect(await countStatements()).toBeLessThan(50);
    const keys = await runSql(
      url,
      `SELECT FROM florin_data.target_keys JOIN florin_data.targets USING (merchant_id, livemode, intent_id, network)
       WHERE merchant_id = '${uuidOf(merchantId)}' AND key = targets.address AND kind = 'address'
         AND watched_until IS NOT NULL`,
    );
    expect(keys).toHaveLength(200);
  });

  it('are the same for two processes that assign them at the same time', async () => {
    const intents = await Promise.all(Array.from({ length: 50 }, insert));
    const both = await Promise.all([0, 1].map((place) => Promise.all(intents.map((intent) => assign(intent, place)))));
    expect(both[1]).toEqual(both[0]);
  });

  it('wait for an intent that somebody else changes, and do not hold up others', async () => {
    const [held, free] = [await insert(), await insert()];
    const other = new Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM florin_data.payment_intents WHERE id = $1 FOR UPDATE', [uuidOf(held.id)]);
    const waiting = assign(held);
    expect(await assign(free)).toHaveLength(2);
    await other.query('ROLLBACK');
    await other.end();
    expect(await waiting).toHaveLength(2);
  });

  it('are assigned alone where another intent has an address', async () => {
    const [first, second] = [await insert(), await insert()];
    const taken = newHash();
    await assign(first, 0, async (network) => newTarget(network === 'base' ? taken : newHash()));
    const addresses = [taken, newHash()];
    const make: MakeTarget = async (network) => newTarget(network === 'base' ? addresses.shift() : newHash());
    const assigned = await assign(second, 0, make);
    expect(assigned.map(({ network }) => network)).toEqual(NETWORKS);
    expect(assigned[0]?.address).not.toBe(taken);
  });

  it('are none for an intent of somebody else', async () => {
    const intent = await insert();
    const stranger = dataStores[0]?.bind(newMerchantId(), false);
    expect(await stranger?.intents.assignTargets(intent.id, NETWORKS, async () => newTarget(), undefined)).toEqual([]);
    expect((await stores[0]?.intents.find(intent.id))?.targets).toEqual([]);
  });
});
