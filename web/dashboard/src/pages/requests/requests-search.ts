import type { Operations } from '../../api/generated.ts';

type Query = NonNullable<Operations['GET /dashboard/api/{mode}/request_log']['query']>;
type Method = NonNullable<Query['method']>;

/** The filter in the URL of the page with the request log, and the request whose details are open. */
export interface RequestsSearch extends Omit<Query, 'limit'> {
  request?: string | undefined;
}

export const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The method with this name; undefined if there is none. */
export const readMethod = (text: unknown): Method | undefined => METHODS.find((method) => method === text);

const FILTERS = ['status', 'method', 'route', 'problem', 'key_id', 'after', 'before'] as const;

/** Only the filter: without the page, and without the open request. */
export const filterOf = (search: RequestsSearch): RequestsSearch =>
  Object.fromEntries(FILTERS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));

export const isFiltered = (search: RequestsSearch): boolean => FILTERS.some((name) => search[name] !== undefined);

/** What a person searches for: a request by its ID, a route by its path, or else an error code. */
export function readSearch(text: string): Pick<RequestsSearch, 'route' | 'problem' | 'request'> {
  const trimmed = text.trim();
  const nothing = { route: undefined, problem: undefined };
  if (trimmed === '') return nothing;
  if (trimmed.startsWith('req_')) return { ...nothing, request: trimmed };
  return trimmed.startsWith('/') ? { ...nothing, route: trimmed } : { ...nothing, problem: trimmed };
}
