import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleItem } from '../memory/sample-item.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const sampleDocument = (name: string) => ({
  seller: { name, address: ['Street 1'] },
  lines: [
    { itemId: 'a', name: 'A', quantity: 2, unitAmount: sampleItem('a', '999999999999 EUR').unitAmount },
    { itemId: 'b', name: 'B', quantity: 1, unitAmount: undefined },
  ],
});

describe.each(engineDatabases())('invoices on $name', ({ open }) => {
  let opened: EngineDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('gives an intent one number and keeps its first document', async () => {
    const { invoices } = opened.bind(newMerchantId(), false);
    const [one, two] = [sampleIntent().id, sampleIntent().id];
    expect(await invoices.find(one)).toBeUndefined();
    const issued = await invoices.issue(one, sampleDocument('Shop'));
    expect(issued).toEqual({
      intentId: one,
      number: 1,
      issuedAtMs: expect.any(Number),
      document: sampleDocument('Shop'),
    });
    expect(Math.abs(issued.issuedAtMs - Date.now())).toBeLessThan(60_000);
    expect(await invoices.issue(one, sampleDocument('Renamed'))).toEqual(issued);
    expect(await invoices.find(one)).toEqual(issued);
    expect(await invoices.issue(two, sampleDocument('Shop'))).toMatchObject({ number: 2 });
  });

  it('numbers without a gap when many ask together and some ask twice', async () => {
    const { invoices } = opened.bind(newMerchantId(), false);
    const ids = Array.from({ length: 40 }, () => sampleIntent().id);
    const issued = await Promise.all([...ids, ...ids].map((id) => invoices.issue(id, sampleDocument('Shop'))));
    const numbers = new Map(issued.map(({ intentId, number }) => [intentId, number]));
    expect([...numbers.values()].toSorted((a, b) => a - b)).toEqual(ids.map((_, place) => place + 1));
  });

  it('has a series for each merchant and mode', async () => {
    const merchantId = newMerchantId();
    const { id } = sampleIntent();
    await opened.bind(merchantId, false).invoices.issue(id, sampleDocument('Shop'));
    for (const { invoices } of [opened.bind(newMerchantId(), false), opened.bind(merchantId, true)]) {
      expect(await invoices.find(id)).toBeUndefined();
      expect(await invoices.issue(sampleIntent().id, sampleDocument('Shop'))).toMatchObject({ number: 1 });
    }
  });
});
