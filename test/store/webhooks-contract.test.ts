import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/stores.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId } from './sample-intent.ts';
import { newId } from './sample-rows.ts';
import { STARTED_MS, sampleDelivery, sampleEndpoint, sampleRecord } from './sample-webhooks.ts';

const HOUR_MS = 3_600_000;

const CREATED = sampleRecord('webhook_endpoint.created');
const CHANGED = sampleRecord('webhook_endpoint.changed');
const DELETED = sampleRecord('webhook_endpoint.deleted');

describe.each(engineDatabases())('webhooks on $name', ({ open }) => {
  let opened: EngineDatabase;
  let store: Store;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => {
    store = opened.bind(newMerchantId(), false);
  });
  afterAll(() => opened.close());

  const counts = async (sinceMs: number, limit: number) =>
    (await store.deliveries.countByHour(sinceMs, limit)).sort((a, b) => a.hourMs - b.hourMs);

  describe('endpoints', () => {
    it('are stored as they are and listed newest first', async () => {
      const first = sampleEndpoint();
      const second = sampleEndpoint({
        events: ['payment.*', 'transfer.unmatched'],
        previous: { sealedSecret: 'before', untilMs: STARTED_MS + 1 },
        status: 'disabled',
        disabledReason: 'user',
        failingSinceMs: STARTED_MS + 2,
      });
      expect(await store.endpoints.insert(first, 20, CREATED)).toBe(true);
      expect(await store.endpoints.insert(second, 20, CREATED)).toBe(true);
      expect(await store.endpoints.list()).toEqual([second, first]);
      expect(await store.endpoints.find(first.id)).toEqual(first);
      expect(await store.endpoints.find(newId('we'))).toBeUndefined();
    });

    it('are as many as allowed, even if many are created together', async () => {
      const inserted = await Promise.all(
        Array.from({ length: 8 }, () => store.endpoints.insert(sampleEndpoint(), 3, CREATED)),
      );
      expect(inserted.filter(Boolean)).toHaveLength(3);
      expect(await store.endpoints.list()).toHaveLength(3);
    });

    it('are changed one change after another, with the latest values', async () => {
      const endpoint = sampleEndpoint({ description: '' });
      await store.endpoints.insert(endpoint, 20, CREATED);
      await Promise.all(
        ['a', 'b', 'c'].map((letter) =>
          store.endpoints.change(endpoint.id, STARTED_MS, (found) => ({
            endpoint: { ...found, description: found.description + letter },
            audit: CHANGED,
          })),
        ),
      );
      const changed = await store.endpoints.find(endpoint.id);
      expect(changed?.description.split('').sort()).toEqual(['a', 'b', 'c']);
      expect(changed).toEqual({ ...endpoint, description: changed?.description });
      expect(await store.endpoints.change(endpoint.id, STARTED_MS, () => undefined)).toEqual(changed);
      const unknown = () => ({ endpoint, audit: CHANGED });
      expect(await store.endpoints.change(newId('we'), STARTED_MS, unknown)).toBeUndefined();
    });

    it('change completely or not at all', async () => {
      const endpoint = sampleEndpoint();
      await store.endpoints.insert(endpoint, 20, CREATED);
      const failing = store.endpoints.change(endpoint.id, STARTED_MS, () => expect.fail('stop'));
      await expect(failing).rejects.toThrow('stop');
      expect(await store.endpoints.find(endpoint.id)).toEqual(endpoint);
    });

    it('are removed once, and their deliveries stay', async () => {
      const endpoint = sampleEndpoint();
      const delivery = sampleDelivery(endpoint.id);
      await store.endpoints.insert(endpoint, 20, CREATED);
      await store.deliveries.insert([delivery]);
      expect(await store.endpoints.remove(endpoint.id, STARTED_MS, DELETED)).toBe(true);
      expect(await store.endpoints.remove(endpoint.id, STARTED_MS, DELETED)).toBe(false);
      expect(await store.deliveries.find(delivery.id)).toEqual({ delivery, attempts: [] });
    });
  });

  describe('deliveries', () => {
    it('are listed newest first, in pages and by endpoint, event and state', async () => {
      const [endpointId, other] = [newId('we'), newId('we')];
      const eventId = newId('evt');
      const rows = [
        sampleDelivery(endpointId, { eventId }),
        sampleDelivery(other, { eventId, number: 0, intentId: undefined }),
        sampleDelivery(endpointId, { number: 2 ** 40 }),
      ];
      await store.deliveries.insert(rows);
      const [first, second, third] = rows.map(({ body: _body, ...delivery }) => delivery);
      expect(await store.deliveries.list({ limit: 10 })).toEqual([third, second, first]);
      expect(await store.deliveries.list({ limit: 1 })).toEqual([third]);
      expect(await store.deliveries.list({ limit: 10, olderThan: third?.id })).toEqual([second, first]);
      expect(await store.deliveries.list({ limit: 10, endpointId })).toEqual([third, first]);
      expect(await store.deliveries.list({ limit: 10, endpointId, olderThan: third?.id })).toEqual([first]);
      expect(await store.deliveries.list({ limit: 10, eventId })).toEqual([second, first]);
      expect(await store.deliveries.list({ limit: 10, eventId, endpointId: other })).toEqual([second]);
      const eventIds = [eventId, third?.eventId ?? expect.fail(), newId('evt')];
      expect(await store.deliveries.list({ limit: 10, eventIds })).toEqual([third, second, first]);
      expect(await store.deliveries.list({ limit: 1, eventIds, endpointId, olderThan: third?.id })).toEqual([first]);
      expect(await store.deliveries.list({ limit: 10, eventIds: [newId('evt')] })).toEqual([]);
      expect(await store.deliveries.list({ limit: 10, eventIds: [] })).toEqual([]);
      expect(await store.deliveries.list({ limit: 10, state: 'pending', endpointId: other })).toEqual([second]);
      expect(await store.deliveries.list({ limit: 10, state: 'failed' })).toEqual([]);
      expect(await store.deliveries.list({ limit: 10, state: 'delivered' })).toEqual([]);
    });

    it('are counted per endpoint, hour and state, the newest of each', async () => {
      const hourMs = STARTED_MS - (STARTED_MS % HOUR_MS);
      const [busy, idle, removed] = [sampleEndpoint(), sampleEndpoint(), sampleEndpoint()];
      for (const endpoint of [busy, idle]) await store.endpoints.insert(endpoint, 20, CREATED);
      const rows = [
        sampleDelivery(busy.id),
        sampleDelivery(busy.id),
        sampleDelivery(busy.id, { createdAtMs: hourMs + HOUR_MS }),
        sampleDelivery(removed.id),
      ];
      for (const row of rows) await store.deliveries.insert([row]);
      const [first, second] = [
        { endpointId: busy.id, hourMs, state: 'pending', count: 2 },
        { endpointId: busy.id, hourMs: hourMs + HOUR_MS, state: 'pending', count: 1 },
      ];
      expect(await counts(hourMs, 10)).toEqual([first, second]);
      expect(await counts(hourMs, 2)).toEqual([{ ...first, count: 1 }, second]);
      expect(await opened.bind(newMerchantId(), false).deliveries.countByHour(hourMs, 10)).toEqual([]);
    });

    it('are all added or none', async () => {
      const delivery = sampleDelivery(newId('we'));
      await store.deliveries.insert([delivery]);
      const again = store.deliveries.insert([sampleDelivery(newId('we')), delivery]);
      await expect(again).rejects.toThrow();
      expect(await store.deliveries.list({ limit: 10 })).toHaveLength(1);
      await store.deliveries.insert([]);
    });

    it('have one body per endpoint and event, the first that was sent', async () => {
      const [endpointId, other] = [newId('we'), newId('we')];
      const [eventId, second] = [newId('evt'), newId('evt')];
      await store.deliveries.insert([
        sampleDelivery(endpointId, { eventId, body: 'first' }),
        sampleDelivery(endpointId, { eventId, body: 'again' }),
        sampleDelivery(other, { eventId, body: 'other' }),
        sampleDelivery(other, { eventId: second }),
      ]);
      expect(await store.deliveries.findBodies(endpointId, [eventId, second])).toEqual(new Map([[eventId, 'first']]));
      expect(await store.deliveries.findBodies(endpointId, [])).toEqual(new Map());
    });

    it('are counted for an endpoint while they are pending, up to a limit', async () => {
      const [endpointId, other] = [newId('we'), newId('we')];
      await store.deliveries.insert([sampleDelivery(endpointId), sampleDelivery(endpointId), sampleDelivery(other)]);
      expect(await store.deliveries.countPending(endpointId, 10)).toBe(2);
      expect(await store.deliveries.countPending(endpointId, 1)).toBe(1);
      expect(await store.deliveries.countPending(newId('we'), 10)).toBe(0);
    });
  });

  it('shows a merchant or mode nothing of another', async () => {
    const merchantId = newMerchantId();
    const mine = opened.bind(merchantId, false);
    const endpoint = sampleEndpoint();
    const delivery = sampleDelivery(endpoint.id);
    await mine.endpoints.insert(endpoint, 20, CREATED);
    await mine.deliveries.insert([delivery]);
    for (const others of [opened.bind(newMerchantId(), false), opened.bind(merchantId, true)]) {
      expect(await others.endpoints.find(endpoint.id)).toBeUndefined();
      expect(await others.endpoints.list()).toEqual([]);
      const change = () => ({ endpoint, audit: CHANGED });
      expect(await others.endpoints.change(endpoint.id, STARTED_MS, change)).toBeUndefined();
      expect(await others.endpoints.remove(endpoint.id, STARTED_MS, DELETED)).toBe(false);
      expect(await others.deliveries.list({ limit: 10 })).toEqual([]);
      expect(await others.deliveries.find(delivery.id)).toBeUndefined();
      expect(await others.deliveries.findBodies(endpoint.id, [delivery.eventId])).toEqual(new Map());
      expect(await others.deliveries.countPending(endpoint.id, 10)).toBe(0);
    }
  });
});
