import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { timeBeside } from '../support/time-beside.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type OpenedStream, openStream } from './open-stream.ts';
import { type Shop, startShop } from './start-shop.ts';

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
      const { ms } = await timeBeside(createId, () => hear(stream, status));
      expect(ms).toBeLessThanOrEqual(1_000);
    }
    // Each state once, and none after a newer one. A network that is slow to be read is a state of the same intent.
    const states = stream.events().map(({ data }) => JSON.stringify(data));
    expect(states).toEqual([...new Set(states)]);
    const sequences = stream.events().map(({ data }) => Number(data['sequence']));
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    stream.close();
  });

  it('loses no change that comes between the first look and the listening', async () => {
    const id = await createId();
    // With its connections open, the server reads both at once.
    await fetch(`${shop.baseUrl}/${shop.keys.public_key}/checkout/${id}/status`);
    const holder = new Client({ connectionString: shop.databaseUrl });
    await holder.connect();
    try {
      // The look reads the settings beside the intent: held up there, it knows the intent as it was.
      await holder.query('BEGIN; LOCK TABLE florin_control.merchant_settings IN ACCESS EXCLUSIVE MODE');
      const opening = watch(id);
      await waitUntil('the look is held up', async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await runSql(shop.databaseUrl, waiting)).length > 0;
      });
      const canceled = await send(shop.baseUrl, shop.keys, `/payment_intents/${id}/cancel`, { method: 'POST' });
      expect(canceled.status, canceled.text).toBe(200);
      await holder.query('COMMIT');
      const stream = await opening;
      await hear(stream, 'canceled');
      expect(statusesOf(stream)).toEqual(['requires_payment', 'canceled']);
      stream.close();
    } finally {
      await holder.end();
    }
  });
});
