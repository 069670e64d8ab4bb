import { Pool } from 'undici';
import { type EventId, idFromUuid } from '../src/domain/ids.ts';
import { LIMITS } from '../src/domain/limits.ts';
import { signWebhook } from '../src/system/webhooks/sign-webhook.ts';
import { createEndpoint } from './endpoints.ts';
import { measurePairs, type Pair } from './measure-pairs.ts';
import { JUDGED_IN_FLIGHT } from './measure-rounds.ts';
import type { Bench } from './open-bench.ts';
import { openReceiver } from './open-receiver.ts';
import { runSql } from './run-sql.ts';
import { createMerchant, startService } from './start-server.ts';
import { untilDelivered } from './until-delivered.ts';

const ENDPOINTS = JUDGED_IN_FLIGHT / LIMITS.deliveriesInFlightToEndpointMax;
const FILL_SECONDS = 2;

/** Fresh deliveries of known events, all at once. Times in whole milliseconds, as the service writes them. */
const FILL = `
INSERT INTO florin_data.deliveries (merchant_id, livemode, id, endpoint_id, event_id, event_type, number, intent_id, body,
  state, ordered, next_attempt_at, created_at)
SELECT merchant_id, livemode, uuidv7(), endpoint_id, event_id, event_type, number, intent_id, body, 'pending', true,
  now(), date_trunc('milliseconds', now())
FROM florin_data.deliveries ORDER BY id LIMIT $1`;

/**
 * Measures how many webhooks per second one worker sends to a receiver in another process from a full queue, including the
 * claims and the results. A bare loop sends the same requests, signed once, with as many in flight.
 */
export async function measureDeliveries(bench: Bench): Promise<Pair[]> {
  const { folder, cleanUp, signal, postgres, options, generator } = bench;
  const databaseUrl = await postgres.createDatabase('deliveries');
  const place = { folder, name: 'deliveries', databaseUrl };
  const keys = await createMerchant(place, signal);
  const { baseUrl } = await startService(place, { FLORIN_ROLES: 'api,worker' }, cleanUp, signal);
  const receiver = await openReceiver(bench, place.name);
  let secret = '';
  for (let number = 0; number < ENDPOINTS; number += 1)
    ({ secret } = await createEndpoint({ baseUrl, keys, signal }, `${receiver.baseUrl}/${number}`));
  bench.print('n  warmup');
  const load = { baseUrl, keys, inFlight: JUDGED_IN_FLIGHT, seconds: FILL_SECONDS, folder, signal };
  for (let made = 0; made * ENDPOINTS < options.deliveries; ) made += (await generator.runLoad(load)).answers;
  await untilDelivered(databaseUrl, signal);
  await receiver.take();
  const requests = await readRequests(databaseUrl, options.deliveries, secret, signal);
  const pool = new Pool(receiver.baseUrl, { connections: JUDGED_IN_FLIGHT });
  cleanUp.add(() => pool.destroy());

  return measurePairs(bench, 'n', {
    unit: 'per second',
    async measured() {
      await untilDelivered(databaseUrl, signal);
      await runSql(databaseUrl, signal, FILL, [options.deliveries]);
      return rateOf((await receiver.takeAll(options.deliveries)).map(({ atMs }) => atMs));
    },
    async baseline() {
      await sendAll(pool, requests, signal);
      return rateOf((await receiver.takeAll(options.deliveries)).map(({ atMs }) => atMs));
    },
  });
}

/** From the first to the last. */
const rateOf = (times: readonly number[]): number =>
  ((times.length - 1) * 1_000) / (times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b)));

interface Request {
  headers: Record<string, string>;
  body: string;
}

async function readRequests(url: string, count: number, secret: string, signal: AbortSignal): Promise<Request[]> {
  const rows = await runSql<{ event_id: string; body: string }>(
    url,
    signal,
    'SELECT event_id, body FROM florin_data.deliveries ORDER BY id LIMIT $1',
    [count],
  );
  return rows.map(({ event_id, body }) => ({ headers: headersOf(idFromUuid('evt', event_id), body, secret), body }));
}

function headersOf(id: EventId, body: string, secret: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Florin/bench',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signWebhook(secret, id, seconds, body),
  };
}

async function sendAll(pool: Pool, requests: readonly Request[], signal: AbortSignal): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      signal.throwIfAborted();
      const response = await pool.request({ method: 'POST', path: '/0', ...request });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`The receiver answered ${response.statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: JUDGED_IN_FLIGHT }, lane));
}
