import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointCell, endpointCell } from '../../src/domain/secrets/sealed-cell.ts';
import type { SealedColumns, SealedValue } from '../../src/ports/sealed-values.ts';
import type { Tenant } from '../../src/ports/stores.ts';
import { type OpenStores, openableStores } from './open-stores.ts';
import { newMerchantId } from './sample-intent.ts';
import { sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const CREATED = sampleRecord('webhook_endpoint.created');

describe.each(openableStores())('sealed secrets of endpoints in $name', ({ open }) => {
  let opened: OpenStores;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  /** An endpoint with two secrets in live mode and one with one in test mode, and what is sealed in them. */
  async function insertEndpoints(tenant: Omit<Tenant, 'livemode'>): Promise<SealedValue<EndpointCell>[]> {
    const previous = { sealedSecret: 'before', untilMs: 1 };
    const [first, second] = [
      sampleEndpoint({ sealedSecret: 'live', previous }),
      sampleEndpoint({ sealedSecret: 'test' }),
    ];
    const [live, test] = [
      { ...tenant, livemode: true },
      { ...tenant, livemode: false },
    ];
    await (await opened.stores.of(live)).endpoints.insert(first, 1, CREATED);
    await (await opened.stores.of(test)).endpoints.insert(second, 1, CREATED);
    return [
      { cell: endpointCell('previous_secret', { ...first, ...live }), sealed: 'before' },
      { cell: endpointCell('secret', { ...first, ...live }), sealed: 'live' },
      { cell: endpointCell('secret', { ...second, ...test }), sealed: 'test' },
    ];
  }

  const inEach = async <Result>(work: (columns: SealedColumns<EndpointCell>) => Promise<Result>): Promise<Result[]> => {
    const results: Result[] = [];
    await opened.stores.forEachSealedColumns(async (columns) => void results.push(await work(columns)));
    return results;
  };

  it('are listed in pages in every database, and replaced unless they have changed', async () => {
    const merchantId = newMerchantId();
    const dataStoreId = await opened.addDataStore();
    const main = await insertEndpoints({ merchantId, dataStoreId: undefined });
    const own = await insertEndpoints({ merchantId, dataStoreId });
    const all = await inEach((columns) => columns.list(undefined, 10));
    expect(all).toHaveLength(2);
    expect(all).toEqual(expect.arrayContaining([main, own]));
    const last = await inEach((columns) => columns.list(main[1]?.cell, 1));
    expect(last).toContainEqual([main[2]]);

    await inEach(async (columns) => {
      for (const value of await columns.list(undefined, 10)) {
        await columns.replace({ ...value, sealed: 'what it was before' }, 'lost');
        await columns.replace(value, `${value.sealed} again`);
      }
    });
    const replaced = (values: typeof main) => values.map(({ cell, sealed }) => ({ cell, sealed: `${sealed} again` }));
    const after = await inEach((columns) => columns.list(undefined, 10));
    expect(after).toEqual(expect.arrayContaining([replaced(main), replaced(own)]));
  });
});
