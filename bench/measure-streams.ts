import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../src/domain/limits.ts';
import { createPath, customerNumber, requestHeaders, requestTemplate } from './make-request.ts';
import { readMemory } from './measure-memory.ts';
import type { Bench } from './open-bench.ts';
import { createMerchant, type Keys, startService } from './start-server.ts';

/** Long enough to collect the garbage from opening the streams. */
const REST_MS = 5_000;
/** Opened before the first measurement, so that the code is compiled and the heap has its usual size. */
const WARM_UP_STREAMS = 100;

export interface Streams {
  count: number;
  /** In millions of bytes. */
  startMb: number;
  openMb: number;
}

/** Measures the memory per open checkout page. */
export async function measureStreams(bench: Bench): Promise<Streams> {
  const { folder, cleanUp, signal, postgres, options } = bench;
  const place = { folder, name: 'streams', databaseUrl: await postgres.createDatabase('streams') };
  const keys = await createMerchant(place, signal);
  const server = await startService(place, { FLORIN_ROLES: 'api' }, cleanUp, signal);
  bench.print(`i  ${options.streams} open event streams`);
  const agents = Array.from({ length: Math.ceil(options.streams / LIMITS.eventStreamsPerClientMax) }, agentOf);
  const open = async (count: number) => {
    const streams: IncomingMessage[] = [];
    for (let opened = 0; opened < count; opened += 1) {
      signal.throwIfAborted();
      streams.push(
        await openStream(
          agents[opened % agents.length],
          `${server.baseUrl}${await eventsPath(server.baseUrl, keys, signal)}`,
        ),
      );
    }
    return streams;
  };
  for (const stream of await open(WARM_UP_STREAMS)) stream.destroy();
  await sleep(REST_MS, undefined, { signal });
  const start = await readMemory(server.pid);
  const streams = await open(options.streams);
  await sleep(REST_MS, undefined, { signal });
  const end = await readMemory(server.pid);
  for (const stream of streams) stream.destroy();
  await server.stop();
  return { count: options.streams, startMb: start.nowMb, openMb: end.nowMb };
}

/** One client address may open only a few streams. */
const agentOf = (_: unknown, index: number) => new Agent({ localAddress: `127.0.0.${index + 2}` });

async function eventsPath(baseUrl: string, keys: Keys, signal: AbortSignal): Promise<string> {
  const { before, after } = requestTemplate();
  const body = `${before}${customerNumber(0)}${after}`;
  const headers = requestHeaders(keys);
  const answer = await fetch(`${baseUrl}${createPath(keys)}`, { method: 'POST', headers, body, signal });
  const id = /pi_\w+/.exec(await answer.text())?.[0] ?? '';
  return `/${keys.public_key}/checkout/${id}/events`;
}

/** Resolves with the first event. */
function openStream(agent: Agent | undefined, url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
      response.on('error', () => undefined);
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('event: state')) resolve(response);
      });
    }).on('error', reject);
  });
}
