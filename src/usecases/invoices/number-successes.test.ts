import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { numberSuccesses } from './number-successes.ts';

it('numberSuccesses issues the invoices of successes without one, once, and of nothing else', async () => {
  const shop = await openShop();
  const [late, open] = [await shop.openIntent(), await shop.openIntent()];
  await shop.store.intents.change(late.id, 0, (intent) => ({ intent: { ...intent, status: 'succeeded' }, events: [] }));
  expect(await shop.store.invoices.listOfIntent(late.id)).toEqual([]);
  for (let round = 0; round < 2; round += 1) await numberSuccesses(shop.ports, shop.ports.stores.main);
  expect(await shop.store.invoices.listOfIntent(late.id)).toMatchObject([
    { number: 1, document: { seller: { name: 'shop' } } },
  ]);
  expect(await shop.store.invoices.listOfIntent(open.id)).toEqual([]);
  expect(await shop.timeline(late)).toEqual(['1 payment_intent.created']);
});
