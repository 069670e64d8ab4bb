import { randomInt, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { CUSTOMERS_MAX, createPath, customerNumber, requestHeaders, requestTemplate } from './make-request.ts';
import { quantile, type Sample } from './sample.ts';
import type { Keys } from './start-server.ts';

interface Shop {
  baseUrl: string;
  keys: Keys;
  signal: AbortSignal;
}

/** Clients that each create an intent, view its checkout for the first time, and start again. */
export async function measureFirstViews(shop: Shop, inFlight: number, seconds: number): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const times: number[] = [];
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  const runClient = async () => {
    while (performance.now() < endMs) {
      shop.signal.throwIfAborted();
      const fromMs = performance.now();
      await createAndView(agent, shop);
      times.push(performance.now() - fromMs);
    }
  };
  try {
    await Promise.all(Array.from({ length: inFlight }, runClient));
  } finally {
    agent.destroy();
  }
  const perSecond = times.length / ((performance.now() - startedMs) / 1_000);
  return { answers: times.length, perSecond, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

async function createAndView(agent: Agent, { baseUrl, keys }: Shop): Promise<void> {
  const { before, after } = requestTemplate();
  const body = `${before}${customerNumber(randomInt(CUSTOMERS_MAX))}${after}`;
  const headers = { ...requestHeaders(keys), 'idempotency-key': randomUUID() };
  const created = await send(agent, `${baseUrl}${createPath(keys)}`, { method: 'POST', headers }, body);
  const id = /pi_\w+/.exec(created)?.[0] ?? '';
  const state = await send(agent, `${baseUrl}/${keys.public_key}/checkout/${id}/status`, {});
  if (!state.includes('sim1')) throw new Error(`The first view assigned no target: ${state}`);
}

function send(agent: Agent, url: string, options: object, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if ((response.statusCode ?? 500) < 300) resolve(text);
        else reject(new Error(`The service returned ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
