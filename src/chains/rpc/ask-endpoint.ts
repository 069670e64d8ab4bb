import type { Endpoint } from './endpoint.ts';
import { RpcError } from './rpc.ts';

/** Why an endpoint is no use at the moment, in words that hold no secret. */
export class EndpointFailure extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'EndpointFailure';
  }
}

export interface Question {
  id: number;
  method: string;
  params: readonly unknown[];
  timeoutMs: number;
  answerBytesMax: number;
  /** Error codes by which a node says "not now". */
  busyCodes: readonly number[];
}

/** One call to one node. Throws an RpcError where the node said no, an EndpointFailure where it is no use. */
export async function askEndpoint(endpoint: Endpoint, question: Question): Promise<unknown> {
  const { status, text } = await post(endpoint, question);
  const answer = parseAnswer(status, text);
  const error = answer['error'];
  if (error === undefined || error === null) {
    if (answer['id'] !== question.id) throw new EndpointFailure('answered another question');
    if (!('result' in answer)) throw new EndpointFailure('answered neither with a result nor with an error');
    return answer['result'];
  }
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'number') throw new EndpointFailure('answered with an error that has no code');
  const sentence = typeof message === 'string' ? message : 'no reason given';
  if (question.busyCodes.includes(code)) throw new EndpointFailure(`is not ready: ${sentence}`);
  throw new RpcError(code, sentence);
}

function parseAnswer(status: number, text: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) {
      const members = answer as Record<string, unknown>;
      if ('result' in members || 'error' in members) return members;
    }
  } catch {
    // Told below, by its status.
  }
  if (status === 401 || status === 403) throw new EndpointFailure(`refused user and password (HTTP ${status})`);
  throw new EndpointFailure(`did not answer with JSON-RPC (HTTP ${status})`);
}

async function post(endpoint: Endpoint, question: Question): Promise<{ status: number; text: string }> {
  const { id, method, params } = question;
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(endpoint.authorization === undefined ? {} : { authorization: endpoint.authorization }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: AbortSignal.timeout(question.timeoutMs),
      // A redirection could carry the password to somebody else.
      redirect: 'error',
    });
    return { status: response.status, text: await readBounded(response, question.answerBytesMax) };
  } catch (error) {
    if (error instanceof EndpointFailure) throw error;
    throw new EndpointFailure(reasonOf(error, question.timeoutMs));
  }
}

async function readBounded(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new EndpointFailure(`answered with more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes).toString('utf8');
}

/** Only what is known to be harmless is passed on from an error of the network. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `did not answer within ${timeoutMs} ms`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code === undefined ? 'could not be reached' : `could not be reached (${code})`;
}
