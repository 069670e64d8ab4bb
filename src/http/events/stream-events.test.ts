import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { numberEvents } from '../../../test/memory/number-events.ts';
import { openShop, type Shop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { EventStream } from '../server/answer.ts';
import { streamEvents } from './stream-events.ts';

let shop: Shop;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  shop = await openShop();
});
afterEach(() => void vi.useRealTimers());

async function openIntents(count: number): Promise<void> {
  for (let opened = 0; opened < count; opened += 1) await shop.openIntent();
  await numberEvents(shop.ports);
}

interface Options {
  after?: number;
  types?: readonly string[];
  hasRoom?: () => Promise<void>;
  checkAccess?: () => Promise<unknown>;
}

function open({
  after = 0,
  types,
  hasRoom = async () => undefined,
  checkAccess = async () => undefined,
}: Options = {}) {
  const sent: { event: string; id: string | undefined }[] = [];
  const end = vi.fn();
  const stream: EventStream = { send: (event, _data, id) => void sent.push({ event, id }), hasRoom, end };
  const { tenant, store } = shop;
  const subscription = { tenant, store, filter: { types }, after, apiVersion: '2026-11-15', checkAccess };
  const stop = streamEvents(shop.ports, subscription)(stream);
  const numbers = () => sent.map(({ id }) => Number(id));
  return { sent, numbers, end, stop };
}

const upTo = (number: number) => Array.from({ length: number }, (_, index) => index + 1);

describe('a stream of events', () => {
  it('starts with what came after a number and goes on with what is new', async () => {
    await openIntents(3);
    const { sent, numbers, stop } = open({ after: 1 });
    await expect.poll(numbers).toEqual([2, 3]);
    expect(sent[0]).toEqual({ event: 'payment_intent.created', id: '2' });
    await openIntents(2);
    await expect.poll(numbers).toEqual([2, 3, 4, 5]);
    stop();
    await openIntents(1);
    expect(numbers()).toEqual([2, 3, 4, 5]);
  });

  it('has every number once, however many there are and whenever they are reported', async () => {
    const total = 3 * LIMITS.eventPageSizeDefault;
    await openIntents(total);
    const { numbers, stop } = open();
    for (let round = 0; round < 5; round += 1) await openIntents(1);
    await expect.poll(numbers).toEqual(upTo(total + 5));
    stop();
  });

  it('finds at the next poll what nobody reported', async () => {
    vi.spyOn(shop.ports.changes, 'subscribeToNumbers').mockReturnValue(() => undefined);
    const { numbers, stop } = open();
    await new Promise(setImmediate);
    await openIntents(2);
    await new Promise(setImmediate);
    expect(numbers()).toEqual([]);
    vi.advanceTimersByTime(LIMITS.eventStreamPollMs);
    await expect.poll(numbers).toEqual([1, 2]);
    stop();
  });

  it('leaves out what the filter leaves out', async () => {
    await openIntents(2);
    const { numbers, stop } = open({ types: ['wallet.*'] });
    await shop.addWallet('solana-devnet');
    await openIntents(1);
    vi.advanceTimersByTime(LIMITS.eventStreamPollMs);
    await new Promise(setImmediate);
    expect(numbers()).toEqual([]);
    stop();
  });

  it('waits for a client that is slow, and stops when it is gone', async () => {
    await openIntents(3);
    let room = Promise.withResolvers<void>();
    const { numbers, stop } = open({ hasRoom: () => room.promise });
    await expect.poll(numbers).toEqual([1]);
    const first = room;
    room = Promise.withResolvers();
    first.resolve();
    await expect.poll(numbers).toEqual([1, 2]);
    stop();
    room.resolve();
    await new Promise(setImmediate);
    expect(numbers()).toEqual([1, 2]);
  });

  it('ends when the reader may no longer read', async () => {
    let allowed = true;
    const checkAccess = async () => {
      if (!allowed) throw new Error('revoked');
    };
    const { end, stop } = open({ checkAccess });
    vi.advanceTimersByTime(LIMITS.eventStreamPollMs);
    await new Promise(setImmediate);
    expect(end).not.toHaveBeenCalled();
    allowed = false;
    vi.advanceTimersByTime(LIMITS.eventStreamPollMs);
    await expect.poll(() => end.mock.calls.length).toBe(1);
    stop();
  });

  it('ends when the events cannot be read', async () => {
    await openIntents(1);
    vi.spyOn(shop.store.events, 'lastNumber').mockRejectedValue(new Error('away'));
    const { end, stop } = open();
    await expect.poll(() => end.mock.calls.length).toBe(1);
    stop();
  });
});
