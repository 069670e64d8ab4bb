import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send, validBody } from '../support/client.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { createMerchant, type NewMerchant, type RunningServer, startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openSink, type Sink } from './webhook-sinks.ts';

const INTENTS = 120;
const LANES = 6;
const EVENTS_PER_INTENT = 2;
/** So many requests to one endpoint are answered before a process is killed. */
const KILLED_AFTER = 60;
const FAILED_EVERY = 15;
const ANSWER_MS = 10;

/**
 * A claim lasts a minute. How long is tested elsewhere, so here the claims of the dead process end after five seconds. The
 * other process answers for its own much sooner.
 */
const END_OLD_CLAIMS = `UPDATE florin_data.deliveries SET claimed_until = now()
  WHERE state = 'pending' AND claimed_until > now() AND claimed_until < now() + interval '55 seconds'`;

interface ReceivedEvent {
  id: string;
  type: string;
  number: number;
  sequence: number;
  data: { object: { id: string } };
}

const readEvent = ({ body }: Sink['requests'][number]) => JSON.parse(body) as ReceivedEvent;

/** The first request of each event, in the order of their arrival. */
const firstOf = (requests: Sink['requests']): ReceivedEvent[] => [
  ...new Map(requests.toReversed().map((request) => [request.headers['webhook-id'], readEvent(request)])).values(),
];

describe('two processes that deliver webhooks, one of which is killed', () => {
  let database: Client;
  let keys: NewMerchant;
  let api: RunningServer;
  let workers: RunningServer[];
  const sinks: Sink[] = [];
  const secrets: string[] = [];

  beforeAll(async () => {
    const databaseUrl = await createMigrated(['control', 'data']);
    database = new Client({ connectionString: databaseUrl });
    await database.connect();
    keys = await createMerchant({ databaseUrl });
    api = await startServer({ databaseUrl, env: { FLORIN_ROLES: 'api' } });
    workers = [await startServer({ databaseUrl }), await startServer({ databaseUrl })];
    for (let count = 0; count < 2; count += 1) {
      let answered = 0;
      const seen = new Set<unknown>();
      const sink = await openSink(({ headers }, response) => {
        answered += 1;
        // The pause after a second failure is longer than this test should take.
        const isNew = seen.size < seen.add(headers['webhook-id']).size;
        const status = isNew && answered % FAILED_EVERY === 0 ? 500 : 200;
        setTimeout(() => response.writeHead(status).end(), ANSWER_MS);
      });
      sinks.push(sink);
      const body = { url: `${sink.url}/hooks`, events: ['*'] };
      const created = await send(api.baseUrl, keys, '/webhook_endpoints', { body });
      expect(created.status, created.text).toBe(201);
      secrets.push(String(created.json['secret']));
    }
  });

  afterAll(async () => {
    await database.end();
    await Promise.all([api, ...workers].map((server) => server.stop()));
    await Promise.all(sinks.map((sink) => sink.close()));
  });

  /** On a busy machine, the database may not answer in time; a merchant tries again then. */
  async function createAndCancel(name: string): Promise<string> {
    const id = await waitUntil(
      'an intent is created',
      async () => createdId(await create(api.baseUrl, keys, validBody(), { 'idempotency-key': name })) || undefined,
    );
    const path = `/payment_intents/${id}/cancel`;
    await waitUntil(
      'it is canceled',
      async () => (await send(api.baseUrl, keys, path, { method: 'POST' })).status === 200,
    );
    return id;
  }

  it('deliver every event at least once, in order per intent and endpoint, with one body each', async () => {
    const isHit = waitUntil('both receive webhooks', () =>
      sinks.every(({ requests }) => requests.length >= KILLED_AFTER),
    );
    const load = Array.from({ length: LANES }, async (_, lane) => {
      const made: string[] = [];
      while (made.length < INTENTS / LANES) made.push(await createAndCancel(`${lane}-${made.length}`));
      return made;
    });
    await isHit;
    const [victim] = workers;
    process.kill(-(victim?.process.pid ?? 0), 'SIGKILL');
    const ids = (await Promise.all(load)).flat();

    await waitUntil('every event has arrived everywhere', async () => {
      await database.query(END_OLD_CLAIMS);
      const pending = await send(api.baseUrl, keys, '/deliveries?state=pending&limit=1');
      const isComplete = sinks.every(({ requests }) => firstOf(requests).length === INTENTS * EVENTS_PER_INTENT);
      return isComplete && (pending.json['data'] as unknown[]).length === 0;
    });

    for (const [place, { requests }] of sinks.entries()) {
      const arrived = firstOf(requests).toReversed();
      for (const id of ids) {
        const sequences = arrived.filter(({ data }) => data.object.id === id).map(({ sequence }) => sequence);
        expect(sequences).toEqual([1, 2]);
      }
      const numbers = arrived.map(({ number }) => number).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: INTENTS * EVENTS_PER_INTENT }, (_, index) => index + 1));
      for (const sent of Map.groupBy(requests, ({ headers }) => headers['webhook-id']).values())
        expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
      const verifier = new Webhook(secrets[place] ?? '');
      for (const { body, headers } of requests)
        expect(() => verifier.verify(body, headers as Record<string, string>)).not.toThrow();
    }
    const failed = await send(api.baseUrl, keys, '/deliveries?state=failed&limit=1');
    expect(failed.json['data']).toEqual([]);
    const metrics = await (await fetch(`${workers[1]?.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/^florin_webhook_attempts_total\{result="delivered"\} [1-9]/m);
    expect(metrics).toMatch(/^florin_webhook_attempts_total\{result="retried"\} [1-9]/m);
    expect(metrics).toMatch(/^florin_webhook_delivery_seconds_count [1-9]/m);
    expect(metrics).toMatch(/^florin_webhook_deliveries_pending 0$/m);
  });
});
