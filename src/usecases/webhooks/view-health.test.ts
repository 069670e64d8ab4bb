import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { newId } from '../../../test/store/sample-rows.ts';
import { sampleDelivery, sampleEndpoint, sampleRecord } from '../../../test/store/sample-webhooks.ts';
import { LIMITS } from '../../domain/limits.ts';
import { viewHealth } from './view-health.ts';

const HOUR_MS = 3_600_000;

async function setUp() {
  const shop = await openShop();
  const endpoint = sampleEndpoint();
  await shop.store.endpoints.insert(endpoint, 20, sampleRecord('webhook_endpoint.created'));
  const nowMs = shop.ports.clock.nowMs();
  const thisHourMs = nowMs - (nowMs % HOUR_MS);
  const deliver = (createdAtMs: number, count = 1) =>
    shop.store.deliveries.insert(
      Array.from({ length: count }, () => sampleDelivery(endpoint.id, { id: newId('dlv'), createdAtMs })),
    );
  return { shop, endpoint, thisHourMs, deliver, view: () => viewHealth(shop.ports, shop.store) };
}

describe('viewHealth', () => {
  it('counts by hour and state, from the oldest hour to the current one', async () => {
    const { endpoint, thisHourMs, deliver, view } = await setUp();
    await deliver(thisHourMs, 2);
    await deliver(thisHourMs - 23 * HOUR_MS);
    await deliver(thisHourMs - 23 * HOUR_MS - 1);
    const [health] = await view();
    expect(health?.endpointId).toBe(endpoint.id);
    expect(health?.hours).toHaveLength(LIMITS.endpointHealthHours);
    expect(health?.hours[0]).toEqual({ atMs: thisHourMs - 23 * HOUR_MS, pending: 1, delivered: 0, failed: 0 });
    expect(health?.hours.at(-1)).toEqual({ atMs: thisHourMs, pending: 2, delivered: 0, failed: 0 });
    expect(health?.hours.slice(1, -1).every(({ pending }) => pending === 0)).toBe(true);
  });

  it('shows an endpoint that got nothing', async () => {
    const { view } = await setUp();
    expect((await view())[0]?.hours).toHaveLength(LIMITS.endpointHealthHours);
  });

  it('leaves out hours that it did not count completely', async () => {
    const { thisHourMs, deliver, view } = await setUp();
    await deliver(thisHourMs - 5 * HOUR_MS);
    await deliver(thisHourMs, LIMITS.endpointHealthDeliveriesMax - 1);
    const [health] = await view();
    expect(health?.hours.map(({ atMs }) => (thisHourMs - atMs) / HOUR_MS)).toEqual([4, 3, 2, 1, 0]);
  });
});
