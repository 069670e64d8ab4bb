import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { listInvoices } from './list-invoices.ts';

it('lists the highest number first, in pages, within a time', async () => {
  const shop = await openShop();
  const times: number[] = [];
  for (const name of ['a', 'b', 'c']) {
    shop.ports.clock.advance(1_000);
    const intent = await shop.openIntent('0.5 SOL', { order_id: name });
    const { issuedAtMs } = await shop.store.invoices.issue(intent.id, { seller: { name, address: [] }, lines: [] });
    times.push(issuedAtMs);
  }
  const orders = async (filter: Partial<Parameters<typeof listInvoices>[1]>) => {
    const { invoices, next } = await listInvoices(shop.store, { limit: 2, ...filter });
    return [invoices.map(({ orderId }) => orderId), next];
  };
  expect(await orders({})).toEqual([['c', 'b'], 2]);
  expect(await orders({ below: 2 })).toEqual([['a'], undefined]);
  expect(await orders({ issuedAfterMs: times[0] ?? 0, issuedBeforeMs: times[2] ?? 0 })).toEqual([['b'], undefined]);
});
