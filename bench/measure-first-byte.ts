import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEndpoint } from './endpoints.ts';
import type { Bench } from './open-bench.ts';
import { openReceiver } from './open-receiver.ts';
import { paceCreates } from './pace-creates.ts';
import { quantile } from './sample.ts';
import { createMerchant, startService } from './start-server.ts';
import { untilDelivered } from './until-delivered.ts';

const WARM_UP_EVENTS = 20;
const PAUSE_MS_MIN = 200;
const PAUSE_MS_MAX = 1_200;

/** The time from an event to its arrival at the receiver. */
export interface FirstByte {
  events: number;
  medianMs: number;
  p99Ms: number;
}

/** Creates single intents at random times on an idle server, and measures when their webhooks arrive. */
export async function measureFirstByte(bench: Bench): Promise<FirstByte> {
  const { folder, cleanUp, signal, postgres, options } = bench;
  const databaseUrl = await postgres.createDatabase('first_byte');
  const place = { folder, name: 'first-byte', databaseUrl };
  const keys = await createMerchant(place, signal);
  const { baseUrl } = await startService(place, { FLORIN_ROLES: 'api,worker' }, cleanUp, signal);
  const receiver = await openReceiver(bench, place.name);
  await createEndpoint({ baseUrl, keys, signal }, `${receiver.baseUrl}/`);
  const create = async (count: number) => {
    for (let made = 0; made < count; made += 1) {
      await sleep(randomInt(PAUSE_MS_MIN, PAUSE_MS_MAX), undefined, { signal });
      await paceCreates({ baseUrl, merchants: [keys], perSecond: 1, seconds: 1, signal });
    }
    await untilDelivered(databaseUrl, signal);
    return (await receiver.take()).map(({ lateMs }) => lateMs);
  };
  bench.print(`r  ${options.singleEvents} events on an idle server`);
  await create(WARM_UP_EVENTS);
  await postgres.settle();
  const late = await create(options.singleEvents);
  return { events: late.length, medianMs: quantile(late, 0.5), p99Ms: quantile(late, 0.99) };
}
