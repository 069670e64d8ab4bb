import type { FieldError } from '../../domain/field-error.ts';
import { publicKeyMode } from '../../domain/keys/key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Credentials } from '../../ports/profiles.ts';
import type { Query, RemoteApi, ServerSentEvent } from '../../ports/remote-api.ts';
import { parseEventStream } from './parse-event-stream.ts';

/** A stream without even a heartbeat for this long is dead, as after a laptop has slept. */
const SILENCE_MS_MAX = 3 * LIMITS.eventStreamHeartbeatMs;

/** What is read of an answer, unpacked. A page of the largest events is far shorter. */
const ANSWER_CHARACTERS_MAX = 64 * 1_048_576;

/** Where a request does not leave this machine. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Calls the API of a server over HTTP. `silenceMsMax` is for tests. */
export function connectApi(credentials: Credentials, silenceMsMax = SILENCE_MS_MAX): RemoteApi {
  const { url, publicKey, privateKey } = credentials;
  const mode = publicKeyMode(publicKey);
  if (!mode) throw new UserError('The public key is invalid. It begins with fpk_test_ or fpk_live_.', 'usage');
  const { protocol, hostname } = new URL(url);
  if (mode === 'live' && protocol !== 'https:' && !LOOPBACK.test(hostname)) {
    throw new UserError(`${url} would send the live private key unencrypted. Use https.`, 'usage');
  }
  const authorization = `Bearer ${privateKey}`;

  const addressOf = (path: string, query: Query = {}): string => {
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const search = new URLSearchParams(given).toString();
    return `${url}/${publicKey}${path}${search === '' ? '' : `?${search}`}`;
  };

  async function call<Answer>(method: string, address: string, body?: object): Promise<Answer> {
    const response = await request(address, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LIMITS.requestTimeoutMs),
    });
    const text = await readText(response).catch((error: unknown) => fail(url, error));
    return (text === '' ? undefined : parseAnswer(text, url)) as Answer;
  }

  /** Throws unless the answer is a success. A redirect is not followed, because the private key is for this server only. */
  async function request(address: string, init: RequestInit): Promise<Response> {
    const response = await fetch(address, { ...init, redirect: 'manual' }).catch((error: unknown) => fail(url, error));
    if (!response.ok) throw await explain(response, url);
    return response;
  }

  return {
    url,
    mode,
    get: (path, query) => call('GET', addressOf(path, query)),
    send: (method, path, body) => call(method, addressOf(path), body),
    async openStream(path, { query = {}, lastEventId, signal }) {
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(new Error('no data')), silenceMsMax);
      const { body } = await request(addressOf(path, query), {
        headers: { authorization, accept: 'text/event-stream', 'last-event-id': lastEventId },
        signal: AbortSignal.any([signal, silence.signal]),
      }).catch((error: unknown) => {
        clearTimeout(timer);
        throw error;
      });
      return readStream(body, timer, url);
    },
  };
}

async function* readStream(
  body: ReadableStream<Uint8Array> | null,
  timer: NodeJS.Timeout,
  url: string,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  async function* chunks(): AsyncGenerator<string> {
    for await (const chunk of body ?? []) {
      timer.refresh();
      yield decoder.decode(chunk, { stream: true });
    }
  }
  try {
    yield* parseEventStream(chunks());
  } catch (error) {
    fail(url, error);
  } finally {
    clearTimeout(timer);
  }
}

/** A server, or whatever answers in its place, must not fill the memory of this machine. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > ANSWER_CHARACTERS_MAX) throw new Error('the answer is too long');
  }
  return text + decoder.decode();
}

function fail(url: string, error: unknown): never {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const why = (error as Error).name === 'TimeoutError' ? 'timeout' : (cause?.code ?? cause?.message ?? message);
  throw new UserError(`${url} cannot be reached (${why}). Check the URL and that the server runs.`, 'unreachable');
}

function parseAnswer(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(`${url} does not answer like Florin. Check the URL.`);
  }
}

/** The error that a problem answer stands for, with the details of invalid fields. */
async function explain(response: Response, url: string): Promise<UserError> {
  const { status } = response;
  const problem = await readProblem(response);
  if (status >= 300 && status < 400) {
    return new UserError(`${url} redirects to ${response.headers.get('location')}. Use that URL.`);
  }
  const code = problem?.code === 'validation_failed' ? 'usage' : codeOf(status);
  if (!problem) return new UserError(`${url} answered ${status} and not like Florin. Check the URL.`, code);
  const fields = problem.errors.map(({ pointer, parameter, detail }) => `\n  ${pointer ?? parameter}: ${detail}`);
  return new UserError(`${problem.detail}${fields.join('')} (${problem.code})`, code);
}

function codeOf(status: number): string | undefined {
  if (status === 404) return 'not_found';
  return status === 408 || status === 429 || status >= 500 ? 'unreachable' : undefined;
}

interface ProblemAnswer {
  code: string;
  detail: string;
  errors: FieldError[];
}

async function readProblem(response: Response): Promise<ProblemAnswer | undefined> {
  const answer = (await readText(response)
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => undefined)) as Partial<ProblemAnswer> | undefined;
  if (typeof answer?.code !== 'string') return undefined;
  return { code: answer.code, detail: answer.detail ?? '', errors: answer.errors ?? [] };
}
