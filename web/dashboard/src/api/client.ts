import type { Operations, Problem } from './generated.ts';

/** What is known of a failure: a problem of the server's, or as much of one as could be read. */
type Trouble = Partial<Omit<Problem, 'code'>> & { code?: string };

/** An answer that is not a success, or none at all (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** The sentence for each field at fault; the key is its pointer without `#/`, such as `late_policy/other_seconds`. */
  readonly fields: Record<string, string>;
  /** The code for each field at fault, by the same keys. */
  readonly codes: Record<string, string>;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, problem: Trouble, retryAfterSeconds: number | null = null) {
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.requestId = problem.request_id ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = {};
    this.codes = {};
    for (const { pointer, code, detail } of problem.errors ?? []) {
      const field = pointer?.replace(/^#?\//, '');
      if (field === undefined || field in this.fields) continue;
      this.fields[field] = detail;
      this.codes[field] = code;
    }
  }
}

/** The operations of the dashboard's interface by their short names, such as `GET /{mode}/api_keys`. */
type OfDashboard = {
  [Whole in keyof Operations as Whole extends `${infer Method} /dashboard/api${infer Path}`
    ? `${Method} ${Path}`
    : never]: Operations[Whole];
};

type Name = keyof OfDashboard;
/** Its parameters in path and query, and its body; only what the operation takes. */
type Given<N extends Name> = Omit<OfDashboard[N], 'answer'> & { signal?: AbortSignal };
type Answer<N extends Name> = OfDashboard[N]['answer'];

export interface Client {
  /** What an operation must be given has to be there; where that is nothing, nothing need be. */
  call<N extends Name>(
    operation: N,
    ...given: Partial<Given<N>> extends Given<N> ? [given?: Given<N>] : [given: Given<N>]
  ): Promise<Answer<N>>;
  setCsrfToken(token: string | null): void;
}

const ROOT = '/dashboard/api';

/** What any operation may be given. */
interface Parts {
  path?: Record<string, string>;
  query?: Record<string, string | undefined>;
  /** Sent as JSON, or as CSV where it is text. */
  body?: object | string;
  signal?: AbortSignal;
}

const writePath = (template: string, path: Record<string, string> = {}) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));

function writeQuery(query: Record<string, string | undefined> = {}): string {
  const written = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return written.length === 0 ? '' : `?${new URLSearchParams(written)}`;
}

/** All traffic with the server goes through here, except the event stream. */
export function createClient(send: typeof fetch, onSignedOut: () => void = () => undefined): Client {
  let csrfToken: string | null = null;
  return {
    setCsrfToken(token) {
      csrfToken = token;
    },
    async call(operation, ...[given = {}]) {
      const { path, query, body, signal } = given as Parts;
      const [method = 'GET', template = ''] = operation.split(' ');
      const headers: Record<string, string> = { accept: 'application/json' };
      if (body !== undefined) headers['content-type'] = typeof body === 'string' ? 'text/csv' : 'application/json';
      if (method !== 'GET' && csrfToken !== null) headers['x-florin-csrf'] = csrfToken;
      const request: RequestInit = { method, headers, credentials: 'same-origin' };
      if (body !== undefined) request.body = typeof body === 'string' ? body : JSON.stringify(body);
      if (signal) request.signal = signal;
      const answer = await send(`${ROOT}${writePath(template, path)}${writeQuery(query)}`, request).catch(
        (error: unknown) => {
          if (signal?.aborted) throw error;
          throw new ApiError(0, { code: 'offline', detail: 'The server cannot be reached. Check your connection.' });
        },
      );
      if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as Answer<typeof operation>;
      const error = await readError(answer);
      // A wrong password is a 401 too, but it says nothing about the session.
      if (error.status === 401 && error.code !== 'invalid_credentials') onSignedOut();
      throw error;
    },
  };
}

async function readError(answer: Response): Promise<ApiError> {
  const retryAfter = answer.headers.get('retry-after');
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '');
  const problem = isJson ? ((await answer.json().catch(() => ({}))) as Trouble) : {};
  return new ApiError(answer.status, problem, seconds);
}
