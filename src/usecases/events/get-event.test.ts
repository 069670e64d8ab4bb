import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { numberEvents } from '../../../test/memory/number-events.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { newId } from '../../../test/store/sample-rows.ts';
import { sampleDelivery } from '../../../test/store/sample-webhooks.ts';
import { eventIdOf } from '../../domain/events/event-id.ts';
import { getEvent } from './get-event.ts';

async function setUp() {
  const shop = await openShop();
  const { id, createdAtMs } = await shop.openIntent();
  await numberEvents(shop.ports);
  return { shop, eventId: eventIdOf(id, 1, createdAtMs) };
}

describe('getEvent', () => {
  it('returns the event and counts its deliveries', async () => {
    const { shop, eventId } = await setUp();
    const found = await getEvent(shop.store, eventId);
    expect([found.event.id, found.event.number, found.deliveries]).toEqual([eventId, 1, 0]);
    const endpointId = newId('we');
    await shop.store.deliveries.insert([
      sampleDelivery(endpointId, { eventId }),
      sampleDelivery(endpointId, { eventId }),
      sampleDelivery(endpointId),
    ]);
    expect((await getEvent(shop.store, eventId)).deliveries).toBe(2);
  });

  it.each([undefined, newId('evt')])('not_found: %s', async (id) => {
    const { shop } = await setUp();
    expect(await failureOf(shop.ports, () => getEvent(shop.store, id))).toMatchObject({ code: 'not_found' });
  });

  it('not_found: an event of another merchant', async () => {
    const { shop, eventId } = await setUp();
    const other = await openShop({ ports: shop.ports, name: 'other' });
    expect(await failureOf(shop.ports, () => getEvent(other.store, eventId))).toMatchObject({ code: 'not_found' });
  });
});
