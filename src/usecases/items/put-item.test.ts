import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { sampleItem } from '../../../test/memory/sample-item.ts';
import { putItem } from './put-item.ts';

const MUG = sampleItem('mug', '1200 USD', 'Mug');

it('putItem creates an item, then overwrites it', async () => {
  const { ports, store } = await openShop();
  const created = { ...MUG, updatedAtMs: ports.clock.nowMs() };
  expect(await putItem(ports, store, MUG)).toEqual({ item: created, created: true });
  ports.clock.advance(5);
  const cup = { ...MUG, name: 'Cup', currency: 'EUR' };
  const changed = { ...cup, updatedAtMs: ports.clock.nowMs() };
  expect(await putItem(ports, store, cup)).toEqual({ item: changed, created: false });
  expect(await store.items.list({ after: undefined, limit: 10 })).toEqual([changed]);
});
