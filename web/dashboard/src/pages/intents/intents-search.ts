import type { Operations } from '../../api/generated.ts';
import { isIntentStatus } from '../../format/status.ts';

type Query = NonNullable<Operations['GET /dashboard/api/{mode}/payment_intents']['query']>;

/** The filter in the URL of the payments page. `q` is what was typed into the search box. */
export interface IntentsSearch extends Omit<Query, 'search' | 'limit' | 'email' | 'order_id'> {
  q?: string | undefined;
}

const TEXTS = [
  'q',
  'asset',
  'network',
  'currency',
  'amount_min',
  'amount_max',
  'created_after',
  'created_before',
] as const;

/** Everything that a filter of the page can be, from the parameters of its URL. */
export function readIntentsSearch(parameters: Readonly<Record<string, unknown>>): IntentsSearch {
  const text = (name: string) => {
    const value = parameters[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const { status } = parameters;
  return {
    status: isIntentStatus(status) ? status : undefined,
    ...Object.fromEntries(TEXTS.map((name) => [name, text(name)])),
    cursor: text('cursor'),
  };
}

const FILTERS = ['status', ...TEXTS] as const;

/** Only the filter: without the page, and without the mode, which every URL has. */
export const filterOf = (search: IntentsSearch): IntentsSearch =>
  Object.fromEntries(FILTERS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));

export const isFiltered = (search: IntentsSearch): boolean => Object.keys(filterOf(search)).length > 0;

/** How many filters besides the text and the status are set. */
export const countMore = ({ q: _q, status: _status, ...more }: IntentsSearch): number =>
  Object.keys(filterOf(more)).filter((name) => name !== 'currency').length;

/** The query of the API. */
export function toQuery(search: IntentsSearch): Query {
  const { q, ...filter } = filterOf(search);
  return {
    ...filter,
    ...(q === undefined ? {} : { search: q }),
    ...(search.cursor === undefined ? {} : { cursor: search.cursor }),
  };
}

/** The filter as text, for a saved view and the URL of an export. */
export const toText = (search: IntentsSearch): string =>
  new URLSearchParams(Object.entries(filterOf(search)) as [string, string][]).toString();

export const fromText = (text: string): IntentsSearch =>
  readIntentsSearch(Object.fromEntries(new URLSearchParams(text)));
