import { requestHeaders } from './make-request.ts';
import type { Keys } from './start-server.ts';

export interface Endpoint {
  id: string;
  secret: string;
}

interface Merchant {
  baseUrl: string;
  keys: Keys;
  signal: AbortSignal;
}

/** Subscribes a URL to every event of a merchant. */
export function createEndpoint(merchant: Merchant, url: string): Promise<Endpoint> {
  return call(merchant, 'POST', '', { url, events: ['*'] });
}

/** A disabled endpoint gets no events, and what it did not get yet is dropped. */
export async function switchEndpoints(
  merchant: Merchant,
  endpoints: readonly Endpoint[],
  status: 'enabled' | 'disabled',
): Promise<void> {
  for (const { id } of endpoints) await call(merchant, 'PATCH', `/${id}`, { status });
}

async function call({ baseUrl, keys, signal }: Merchant, method: string, path: string, body: object) {
  const url = `${baseUrl}/${keys.public_key}/webhook_endpoints${path}`;
  const answer = await fetch(url, { method, headers: requestHeaders(keys), body: JSON.stringify(body), signal });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} returned ${answer.status}: ${text}`);
  return JSON.parse(text) as Endpoint;
}
