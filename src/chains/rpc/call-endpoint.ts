import type { Endpoint } from './endpoint.ts';
import { fetchNode } from './fetch-node.ts';
import { parseJson } from './parse-json.ts';
import { quoteNode } from './quote-node.ts';
import { RpcError } from './rpc.ts';

/** Why an endpoint is unusable at the moment. The reason must not contain secrets. */
export class EndpointFailure extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'EndpointFailure';
  }
}

/** The node rejected a call because it gets too many of them. It works, but must be called less often. */
export class RateLimited extends Error {
  /** How long the node asks to wait; undefined if it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, retryAfterMs?: number) {
    super(reason);
    this.name = 'RateLimited';
    this.retryAfterMs = retryAfterMs;
  }
}

export interface RpcRequest {
  id: number;
  method: string;
  params: readonly unknown[];
  timeoutMs: number;
  responseBytesMax: number;
  /** Error codes that mean "try again later". */
  busyCodes: readonly number[];
  /** Error codes that mean "too many calls", whatever the message says. */
  limitCodes: readonly number[];
}

/** Makes one call to one node, by whatever protocol. */
export type SendRequest = (endpoint: Endpoint, request: RpcRequest) => Promise<unknown>;

/**
 * Makes one call to one node. Throws an RpcError if the node returned an error, RateLimited if it gets too many calls, an
 * EndpointFailure if it is unusable.
 */
export async function callEndpoint(endpoint: Endpoint, request: RpcRequest): Promise<unknown> {
  const { status, text, retryAfterMs } = await post(endpoint, request);
  // Whatever is asked, the answer is the same. HTTP 403 may be about a single method that a plan does not include.
  if (status === 401) throw new EndpointFailure(rejected(status));
  if (status === 429) throw new RateLimited('limits the rate of calls (HTTP 429)', retryAfterMs);
  const response = parseResponse(status, text);
  const error = response['error'];
  if (error === undefined || error === null) {
    if (response['id'] !== request.id) throw new EndpointFailure('returned the response to another request');
    if (!('result' in response)) throw new EndpointFailure('returned neither a result nor an error');
    return response['result'];
  }
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'number') throw new EndpointFailure('returned an error that has no code');
  const said = typeof message === 'string' ? message : 'no reason given';
  const sentence = quoteNode(said, endpoint);
  if (isRateLimit(code, said.slice(0, SEARCHED_LENGTH_MAX), request.limitCodes))
    throw new RateLimited(`limits the rate of calls (${code}: ${sentence})`, retryAfterMs);
  if (request.busyCodes.includes(code)) throw new EndpointFailure(`is not ready: ${sentence}`);
  throw new RpcError(code, sentence);
}

/** What comes later in a message is not searched. */
const SEARCHED_LENGTH_MAX = 2_000;
const SAYS_RATE_LIMIT = /rate.?limit|too many requests|limit exceeded|request count exceeded|compute units per second/i;
/** A request that is too large is rejected with similar words, and does not get smaller by waiting. */
const SAYS_TOO_LARGE =
  /block range|range.*(large|exceed)|exceed.*range|results|returned more than|response size|too large/i;
/** A contract that fails says why, in words that anyone can choose. */
const SAYS_REVERTED = /revert|VM exception/i;

const isRateLimit = (code: number, message: string, limitCodes: readonly number[]): boolean =>
  !SAYS_TOO_LARGE.test(message) &&
  !SAYS_REVERTED.test(message) &&
  (limitCodes.includes(code) || SAYS_RATE_LIMIT.test(message));

const rejected = (status: number) => `rejected the user name, password or key (HTTP ${status})`;

function parseResponse(status: number, text: string): Record<string, unknown> {
  try {
    const response = parseJson(text);
    if (typeof response === 'object' && response !== null && !Array.isArray(response)) {
      const members = response as Record<string, unknown>;
      if ('result' in members || 'error' in members) return members;
    }
  } catch {
    // The status below says what went wrong.
  }
  if (status === 403) throw new EndpointFailure(rejected(status));
  throw new EndpointFailure(`did not return JSON-RPC (HTTP ${status})`);
}

interface HttpResponse {
  status: number;
  text: string;
  retryAfterMs: number | undefined;
}

/** What these return is as large as the senders of transactions want it to be, so the node is not to blame. */
const SIZED_BY_SENDERS = /^(debug_trace|trace_|eth_getBlockReceipts)/;
const SIZED_BY_SENDERS_BYTES_MAX = 16 * 1_024 * 1_024;
const TOO_LARGE = -32_000;

async function post(endpoint: Endpoint, request: RpcRequest): Promise<HttpResponse> {
  const { id, method, params } = request;
  const isSizedBySenders = SIZED_BY_SENDERS.test(method);
  const { responseBytesMax } = request;
  const bytesMax = isSizedBySenders ? Math.min(SIZED_BY_SENDERS_BYTES_MAX, responseBytesMax) : responseBytesMax;
  try {
    const response = await fetchNode(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(endpoint.authorization === undefined ? {} : { authorization: endpoint.authorization }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: AbortSignal.timeout(request.timeoutMs),
      // A redirect could send the password to another server.
      redirect: 'error',
    });
    return {
      status: response.status,
      text: (await readBounded(response, bytesMax)).toString('utf8'),
      retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
    };
  } catch (error) {
    if (error instanceof ResponseTooLarge && isSizedBySenders) throw new RpcError(TOO_LARGE, error.message);
    if (error instanceof EndpointFailure) throw error;
    throw new EndpointFailure(reasonOf(error, request.timeoutMs));
  }
}

class ResponseTooLarge extends EndpointFailure {}

/** A date is not followed: the clocks of two machines differ. */
export const readRetryAfter = (value: string | null): number | undefined =>
  value !== null && /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : undefined;

export async function readBounded(response: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new ResponseTooLarge(`returned more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** Passes on only the error code, because the message of a network error may contain secrets. */
export function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `did not respond within ${timeoutMs / 1_000} s`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code === undefined ? 'could not be reached' : `could not be reached (${code})`;
}
