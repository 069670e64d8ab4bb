import { describe, expect, it } from 'vitest';
import { numberEvents } from '../../../test/memory/number-events.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { listEvents } from './list-events.ts';

async function setUp(count: number) {
  const shop = await openShop();
  for (let opened = 0; opened < count; opened += 1) await shop.openIntent();
  await numberEvents(shop.ports);
  return shop;
}

const numbers = ({ events }: Awaited<ReturnType<typeof listEvents>>) => events.map(({ number }) => number);

describe('listEvents', () => {
  it('lists what comes after a number, and says whether there is more', async () => {
    const { store } = await setUp(3);
    const first = await listEvents(store, { after: 0, limit: 2 });
    expect([numbers(first), first.hasMore, first.lastNumber]).toEqual([[1, 2], true, 3]);
    const second = await listEvents(store, { after: 2, limit: 2 });
    expect([numbers(second), second.hasMore, second.lastNumber]).toEqual([[3], false, 3]);
  });

  it('has no more when the page is exactly full', async () => {
    const { store } = await setUp(2);
    expect(await listEvents(store, { after: 0, limit: 2 })).toMatchObject({ hasMore: false, lastNumber: 2 });
  });

  it('says the last number even if nothing matches, so that a reader can go on from there', async () => {
    const { store } = await setUp(2);
    const page = await listEvents(store, { after: 0, limit: 2, types: ['wallet.changed'] });
    expect(page).toEqual({ events: [], hasMore: false, lastNumber: 2 });
  });

  it.each(['now', 2, 7] as const)('has nothing after %s', async (after) => {
    const { store } = await setUp(2);
    expect(await listEvents(store, { after, limit: 2 })).toEqual({ events: [], hasMore: false, lastNumber: 2 });
  });

  it('does not fall behind an event that is numbered while it reads', async () => {
    const shop = await setUp(1);
    const slow = {
      events: {
        ...shop.store.events,
        async lastNumber() {
          const last = await shop.store.events.lastNumber();
          await shop.openIntent();
          await numberEvents(shop.ports);
          return last;
        },
      },
    };
    const page = await listEvents(slow, { after: 0, limit: 5 });
    expect([numbers(page), page.lastNumber]).toEqual([[1, 2], 2]);
  });
});
