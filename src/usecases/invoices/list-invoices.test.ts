import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import type { DocumentKind } from '../../domain/invoices/invoice.ts';
import { listInvoices } from './list-invoices.ts';

it('lists invoices and credit notes, the newest first, in pages, within a time', async () => {
  const shop = await openShop();
  const times: number[] = [];
  const issue = async (order_id: string, ...kinds: DocumentKind[]) => {
    const { id } = await shop.openIntent('0.5 SOL', { order_id });
    for (const kind of kinds) {
      shop.ports.clock.advance(1_000);
      times.push(shop.ports.clock.nowMs());
      const document = { kind, seller: { name: 'Shop', address: [] }, prefix: kind === 'invoice' ? 'INV-' : 'CN-' };
      await shop.store.intents.change(id, shop.ports.clock.nowMs(), (intent) => ({ intent, events: [], document }));
    }
  };
  await issue('a', 'invoice');
  await issue('b', 'invoice', 'credit_note');
  await issue('c', 'invoice');
  const list = async (filter: Partial<Parameters<typeof listInvoices>[1]>) => {
    const { invoices, next } = await listInvoices(shop.store, { limit: 2, ...filter });
    return [
      invoices.map(({ kind, number, orderId }) => `${orderId} ${kind} ${number}`),
      next && `${next.kind} ${next.number}`,
    ];
  };
  expect(await list({})).toEqual([['c invoice 3', 'b credit_note 1'], 'credit_note 1']);
  const olderThan = { kind: 'credit_note', number: 1 } as const;
  expect(await list({ olderThan })).toEqual([['b invoice 2', 'a invoice 1'], undefined]);
  const [issuedAfterMs = 0, , , issuedBeforeMs = 0] = times;
  expect(await list({ issuedAfterMs, issuedBeforeMs })).toEqual([['b credit_note 1', 'b invoice 2'], undefined]);
});
