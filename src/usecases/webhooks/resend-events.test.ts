import { expect, it } from 'vitest';
import { openEndpoint, renderShort } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { resendEvents } from './resend-events.ts';

it('repeats the body that the endpoint got, and renders what it never got', async () => {
  const shop = await openShop();
  const { ports, store } = shop;
  const { endpoint } = await openEndpoint(shop);
  const intent = await shop.openIntent();
  const { timeline = [] } = (await store.intents.findWithTimeline(intent.id)) ?? {};
  const subject = { intent, timeline, sequence: 1 };
  const event = {
    id: `evt_${intent.id.slice(3)}` as Parameters<typeof store.events.find>[0],
    number: 7,
    type: 'payment_intent.created',
    atMs: 5,
    livemode: false,
    subject,
  };
  const input = { endpoint, events: [event], render: renderShort };
  const [first] = await resendEvents(ports, store, input);
  expect(first).toMatchObject({ eventId: event.id, number: 7, intentId: intent.id, eventType: event.type });
  const [second] = await resendEvents(ports, store, { ...input, render: () => 'rendered otherwise' });
  const bodies = [];
  for (const { id } of [first, second].flatMap((one) => one ?? []))
    bodies.push((await store.deliveries.find(id))?.delivery.body);
  expect(bodies).toEqual(Array(2).fill(renderShort(event, '2026-11-15')));
});
