import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EndpointId, type MerchantId, makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { PendingEndpoint } from '../../ports/delivery-queue.ts';
import { DeliverySlots } from './delivery-slots.ts';

const idOf = (place: number) => Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, place >> 8, place & 255);
const endpointId = (place: number): EndpointId => makeId('we', 1, idOf(place));
const merchantId = (place: number): MerchantId => makeId('mer', 1, idOf(place));

const due = (endpoint: number, merchant = endpoint, isFailing = false): PendingEndpoint => ({
  id: endpointId(endpoint),
  merchantId: merchantId(merchant),
  livemode: false,
  isEnabled: true,
  isFailing,
});

const counts = (rooms: { count: number }[]) => rooms.map(({ count }) => count);
const many = (count: number, make: (place: number) => PendingEndpoint) =>
  Array.from({ length: count }, (_, n) => make(n));

describe('DeliverySlots', () => {
  it('gives a lone endpoint as many as it may have, and a failing one few', () => {
    const slots = new DeliverySlots();
    expect(counts(slots.take([due(1), due(2, 2, true)]))).toEqual([
      LIMITS.deliveriesInFlightToEndpointMax,
      LIMITS.deliveriesInFlightToFailingMax,
    ]);
    expect(slots.take([due(1), due(2, 2, true)])).toEqual([]);
    slots.free({ endpointId: endpointId(1), merchantId: merchantId(1) }, 3);
    expect(counts(slots.take([due(1)]))).toEqual([3]);
  });

  it('divides a merchant’s slots between its endpoints', () => {
    const rooms = new DeliverySlots().take(many(20, (n) => due(n, 1)));
    expect(new Set(counts(rooms))).toEqual(new Set([Math.floor(LIMITS.deliveriesInFlightOfMerchantMax / 20)]));
    expect(rooms).toHaveLength(20);
  });

  it('divides all slots between the merchants', () => {
    const rooms = new DeliverySlots().take(many(100, (n) => due(n)));
    expect(new Set(counts(rooms))).toEqual(new Set([Math.floor(LIMITS.deliveriesInFlightMax / 100)]));
    expect(rooms).toHaveLength(100);
  });

  it('is full when every slot is taken, and not before', () => {
    const slots = new DeliverySlots();
    expect(slots.take(many(LIMITS.deliveriesInFlightMax - 1, (n) => due(n)))).toHaveLength(511);
    expect(slots.isFull).toBe(false);
    expect(slots.take(many(LIMITS.deliveriesInFlightMax + 5, (n) => due(n)))).toHaveLength(1);
    expect(slots.isFull).toBe(true);
  });

  it('never exceeds a limit', () => {
    const anyDue = fc.record({ endpoint: fc.nat(60), isFailing: fc.boolean() });
    const anySteps = fc.array(fc.record({ offered: fc.array(anyDue, { maxLength: 40 }), freed: fc.nat(100) }));
    fc.assert(
      fc.property(anySteps, (steps) => {
        const slots = new DeliverySlots();
        const taken: ReturnType<DeliverySlots['take']> = [];
        for (const { offered, freed } of steps) {
          const unique = new Map(
            offered.map((one) => [one.endpoint, due(one.endpoint, one.endpoint % 9, one.isFailing)]),
          );
          taken.push(
            ...slots.take([...unique.values()]).flatMap((room) => Array.from({ length: room.count }, () => room)),
          );
          for (const room of taken.splice(0, freed)) slots.free(room, 1);
          const most = (of: (room: (typeof taken)[number]) => string) =>
            Math.max(0, ...[...Map.groupBy(taken, of).values()].map(({ length }) => length));
          expect(taken.length).toBeLessThanOrEqual(LIMITS.deliveriesInFlightMax);
          expect(most((room) => room.merchantId)).toBeLessThanOrEqual(LIMITS.deliveriesInFlightOfMerchantMax);
          expect(most((room) => room.endpointId)).toBeLessThanOrEqual(LIMITS.deliveriesInFlightToEndpointMax);
        }
      }),
    );
  });
});
