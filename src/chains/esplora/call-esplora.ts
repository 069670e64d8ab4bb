import {
  EndpointFailure,
  RateLimited,
  type RpcRequest,
  readBounded,
  readRetryAfter,
  reasonOf,
} from '../rpc/call-endpoint.ts';
import type { Endpoint } from '../rpc/endpoint.ts';
import { fetchNode } from '../rpc/fetch-node.ts';
import { parseJson } from '../rpc/parse-json.ts';
import { quoteNode } from '../rpc/quote-node.ts';
import { RpcError } from '../rpc/rpc.ts';

/** How a response is read. */
export type Format = 'json' | 'text' | 'bytes';

/** More of the reason for a rejection is not read. */
const READ_BYTES_MAX = 2_000;

/**
 * Makes one request to an Esplora server: the method of the request is the path, its parameter the format. Throws an
 * RpcError with the HTTP status if the server rejected the request, for example because it knows no such transaction.
 */
export async function callEsplora(endpoint: Endpoint, request: RpcRequest): Promise<unknown> {
  const { status, body, retryAfterMs } = await get(endpoint, request);
  if (status === 429) throw new RateLimited('limits the rate of calls (HTTP 429)', retryAfterMs);
  if (status === 401 || status === 403) throw new EndpointFailure(`rejected the request (HTTP ${status})`);
  if (status >= 400 && status < 500)
    throw new RpcError(status, quoteNode(body.toString('utf8', 0, READ_BYTES_MAX), endpoint));
  if (status !== 200) throw new EndpointFailure(`did not respond as an Esplora server (HTTP ${status})`);
  const [format] = request.params as readonly [Format];
  if (format === 'bytes') return body;
  const text = body.toString('utf8');
  if (format === 'text') return text.trim();
  try {
    return parseJson(text);
  } catch {
    throw new EndpointFailure('did not return JSON');
  }
}

interface Answer {
  status: number;
  body: Buffer;
  retryAfterMs: number | undefined;
}

async function get(endpoint: Endpoint, { method, timeoutMs, responseBytesMax }: RpcRequest): Promise<Answer> {
  try {
    const response = await fetchNode(endpoint.url.replace(/\/$/, '') + method, {
      headers: endpoint.authorization === undefined ? {} : { authorization: endpoint.authorization },
      signal: AbortSignal.timeout(timeoutMs),
      // A redirect could send the password to another server.
      redirect: 'error',
    });
    return {
      status: response.status,
      body: await readBounded(response, responseBytesMax),
      retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
    };
  } catch (error) {
    if (error instanceof EndpointFailure) throw error;
    throw new EndpointFailure(reasonOf(error, timeoutMs));
  }
}
