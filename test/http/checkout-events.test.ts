import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { timeBeside } from '../support/time-beside.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type OpenedStream, openStream } from './open-stream.ts';
import { type Shop, startShop } from './start-shop.ts';

/** From a commit to what the stream of another process says: it is announced, heard, read and sent. */
const STEPS = 4;
const env = { FLORIN_LOG_LEVEL: 'error', FLORIN_SIMULATED_BLOCK_MS: '400' };

let shop: Shop;
/** Another process on the same database. */
let other: RunningServer;

beforeAll(async () => {
  shop = await startShop(env);
  other = await startServer({ ...shop.options, env });
});

afterAll(async () => {
  await other.stop();
  await shop.stop();
});

const createId = async () => createdId(await create(shop.baseUrl, shop.keys));
const watch = (id: string, baseUrl = shop.baseUrl) =>
  openStream(baseUrl, `/${shop.keys.public_key}/checkout/${id}/events`, undefined);
const statusesOf = (stream: OpenedStream) => stream.events().map(({ data }) => String(data['status']));
const hear = (stream: OpenedStream, status: string) =>
  waitUntil(`the stream says ${status}`, () => statusesOf(stream).includes(status));

describe('a checkout’s stream', () => {
  it('begins with how it stands, to every origin', async () => {
    const stream = await watch(await createId());
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(stream.headers['access-control-allow-origin']).toBe('*');
    await hear(stream, 'requires_payment');
    stream.close();
  });

  it('reports a payment made through another process within a second of its commit', async () => {
    const id = await createId();
    const stream = await watch(id, other.baseUrl);
    await hear(stream, 'requires_payment');
    // States that last: others may pass unseen between two looks of the watcher.
    for (const [kind, status] of [
      ['partial', 'partially_paid'],
      ['full', 'succeeded'],
    ] as const) {
      const sent = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/simulate`, { body: { kind } });
      expect(sent.status).toBe(200);
      // From the moment on at which the other process shows it, the stream has a second.
      await waitUntil(`it is ${status}`, async () => {
        const { json } = await send(other.baseUrl, shop.keys, `/payment_intents/${id}`);
        return json['status'] === status;
      });
      const { ms } = await timeBeside(createId, () => hear(stream, status), STEPS);
      expect(ms).toBeLessThanOrEqual(1_000);
    }
    // No state twice in a row, and none after a newer one. While a network is slow to be read, the same intent has another state.
    const states = stream.events().map(({ data }) => JSON.stringify(data));
    expect(states.filter((state, place) => state === states[place - 1])).toEqual([]);
    const sequences = stream.events().map(({ data }) => Number(data['sequence']));
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    stream.close();
  });

  it('loses no change that comes between the first look and the listening', async () => {
    const holder = new Client({ connectionString: shop.databaseUrl });
    await holder.connect();
    try {
      // The server waits for a second, in which a busy machine may not get that far.
      const stream = await waitUntil('a change comes while the first look is held up', () => changeDuringLook(holder));
      await hear(stream, 'canceled');
      expect([...new Set(statusesOf(stream))]).toEqual(['requires_payment', 'canceled']);
      stream.close();
    } finally {
      await holder.end();
    }
  });
});

/** Returns undefined if the look was over too early. */
async function changeDuringLook(holder: Client): Promise<OpenedStream | undefined> {
  const id = await createId();
  // With its connections open, the server reads both at once.
  await fetch(`${shop.baseUrl}/${shop.keys.public_key}/checkout/${id}/status`);
  // The look reads the settings beside the intent: held up there, it knows the intent as it was.
  await holder.query('BEGIN; LOCK TABLE florin_control.merchant_settings IN ACCESS EXCLUSIVE MODE');
  let isOver = false;
  const opening = watch(id).finally(() => {
    isOver = true;
  });
  await waitUntil('the look is held up', async () => {
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'florin_control.merchant_settings'::regclass`;
    return isOver || (await holder.query(waiting)).rows.length > 0;
  });
  const canceled = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
  expect(canceled.status, canceled.text).toBe(200);
  await holder.query('COMMIT');
  const stream = await opening;
  if (stream.status === 200) {
    await waitUntil('the stream begins', () => stream.events().length > 0);
    if (statusesOf(stream)[0] === 'requires_payment') return stream;
  } else expect(stream.status).toBe(503);
  stream.close();
  return undefined;
}
