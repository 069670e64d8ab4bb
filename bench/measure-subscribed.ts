import { idFromUuid } from '../src/domain/ids.ts';
import { createEndpoint, type Endpoint, switchEndpoints } from './endpoints.ts';
import { measurePairs, type Pair } from './measure-pairs.ts';
import { JUDGED_IN_FLIGHT, warmUp } from './measure-rounds.ts';
import type { Bench } from './open-bench.ts';
import { openReceiver } from './open-receiver.ts';
import { paceCreates } from './pace-creates.ts';
import { runSql } from './run-sql.ts';
import { median } from './sample.ts';
import { createMerchant, startSender } from './start-server.ts';
import { startWithWorkers } from './start-with-workers.ts';
import { untilDelivered } from './until-delivered.ts';

const ENDPOINTS = 2;
export const PACED_PER_SECOND = 300;
const PACED_WARM_UPS = 2;

/** Creates with two subscribed endpoints, compared to creates without. */
export interface Subscribed {
  /** Creates per second. */
  full: Pair[];
  /** The median time of a create at a fixed rate, in milliseconds. */
  paced: Pair[];
  /** The same beside a bare loop that sends as many requests: the least that any service would add on this machine. */
  bare: Pair[];
}

/** Measures creates while their webhooks go to a receiver in another process, and with the endpoints disabled, in turn. */
export async function measureSubscribed(bench: Bench): Promise<Subscribed> {
  const { folder, signal, postgres, options, generator } = bench;
  const databaseUrl = await postgres.createDatabase('subscribed');
  const place = { folder, name: 'subscribed', databaseUrl };
  const keys = await createMerchant(place, signal);
  const { baseUrl } = await startWithWorkers(bench, place);
  const receiver = await openReceiver(bench, place.name);
  const merchant = { baseUrl, keys, signal };
  const endpoints: Endpoint[] = [];
  while (endpoints.length < ENDPOINTS)
    endpoints.push(await createEndpoint(merchant, `${receiver.baseUrl}/${endpoints.length}`));

  const flood = async (inFlight: number, seconds: number) =>
    generator.runLoad({ baseUrl, keys, inFlight, seconds, folder, signal });
  const pace = { baseUrl, merchants: [keys], perSecond: PACED_PER_SECOND, seconds: options.seconds, signal };
  const sides = (unit: string, create: () => Promise<number>) => {
    const under = (status: 'enabled' | 'disabled') => async () => {
      await switchEndpoints(merchant, endpoints, status);
      const value = await create();
      await untilDelivered(databaseUrl, signal);
      await receiver.take();
      return value;
    };
    return { unit, measured: under('enabled'), baseline: under('disabled') };
  };
  bench.print('p  warmup');
  await warmUp({ measure: flood }, options);
  await untilDelivered(databaseUrl, signal);
  const full = sides('per second', async () => (await flood(JUDGED_IN_FLIGHT, options.seconds)).perSecond);
  const paced = sides('ms', async () => median(await paceCreates(pace)));
  const send = await openSender(bench, databaseUrl, receiver.baseUrl);
  const bare = {
    ...paced,
    async measured() {
      await switchEndpoints(merchant, endpoints, 'disabled');
      await send(ENDPOINTS * PACED_PER_SECOND);
      const value = median(await paceCreates(pace));
      await send(0);
      await receiver.take();
      return value;
    },
  };
  const fullPairs = await measurePairs(bench, 'p', full);
  // A server that was flooded is not warm for single requests: its first rounds at a fixed rate are the slowest.
  for (let round = 0; round < PACED_WARM_UPS; round += 1) {
    await paced.measured();
    await paced.baseline();
  }
  return {
    full: fullPairs,
    paced: await measurePairs(bench, 'p', paced),
    bare: await measurePairs(bench, 'p', bare),
  };
}

/** Returns a function that sets how many requests per second a bare loop sends: a webhook of this database, always the same. */
async function openSender({ folder, cleanUp, signal }: Bench, databaseUrl: string, receiver: string) {
  const [row] = await runSql<{ event_id: string; body: string }>(
    databaseUrl,
    signal,
    'SELECT event_id, body FROM florin_data.deliveries ORDER BY id LIMIT 1',
  );
  const request = { receiver, event: idFromUuid('evt', row?.event_id ?? ''), body: row?.body ?? '' };
  const { baseUrl } = await startSender({ folder, name: 'sender' }, request, cleanUp, signal);
  return async (perSecond: number) => {
    await (await fetch(`${baseUrl}/${perSecond}`, { signal })).text();
  };
}
