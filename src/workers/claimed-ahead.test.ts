import { expect, it } from 'vitest';
import { sampleEndpoint } from '../../test/store/sample-webhooks.ts';
import { type EndpointId, makeId } from '../domain/ids.ts';
import { LIMITS } from '../domain/limits.ts';
import type { ClaimedDelivery } from '../ports/delivery-queue.ts';
import { DeliverySlots } from '../usecases/webhooks/delivery-slots.ts';
import { ClaimedAhead } from './claimed-ahead.ts';

const PER_ENDPOINT = LIMITS.deliveriesInFlightToEndpointMax;
const idAt = <Prefix extends string>(prefix: Prefix, place: number) =>
  makeId(prefix, 0, new Uint8Array(10).fill(place % 64, 0, 5).fill(place, 5));

const MERCHANT = idAt('mer', 1);
const FIRST = idAt('we', 1);
const SECOND = idAt('we', 2);

const claim = (endpointId: EndpointId, count: number): ClaimedDelivery[] =>
  Array.from({ length: count }, (_, place) => ({
    merchantId: MERCHANT,
    livemode: false,
    id: idAt('dlv', place),
    eventId: idAt('evt', place),
    intentId: undefined,
    body: String(place),
    attempts: 0,
    isOrdered: false,
    createdAtMs: 0,
    claimedUntilMs: 1,
    token: 'token',
    endpoint: sampleEndpoint({ id: endpointId }),
  }));

it('hands out in order what there are slots for', () => {
  const [ahead, slots] = [new ClaimedAhead(), new DeliverySlots()];
  const claimed = claim(FIRST, PER_ENDPOINT + 1);
  ahead.add(claimed);
  expect(ahead.take(slots)).toEqual(claimed.slice(0, PER_ENDPOINT));
  expect(ahead.take(slots)).toEqual([]);
  expect(ahead.has(FIRST)).toBe(true);
  slots.free({ endpointId: FIRST, merchantId: MERCHANT }, 2);
  expect(ahead.take(slots)).toEqual(claimed.slice(PER_ENDPOINT));
  expect(ahead.isEmpty).toBe(true);
  // The slot that was not needed is free again.
  ahead.add(claim(FIRST, 1));
  expect(ahead.take(slots)).toHaveLength(1);
});

it('drops what waits for one endpoint, or for all', () => {
  const ahead = new ClaimedAhead();
  ahead.add([...claim(FIRST, 2), ...claim(SECOND, 3)]);
  expect(ahead.drop([FIRST])).toHaveLength(2);
  expect(ahead.has(FIRST)).toBe(false);
  expect(ahead.drop([FIRST])).toEqual([]);
  expect(ahead.drop()).toHaveLength(3);
  expect(ahead.isEmpty).toBe(true);
});
