import { expect, it } from 'vitest';
import { openEndpoint, presentShort, renderShort } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { addDataStore } from '../data-stores/add-data-store.ts';
import { countPending } from './count-pending.ts';
import { sendTestEvent } from './send-test-event.ts';

it('counts in every database that responds', async () => {
  const shop = await openShop();
  const { ports, store } = shop;
  expect(await countPending(ports)).toBe(0);
  const { id } = (await openEndpoint(shop)).endpoint;
  await sendTestEvent(ports, store, { id, livemode: false, render: renderShort, present: presentShort });
  await addDataStore(ports, { url: 'postgres://x', name: 'x', actor: 'test' });
  ports.stores.unreachable.add('postgres://x');
  expect(await countPending(ports)).toBe(1);
});
