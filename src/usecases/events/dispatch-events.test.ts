import { describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { sampleEndpoint, sampleRecord } from '../../../test/store/sample-webhooks.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { dispatchEvents } from './dispatch-events.ts';

const listOf = async ({ store }: Shop) => store.events.list({ after: 0, limit: 1_000 });

const run = ({ ports }: Shop) => dispatchEvents(ports, ports.stores.main.eventDispatch);

describe('dispatching events', () => {
  it('numbers what waits, in rounds, until nothing is left', async () => {
    const shop = await openShop();
    for (let count = 0; count < 1_001; count += 1) await shop.openIntent();
    expect([await run(shop), await run(shop), await run(shop)]).toEqual([500, 500, 1]);
    expect(shop.ports.stores.main.tables.eventQueue).toEqual([]);
    expect(await shop.store.events.lastNumber()).toBe(1_001);
  });

  it('hands an event to the endpoints that want it, rendered in their version', async () => {
    const shop = await openShop();
    const add = (events: string[], more = {}) => {
      const endpoint = sampleEndpoint({ events, ...more });
      return shop.store.endpoints.insert(endpoint, 20, sampleRecord('webhook_endpoint.created')).then(() => endpoint);
    };
    const all = await add(['*'], { apiVersion: '2026-01-01' });
    const canceled = await add(['payment_intent.canceled']);
    await add(['wallet.*']);
    await add(['*'], { status: 'disabled', disabledReason: 'user' });
    const intent = await shop.openIntent();
    await cancelIntent(shop.ports, shop.store, intent.id);
    await run(shop);
    const [created, ended] = await listOf(shop);
    const deliveries = [...shop.ports.stores.main.tables.deliveries.values()];
    expect(deliveries.map(({ endpointId, eventId, body }) => [endpointId, eventId, body])).toEqual([
      [all.id, created?.id, created && shop.ports.renderEvent(created, '2026-01-01')],
      [all.id, ended?.id, ended && shop.ports.renderEvent(ended, '2026-01-01')],
      [canceled.id, ended?.id, ended && shop.ports.renderEvent(ended, canceled.apiVersion)],
    ]);
    // The second event of an intent waits for the first one at the same endpoint.
    const nowMs = shop.ports.clock.nowMs();
    expect(deliveries.map(({ nextAttemptAtMs }) => nextAttemptAtMs)).toEqual([nowMs, undefined, nowMs]);
    // A list of deliveries sorts by their IDs.
    const ids = deliveries.map(({ id }) => id);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
  });

  it('announces the numbers', async () => {
    const shop = await openShop();
    await shop.openIntent();
    const heard: number[] = [];
    shop.ports.changes.subscribeToNumbers(shop.tenant, (number) => heard.push(number));
    await run(shop);
    expect(heard).toEqual([1]);
  });

  it('leaves the work to the process that does it', async () => {
    const { ports } = await openShop();
    const busy = { dispatch: async () => undefined };
    expect(await dispatchEvents(ports, busy)).toBe(false);
  });
});
