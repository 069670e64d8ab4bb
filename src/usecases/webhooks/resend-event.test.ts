import { expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint, renderShort } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { type EndpointId, makeId } from '../../domain/ids.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { resendEvent } from './resend-event.ts';

/** An event, and endpoints that want it, want another one, and want it but are disabled. */
async function setUp() {
  const shop = await openShop();
  const { ports, store } = shop;
  const intent = await shop.openIntent();
  await ports.stores.main.eventDispatch.dispatch({
    nowMs: ports.clock.nowMs(),
    limit: 10,
    render: renderShort,
    newId: () => makeId('dlv', ports.clock.nowMs(), ports.random.bytes(10)),
  });
  const [event] = await store.events.list({ after: 0, limit: 1 });
  if (!event) throw new Error('there is no event');
  const open = async (events: string[]) => (await openEndpoint(shop, { events })).endpoint.id;
  const wanting = await open(['payment_intent.*']);
  const other = await open(['payment.seen']);
  const disabled = await open(['*']);
  await changeEndpoint(ports, store, { id: disabled, livemode: false, status: 'disabled', actor: 'usr' });
  const resend = (endpoint: { id: EndpointId | undefined } | 'all') =>
    resendEvent(ports, store, { id: event.id, endpoint, render: renderShort });
  return { ports, store, intent, event, wanting, other, disabled, resend };
}

it('sends an event to every enabled endpoint that wants it', async () => {
  const { resend, wanting, event, intent } = await setUp();
  expect(await resend('all')).toMatchObject([
    { endpointId: wanting, eventId: event.id, number: event.number, intentId: intent.id },
  ]);
});

it('sends it to one endpoint, even if that does not want it', async () => {
  const { resend, other } = await setUp();
  expect(await resend({ id: other })).toMatchObject([{ endpointId: other }]);
});

it('answers not_found for an unknown event or endpoint, and invalid_state for a disabled one', async () => {
  const { ports, store, resend, disabled } = await setUp();
  expect(await failureOf(ports, () => resend({ id: undefined }))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(ports, () => resend({ id: disabled }))).toMatchObject({ code: 'invalid_state' });
  const unknown = { id: makeId('evt', 1, new Uint8Array(10)), endpoint: 'all', render: renderShort } as const;
  expect(await failureOf(ports, () => resendEvent(ports, store, unknown))).toMatchObject({ code: 'not_found' });
});
