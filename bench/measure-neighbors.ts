import { createEndpoint, type Endpoint, switchEndpoints } from './endpoints.ts';
import { measurePairs, type Pair } from './measure-pairs.ts';
import type { Bench } from './open-bench.ts';
import { openReceiver } from './open-receiver.ts';
import { paceCreates } from './pace-creates.ts';
import { quantile } from './sample.ts';
import { createMerchant, type Keys, startService } from './start-server.ts';
import { untilDelivered } from './until-delivered.ts';

/** The healthy endpoints of each merchant. The first merchant also has the broken ones. */
const HEALTHY = [17, 17, 16];
const BROKEN = ['/hang', '/fail'];
const HEALTHY_PATH = '/healthy';
const PER_SECOND = 20;
/** Endpoints that hang need some time to take what they can. */
const LONGER = 3;

/**
 * Measures how late events reach 50 healthy endpoints, with two broken ones among them and without, in turn: the 99th
 * percentile in milliseconds.
 */
export async function measureNeighbors(bench: Bench): Promise<Pair[]> {
  const { folder, cleanUp, signal, postgres, options } = bench;
  const databaseUrl = await postgres.createDatabase('neighbors');
  const place = { folder, name: 'neighbors', databaseUrl };
  const merchants: Keys[] = [];
  for (const count of HEALTHY)
    merchants.push(await createMerchant(place, signal, `${merchants.length}x${count}@example.com`));
  const { baseUrl } = await startService(place, { FLORIN_ROLES: 'api,worker' }, cleanUp, signal);
  const receiver = await openReceiver(bench, place.name);
  const of = (keys: Keys) => ({ baseUrl, keys, signal });
  for (const [index, keys] of merchants.entries()) {
    for (let count = 0; count < (HEALTHY[index] ?? 0); count += 1)
      await createEndpoint(of(keys), `${receiver.baseUrl}${HEALTHY_PATH}/${index}/${count}`);
  }
  const [first] = merchants;
  const broken: Endpoint[] = [];
  if (first) for (const path of BROKEN) broken.push(await createEndpoint(of(first), `${receiver.baseUrl}${path}`));

  const under = (status: 'enabled' | 'disabled') => async () => {
    if (first) await switchEndpoints(of(first), broken, status);
    await paceCreates({ baseUrl, merchants, perSecond: PER_SECOND, seconds: LONGER * options.seconds, signal });
    // The broken ones would never finish.
    if (first) await switchEndpoints(of(first), broken, 'disabled');
    await untilDelivered(databaseUrl, signal);
    const receipts = await receiver.take();
    const late = receipts.filter(({ path }) => path.startsWith(HEALTHY_PATH)).map(({ lateMs }) => lateMs);
    return quantile(late, 0.99);
  };
  bench.print('q  warmup');
  await under('disabled')();
  return measurePairs(bench, 'q', { unit: 'ms', measured: under('enabled'), baseline: under('disabled') });
}
