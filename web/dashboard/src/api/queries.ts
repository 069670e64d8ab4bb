import { queryOptions } from '@tanstack/react-query';
import type { Operations } from './generated.ts';
import { client } from './session-client.ts';
import type { Mode } from './types.ts';

type IntentFilter = NonNullable<Operations['GET /dashboard/api/{mode}/payment_intents']['query']>;
type RequestFilter = NonNullable<Operations['GET /dashboard/api/{mode}/request_log']['query']>;
type TransferFilter = NonNullable<Operations['GET /dashboard/api/{mode}/transfers']['query']>;

/** No event reports the state of a network or an unmatched transfer, so these are polled. */
const POLL_MS = 15_000;
/** People who read the log are usually trying something out. */
const REQUESTS_POLL_MS = 5_000;
/** A wallet that an API key added stays pending for a day, so polling once a minute is enough. */
const WALLETS_POLL_MS = 60_000;

/** Every data key starts with the mode, so that test and live mode never share a cache entry. */
const dataKey = (mode: Mode, ...rest: unknown[]) => [mode, ...rest];

export const intentKeys = {
  lists: (mode: Mode) => dataKey(mode, 'intents'),
  one: (mode: Mode, id: string) => dataKey(mode, 'intent', id),
};

export const intentsQuery = (mode: Mode, filter: IntentFilter) =>
  queryOptions({
    queryKey: [...intentKeys.lists(mode), filter],
    queryFn: ({ signal }) => client.call('GET /{mode}/payment_intents', { path: { mode }, query: filter, signal }),
  });

export const intentQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: intentKeys.one(mode, id),
    queryFn: ({ signal }) =>
      client.call('GET /{mode}/payment_intents/{payment_intent_id}', { path: { mode, payment_intent_id: id }, signal }),
  });

export const apiKeysQuery = (mode: Mode) =>
  queryOptions({
    queryKey: dataKey(mode, 'api_keys'),
    queryFn: ({ signal }) => client.call('GET /{mode}/api_keys', { path: { mode }, signal }),
  });

export const itemsQuery = (mode: Mode, cursor: string | undefined) =>
  queryOptions({
    queryKey: dataKey(mode, 'items', cursor ?? null),
    queryFn: ({ signal }) =>
      client.call('GET /{mode}/items', { path: { mode }, query: cursor === undefined ? {} : { cursor }, signal }),
  });

export const walletKeys = (mode: Mode) => dataKey(mode, 'wallets');

export const walletsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: walletKeys(mode),
    queryFn: ({ signal }) => client.call('GET /{mode}/wallets', { path: { mode }, signal }),
    refetchInterval: WALLETS_POLL_MS,
  });

export const networksQuery = (mode: Mode) =>
  queryOptions({
    queryKey: dataKey(mode, 'networks'),
    queryFn: ({ signal }) => client.call('GET /{mode}/networks', { path: { mode }, signal }),
    refetchInterval: POLL_MS,
  });

export const transferKeys = (mode: Mode) => dataKey(mode, 'transfers');

export const transfersQuery = (mode: Mode, filter: TransferFilter) =>
  queryOptions({
    queryKey: [...transferKeys(mode), filter],
    queryFn: ({ signal }) => client.call('GET /{mode}/transfers', { path: { mode }, query: filter, signal }),
    refetchInterval: POLL_MS,
  });

/** Only the newest page changes. */
export const requestsQuery = (mode: Mode, filter: RequestFilter) =>
  queryOptions({
    queryKey: dataKey(mode, 'requests', filter),
    queryFn: ({ signal }) => client.call('GET /{mode}/request_log', { path: { mode }, query: filter, signal }),
    refetchInterval: filter.cursor === undefined ? REQUESTS_POLL_MS : false,
  });

export const requestQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: dataKey(mode, 'request', id),
    queryFn: ({ signal }) =>
      client.call('GET /{mode}/request_log/{request_id}', { path: { mode, request_id: id }, signal }),
  });

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.call('GET /settings', { signal }),
  });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => client.call('GET /sessions', { signal }),
  });
