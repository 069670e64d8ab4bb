import type { Problem } from './types.ts';

/** An answer that is not a success, or none at all (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** The sentence for each field at fault; the key is its pointer without `#/`, such as `late_policy/other_seconds`. */
  readonly fields: Record<string, string>;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, problem: Partial<Problem>, retryAfterSeconds: number | null = null) {
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.requestId = problem.request_id ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = {};
    for (const { pointer, detail } of problem.errors ?? []) {
      const field = pointer?.replace(/^#?\//, '');
      if (field !== undefined && !(field in this.fields)) this.fields[field] = detail;
    }
  }
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON, or as CSV where it is text. */
  body?: object | string;
  signal?: AbortSignal;
}

export interface Client {
  call<Answer>(path: string, call?: Call): Promise<Answer>;
  setCsrfToken(token: string | null): void;
}

const ROOT = '/dashboard/api';

/** All traffic with the server goes through here, except the event stream. */
export function createClient(send: typeof fetch, onSignedOut: () => void = () => undefined): Client {
  let csrfToken: string | null = null;
  return {
    setCsrfToken(token) {
      csrfToken = token;
    },
    async call<Answer>(path: string, { method = 'GET', body, signal }: Call = {}): Promise<Answer> {
      const headers: Record<string, string> = { accept: 'application/json' };
      if (body !== undefined) headers['content-type'] = typeof body === 'string' ? 'text/csv' : 'application/json';
      if (method !== 'GET' && csrfToken !== null) headers['x-florin-csrf'] = csrfToken;
      const request: RequestInit = { method, headers, credentials: 'same-origin' };
      if (body !== undefined) request.body = typeof body === 'string' ? body : JSON.stringify(body);
      if (signal) request.signal = signal;
      const answer = await send(`${ROOT}${path}`, request).catch((error: unknown) => {
        if (signal?.aborted) throw error;
        throw new ApiError(0, { code: 'offline', detail: 'The server cannot be reached. Check your connection.' });
      });
      if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as Answer;
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
  const problem = isJson ? ((await answer.json().catch(() => ({}))) as Partial<Problem>) : {};
  return new ApiError(answer.status, problem, seconds);
}
