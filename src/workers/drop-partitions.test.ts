import { expect, it } from 'vitest';
import { openShop } from '../../test/memory/open-shop.ts';
import { dispatchEvents } from '../usecases/events/dispatch-events.ts';
import { relayEvents } from '../usecases/events/relay-events.ts';
import { dropPartitions } from './drop-partitions.ts';

const DAY_MS = 86_400_000;

it('dropPartitions drops months that ended long enough ago, and keeps histories', async () => {
  const shop = await openShop();
  const { ports, store } = shop;
  ports.clock.set(Date.UTC(2031, 0, 31, 23));
  const intent = await shop.openIntent();
  await shop.addWallet('solana-devnet');
  await relayEvents(ports);
  await dispatchEvents(ports, ports.stores.main.eventDispatch);
  const endMs = Date.UTC(2031, 1, 1);
  ports.clock.set(endMs + 90 * DAY_MS - 1);
  await dropPartitions(ports, 90);
  expect(await store.events.list({ after: 0, limit: 10 })).toHaveLength(2);
  ports.clock.advance(1);
  await dropPartitions(ports, 90);
  expect(await store.events.list({ after: 0, limit: 10 })).toEqual([]);
  expect(await store.events.lastNumber()).toBe(2);
  expect(await shop.timeline(intent)).toEqual(['1 payment_intent.created']);
});
