import { expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint, renderShort } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { resendRange } from './resend-range.ts';

/** Six events: three intents are created and then canceled. */
async function setUp(events: string[]) {
  const shop = await openShop();
  const { ports, store } = shop;
  const intents = [await shop.openIntent(), await shop.openIntent(), await shop.openIntent()];
  for (const { id } of intents) await cancelIntent(ports, store, id);
  const newId = () => makeId('dlv', ports.clock.nowMs(), ports.random.bytes(10));
  await ports.stores.main.eventDispatch.dispatch({ nowMs: ports.clock.nowMs(), limit: 10, render: renderShort, newId });
  const { id } = (await openEndpoint(shop, { events })).endpoint;
  const resend = (after: number, before: number) =>
    resendRange(ports, store, { id, after, before, render: renderShort });
  const sent = async () =>
    (await store.deliveries.list({ limit: 100 })).map(({ number }) => number).sort((a, b) => a - b);
  return { ports, store, id, resend, sent };
}

it.each([
  [0, 7, [1, 2, 3, 4, 5, 6]],
  [2, 5, [3, 4]],
  [3, 4, []],
  [5, 100, [6]],
  [6, 100, []],
])('sends what is after %i and before %i', async (after, before, expected) => {
  const { resend, sent } = await setUp(['*']);
  expect(await resend(after, before)).toBe(expected.length);
  expect(await sent()).toEqual(expected);
});

it('sends only what the endpoint wants', async () => {
  const { resend, sent } = await setUp(['payment_intent.canceled']);
  expect(await resend(0, 7)).toBe(3);
  expect(await sent()).toEqual([4, 5, 6]);
});

it('takes a range of at most so many events', async () => {
  const { ports, resend } = await setUp(['*']);
  const before = LIMITS.resentEventsMax + 1;
  expect(await resend(0, before)).toBe(6);
  expect(await failureOf(ports, () => resend(0, before + 1))).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '#/before', code: 'out_of_range' }],
  });
});

it.each([
  [LIMITS.resentEventsMax - 1, 6],
  [LIMITS.resentEventsMax, 'invalid_state'],
])('while %i deliveries are pending: %s', async (pending, expected) => {
  const { ports, store, id } = await setUp(['*']);
  const busy = { ...store, deliveries: { ...store.deliveries, countPending: async () => pending } };
  const resend = () => resendRange(ports, busy, { id, after: 0, before: 7, render: renderShort });
  if (expected === 6) expect(await resend()).toBe(expected);
  else expect(await failureOf(ports, resend)).toMatchObject({ code: expected });
});
