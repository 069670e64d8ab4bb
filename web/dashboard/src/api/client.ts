import type { Operations, Problem } from './generated.ts';

/** The server's problem document, or as much of it as could be read. */
type PartialProblem = Partial<Omit<Problem, 'code'>> & { code?: string };

/** An error response, or no response at all (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** The error message of each invalid field, by its pointer without `#/`, such as `late_policy/other_seconds`. */
  readonly fields: Record<string, string>;
  /** The error code of each invalid field, by the same keys. */
  readonly codes: Record<string, string>;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, problem: PartialProblem, retryAfterSeconds: number | null = null) {
    super(problem.detail ?? problem.title ?? `The server responded with status ${status}.`);
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

/** The operations of the dashboard API by their short names, such as `GET /{mode}/api_keys`. */
type DashboardOperations = {
  [Whole in keyof Operations as Whole extends `${infer Method} /dashboard/api${infer Path}`
    ? `${Method} ${Path}`
    : never]: Operations[Whole];
};

type OperationName = keyof DashboardOperations;
/** The operation's path parameters, query and body. */
type Input<N extends OperationName> = Omit<DashboardOperations[N], 'answer'> & {
  signal?: AbortSignal;
  /** A request that is sent again with the same key and body changes nothing. */
  idempotencyKey?: string;
};
type Output<N extends OperationName> = DashboardOperations[N]['answer'];

export interface Client {
  /** The input is optional if the operation requires none. */
  call<N extends OperationName>(
    operation: N,
    ...input: Partial<Input<N>> extends Input<N> ? [input?: Input<N>] : [input: Input<N>]
  ): Promise<Output<N>>;
  setCsrfToken(token: string | null): void;
}

export interface SessionListeners {
  /** The role has changed since the page was loaded. */
  onDenied(): void;
  /** Whether the user has given the second factor, so that the request can be sent again. */
  askSecondFactor(error: ApiError): Promise<boolean>;
}

/** A wrong password or second factor also gives a 401, but does not end the session. */
const KEEPS_SESSION: ReadonlySet<string> = new Set([
  'invalid_credentials',
  'second_factor_required',
  'second_factor_invalid',
]);

/** These ask for the second factor on their own page. */
const OWN_FACTOR: ReadonlySet<string> = new Set(['POST /sign_in', 'POST /session/second_factor']);

const ROOT = '/dashboard/api';

/** The input of any operation. */
interface AnyInput {
  path?: Record<string, string>;
  query?: Record<string, string | undefined>;
  /** Sent as JSON, or as CSV if it is text. */
  body?: object | string;
  signal?: AbortSignal;
  idempotencyKey?: string;
}

const writePath = (template: string, path: Record<string, string> = {}) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));

function writeQuery(query: Record<string, string | undefined> = {}): string {
  const written = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return written.length === 0 ? '' : `?${new URLSearchParams(written)}`;
}

/** Every request to the server goes through here, except the event stream. */
export function createClient(
  send: typeof fetch,
  onSignedOut: () => void = () => undefined,
  { onDenied = () => undefined, askSecondFactor = async () => false }: Partial<SessionListeners> = {},
): Client {
  let csrfToken: string | null = null;
  const client: Client = {
    setCsrfToken(token) {
      csrfToken = token;
    },
    async call(operation, ...[input = {}]) {
      const { path, query, body, signal, idempotencyKey } = input as AnyInput;
      const [method = 'GET', template = ''] = operation.split(' ');
      const headers: Record<string, string> = { accept: 'application/json' };
      if (body !== undefined) headers['content-type'] = typeof body === 'string' ? 'text/csv' : 'application/json';
      if (method !== 'GET' && csrfToken !== null) headers['x-florin-csrf'] = csrfToken;
      if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
      const request: RequestInit = { method, headers, credentials: 'same-origin' };
      if (body !== undefined) request.body = typeof body === 'string' ? body : JSON.stringify(body);
      if (signal) request.signal = signal;
      const response = await send(`${ROOT}${writePath(template, path)}${writeQuery(query)}`, request).catch(
        (error: unknown) => {
          if (signal?.aborted) throw error;
          throw new ApiError(0, { code: 'offline', detail: 'Cannot reach the server. Check your connection.' });
        },
      );
      if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Output<typeof operation>;
      const error = await readError(response);
      if (error.status === 401 && !KEEPS_SESSION.has(error.code)) onSignedOut();
      if (error.code === 'permission_denied') onDenied();
      const asks = error.code === 'second_factor_required' && !OWN_FACTOR.has(operation);
      if (asks && (await askSecondFactor(error))) return client.call(operation, ...([input] as never));
      throw error;
    },
  };
  return client;
}

async function readError(response: Response): Promise<ApiError> {
  const retryAfter = response.headers.get('retry-after');
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  const problem = isJson ? ((await response.json().catch(() => ({}))) as PartialProblem) : {};
  return new ApiError(response.status, problem, seconds);
}
