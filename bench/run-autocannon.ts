import { randomInt, randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load, Reads } from './load.ts';
import { CUSTOMERS_MAX, createPath, customerNumber, requestHeaders, requestTemplate } from './make-request.ts';
import type { Sample } from './sample.ts';

const STATUSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Generates the same load as wrk, from this process. */
export async function runAutocannon(load: Load): Promise<Sample> {
  const { keys, reads, isUnchanged, inFlight, seconds, signal } = load;
  signal.throwIfAborted();
  const run = autocannon({
    url: load.baseUrl,
    connections: inFlight,
    duration: seconds,
    timeout: 10,
    requests: [reads ? reading(reads) : creating(load)],
  });
  const stop = () => run.stop();
  signal.addEventListener('abort', stop);
  try {
    const result = await run;
    signal.throwIfAborted();
    const broken = result.errors + result.timeouts;
    const answers = result[isUnchanged ? '3xx' : '2xx'];
    const failed = STATUSES.reduce((total, status) => total + result[status], 0) - answers;
    if (failed > 0 || broken > 0) {
      throw new Error(`${failed} responses to ${keys.public_key} were not as expected, and ${broken} requests failed.`);
    }
    return {
      answers,
      perSecond: answers / result.duration,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
    };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function creating({ keys }: Load) {
  const { before, after } = requestTemplate();
  const headers = requestHeaders(keys);
  return {
    method: 'POST',
    path: createPath(keys),
    setupRequest: (request: object) => ({
      ...request,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: `${before}${customerNumber(randomInt(CUSTOMERS_MAX))}${after}`,
    }),
  };
}

function reading(reads: Reads) {
  return {
    method: 'GET',
    setupRequest: (request: object) => ({ ...request, ...reads[randomInt(reads.length)] }),
  };
}
