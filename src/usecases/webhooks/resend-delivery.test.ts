import { expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint, presentShort, renderShort } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { resendDelivery } from './resend-delivery.ts';
import { sendTestEvent } from './send-test-event.ts';

async function setUp() {
  const shop = await openShop();
  const { ports, store } = shop;
  const { id } = (await openEndpoint(shop)).endpoint;
  const input = { id, livemode: false, render: renderShort, present: presentShort };
  return { ports, store, endpointId: id, first: await sendTestEvent(ports, store, input) };
}

it('sends the same event with the same body as another delivery', async () => {
  const { ports, store, first } = await setUp();
  ports.clock.advance(1_000);
  const again = await resendDelivery(ports, store, { id: first.id });
  expect(again).toEqual({
    ...first,
    id: again.id,
    createdAtMs: ports.clock.nowMs(),
    nextAttemptAtMs: ports.clock.nowMs(),
  });
  expect(again.id).not.toBe(first.id);
  const [one, two] = await Promise.all([first, again].map(({ id }) => store.deliveries.find(id)));
  expect(two?.delivery.body).toBe(one?.delivery.body);
});

it('answers not_found for an unknown delivery and for one of a deleted endpoint', async () => {
  const { ports, store, endpointId, first } = await setUp();
  const resend = (id: typeof first.id | undefined) => failureOf(ports, () => resendDelivery(ports, store, { id }));
  expect(await resend(undefined)).toMatchObject({ code: 'not_found' });
  await deleteEndpoint(ports, store, { id: endpointId, actor: 'usr' });
  expect(await resend(first.id)).toMatchObject({ code: 'not_found' });
});
