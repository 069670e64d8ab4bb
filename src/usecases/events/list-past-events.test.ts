import { describe, expect, it } from 'vitest';
import { numberEvents } from '../../../test/memory/number-events.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { listPastEvents } from './list-past-events.ts';

describe('listPastEvents', () => {
  it('lists the newest first and says where the next page begins', async () => {
    const shop = await openShop();
    const intents = [await shop.openIntent(), await shop.openIntent(), await shop.openIntent()];
    await numberEvents(shop.ports);
    const list = async (filter: Parameters<typeof listPastEvents>[1]) => {
      const { events, next } = await listPastEvents(shop.store, filter);
      return [events.map(({ number }) => number), next];
    };
    expect(await list({ limit: 2 })).toEqual([[3, 2], 2]);
    expect(await list({ limit: 2, before: 2 })).toEqual([[1], undefined]);
    expect(await list({ limit: 3 })).toEqual([[3, 2, 1], undefined]);
    expect(await list({ limit: 3, intentId: intents[1]?.id })).toEqual([[2], undefined]);
    expect(await list({ limit: 3, types: ['wallet.*'] })).toEqual([[], undefined]);
  });
});
