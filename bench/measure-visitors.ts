import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createIntentExamples } from '../src/http/intents/examples.ts';
import type { Flood, FloodAnswers } from './flood.ts';
import type { Load } from './load.ts';
import { createPath, requestHeaders } from './make-request.ts';
import { JUDGED_IN_FLIGHT } from './measure-rounds.ts';
import type { Bench } from './open-bench.ts';
import { createMerchant, type Keys, startService } from './start-server.ts';

const CONNECTIONS = 64;
/** Another address of this machine than that of the paying client. */
const LOCAL_ADDRESS = '127.0.0.2';
const ITEMS = 100;
/** Until the first burst is over, which the limit allows. */
const BURST_MS = 3_000;

export interface VisitorsRound {
  alonePerSecond: number;
  besidePerSecond: number;
  /** What the anonymous connections got, by status. */
  answers: FloodAnswers;
}

/** Measures creates of a paying client beside anonymous connections of another address, and without them, in turn. */
export async function measureVisitors(bench: Bench): Promise<VisitorsRound[]> {
  const { folder, cleanUp, signal, postgres, options } = bench;
  const place = { folder, name: 'visitors', databaseUrl: await postgres.createDatabase('visitors') };
  const keys = await createMerchant(place, signal);
  // An empty variable counts as unset: the limit on visitors is the default.
  const env = { FLORIN_ROLES: options.roles, FLORIN_RATE_VISITOR: '' };
  const { baseUrl } = await startService(place, env, cleanUp, signal);
  const wanted = await findPaths(baseUrl, keys, signal);
  const paths = Array.from({ length: CONNECTIONS }, (_, index) => wanted[index % wanted.length] ?? '/');
  const load: Load = { baseUrl, keys, inFlight: JUDGED_IN_FLIGHT, seconds: options.seconds, folder, signal };
  const create = async () => {
    await postgres.settle();
    return (await bench.generator.runLoad(load)).perSecond;
  };
  bench.print('m  warmup');
  await create();
  const rounds: VisitorsRound[] = [];
  for (let round = 0; round < options.rounds + options.extraRounds; round += 1) {
    const alonePerSecond = await create();
    const flood = await startFlood({ baseUrl, paths, localAddress: LOCAL_ADDRESS }, signal);
    const besidePerSecond = await create();
    const answers = await flood.stop();
    rounds.push({ alonePerSecond, besidePerSecond, answers });
    bench.print(
      `m  round ${round + 1}: ${Math.round(alonePerSecond)}/s alone, ${Math.round(besidePerSecond)}/s beside`,
    );
  }
  return rounds;
}

/** In a thread, so that the load generator does not wait for it. */
async function startFlood(flood: Flood, signal: AbortSignal): Promise<{ stop(): Promise<FloodAnswers> }> {
  const worker = new Worker(new URL('./flood.ts', import.meta.url), { workerData: flood });
  await sleep(BURST_MS, undefined, { signal });
  return {
    async stop() {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('answers');
      const [answers] = (await once(worker, 'message')) as [FloodAnswers];
      await worker.terminate();
      return answers;
    },
  };
}

/** A signed link to the PDF of a long invoice, the documents, and a stream. */
async function findPaths(baseUrl: string, keys: Keys, signal: AbortSignal): Promise<string[]> {
  const items = Array.from({ length: ITEMS }, (_, index) => ({ item_id: `sku_${index}`, quantity: 1 }));
  const body = JSON.stringify({ ...createIntentExamples.integer_tax.value, items });
  const headers = requestHeaders(keys);
  const created = await fetch(`${baseUrl}${createPath(keys)}`, { method: 'POST', headers, body, signal });
  const id = /pi_\w+/.exec(await created.text())?.[0] ?? '';
  const invoice = await fetch(`${baseUrl}/${keys.public_key}/invoices/${id}`, { headers, signal });
  const link = /<a href="([^"]+)">Download as PDF/.exec(await invoice.text())?.[1]?.replaceAll('&amp;', '&');
  if (link === undefined) throw new Error(`The invoice of ${id} returned ${invoice.status}.`);
  const { pathname, search } = new URL(link);
  return [`${pathname}${search}`, '/openapi.json', '/docs', `/${keys.public_key}/checkout/${id}/events`];
}
