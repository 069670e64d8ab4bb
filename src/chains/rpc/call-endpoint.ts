import type { Endpoint } from './endpoint.ts';
import { parseJson } from './parse-json.ts';
import { RpcError } from './rpc.ts';

/** Why an endpoint is unusable at the moment. The reason must not contain secrets. */
export class EndpointFailure extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'EndpointFailure';
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
}

/** Makes one call to one node. Throws an RpcError if the node returned an error, an EndpointFailure if it is unusable. */
export async function callEndpoint(endpoint: Endpoint, request: RpcRequest): Promise<unknown> {
  const { status, text } = await post(endpoint, request);
  const response = parseResponse(status, text);
  const error = response['error'];
  if (error === undefined || error === null) {
    if (response['id'] !== request.id) throw new EndpointFailure('returned the response to another request');
    if (!('result' in response)) throw new EndpointFailure('returned neither a result nor an error');
    return response['result'];
  }
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'number') throw new EndpointFailure('returned an error that has no code');
  const sentence = typeof message === 'string' ? message : 'no reason given';
  if (request.busyCodes.includes(code)) throw new EndpointFailure(`is not ready: ${sentence}`);
  throw new RpcError(code, sentence);
}

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
  if (status === 401 || status === 403)
    throw new EndpointFailure(`rejected the user name or password (HTTP ${status})`);
  throw new EndpointFailure(`did not return JSON-RPC (HTTP ${status})`);
}

async function post(endpoint: Endpoint, request: RpcRequest): Promise<{ status: number; text: string }> {
  const { id, method, params } = request;
  try {
    const response = await fetch(endpoint.url, {
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
    return { status: response.status, text: await readBounded(response, request.responseBytesMax) };
  } catch (error) {
    if (error instanceof EndpointFailure) throw error;
    throw new EndpointFailure(reasonOf(error, request.timeoutMs));
  }
}

async function readBounded(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new EndpointFailure(`returned more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes).toString('utf8');
}

/** Passes on only the error code, because the message of a network error may contain secrets. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `did not respond within ${timeoutMs} ms`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code === undefined ? 'could not be reached' : `could not be reached (${code})`;
}
