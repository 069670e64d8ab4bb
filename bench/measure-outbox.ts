import { measurePairs, type Pair } from './measure-pairs.ts';
import { JUDGED_IN_FLIGHT, warmUp } from './measure-rounds.ts';
import type { Bench } from './open-bench.ts';
import { runSql } from './run-sql.ts';
import type { Sample } from './sample.ts';
import { createMerchant } from './start-server.ts';
import { startWithWorkers } from './start-with-workers.ts';
import { untilDelivered } from './until-delivered.ts';

/** Search terms follow the outbox. Without it, they follow the events, so that both servers write them. */
const WITHOUT_OUTBOX = [
  'ALTER TABLE florin_data.events DISABLE TRIGGER queue_events',
  `CREATE TRIGGER queue_search AFTER INSERT ON florin_data.events REFERENCING NEW TABLE AS written
   FOR EACH STATEMENT EXECUTE FUNCTION florin_data.queue_search_of_events()`,
];

/**
 * Measures creates per second with the request log and the outbox, and without them: on a server that logs no requests and
 * in a database that does not queue events. Both have workers.
 */
export async function measureOutbox(bench: Bench): Promise<Pair[]> {
  const [full, bare] = [
    await open(bench, 'outbox_on', {}),
    await open(bench, 'outbox_off', { FLORIN_REQUEST_LOG_DAYS: '0' }),
  ];
  for (const statement of WITHOUT_OUTBOX) await runSql(bare.databaseUrl, bench.signal, statement);
  bench.print('o  warmup');
  for (const server of [full, bare]) await warmUp(server, bench.options);
  const create = (server: typeof full) => async () =>
    (await server.measure(JUDGED_IN_FLIGHT, bench.options.seconds)).perSecond;
  return measurePairs(bench, 'o', { unit: 'per second', measured: create(full), baseline: create(bare) });
}

async function open(bench: Bench, name: string, env: Record<string, string>) {
  const { folder, postgres, signal, generator } = bench;
  const place = { folder, name, databaseUrl: await postgres.createDatabase(name) };
  const keys = await createMerchant(place, signal);
  const { baseUrl } = await startWithWorkers(bench, place, env);
  return {
    databaseUrl: place.databaseUrl,
    async measure(inFlight: number, seconds: number): Promise<Sample> {
      const sample = await generator.runLoad({ baseUrl, keys, inFlight, seconds, folder, signal });
      await untilDelivered(place.databaseUrl, signal);
      return sample;
    },
  };
}
