import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { newClient, openApp } from './open-app.test-fixture.ts';

/** The clock of the test stands still, so nothing is refilled. */
const { app, ports } = openApp({ FLORIN_RATE_VISITOR: '1000' });
const { publicKey } = (await openShop({ ports })).made.key;

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }).setTimerTickMode('nextTimerAsync'));
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

let intents = 0;
const newIntentId = () => {
  intents += 1;
  return makeId('pi', intents, new Uint8Array(10));
};

const ask = async (action: string, id: string, remoteAddress: string) =>
  (await app.inject({ method: 'POST', url: `/${publicKey}/checkout/${id}/${action}`, remoteAddress })).statusCode;

async function statusesOf(count: number, send: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) statuses.push(await send());
  return statuses;
}

describe.each([
  { action: 'transaction', perIntent: LIMITS.transactionsPerMinute, perClient: LIMITS.transactionsPerMinuteOfClient },
  { action: 'claim', perIntent: LIMITS.claimsPerMinute, perClient: LIMITS.claimsPerMinuteOfClient },
  { action: 'simulate', perIntent: LIMITS.simulationsPerMinute, perClient: LIMITS.simulationsPerMinuteOfClient },
])('429 for $action', ({ action, perIntent, perClient }) => {
  it('for one intent, from many clients', async () => {
    const id = newIntentId();
    const statuses = await statusesOf(perIntent + 1, () => ask(action, id, newClient()));
    expect(statuses.indexOf(429)).toBe(perIntent);
  });

  it('for one client, about many intents', async () => {
    const client = newClient();
    const statuses = await statusesOf(perClient + 1, () => ask(action, newIntentId(), client));
    expect(statuses.indexOf(429)).toBe(perClient);
  });

  it('not for a text that is no ID of an intent: it is not counted, and so not kept', async () => {
    const text = 'x'.repeat(900);
    const statuses = await statusesOf(perIntent + 1, () => ask(action, text, newClient()));
    expect(statuses).not.toContain(429);
    const client = newClient();
    expect(await statusesOf(perClient + 1, () => ask(action, text, client))).toContain(429);
  });
});
