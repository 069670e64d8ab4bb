import { queryOptions } from '@tanstack/react-query';
import type { Item, Operations } from './generated.ts';
import { client } from './session-client.ts';
import type { Mode } from './types.ts';

type IntentFilter = NonNullable<Operations['GET /dashboard/api/{mode}/payment_intents']['query']>;
type InvoiceFilter = NonNullable<Operations['GET /dashboard/api/{mode}/invoices']['query']>;
type EventFilter = NonNullable<Operations['GET /dashboard/api/{mode}/events']['query']>;
type DeliveryFilter = NonNullable<Operations['GET /dashboard/api/{mode}/deliveries']['query']>;
type RequestFilter = NonNullable<Operations['GET /dashboard/api/{mode}/request_log']['query']>;
type TransferFilter = NonNullable<Operations['GET /dashboard/api/{mode}/transfers']['query']>;

type AuditFilter = NonNullable<Operations['GET /dashboard/api/audit_log']['query']>;

/** No event reports the state of a network or an unmatched transfer, so these are polled. */
const POLL_MS = 15_000;
/** People who read the log are usually trying something out. */
const REQUESTS_POLL_MS = 5_000;
/** A wallet that an API key added stays pending for a day, so polling once a minute is enough. */
const WALLETS_POLL_MS = 60_000;
/** An endpoint is disabled after days, so polling once a minute is enough. */
const ENDPOINTS_POLL_MS = 60_000;
/** No event reports that a delivery arrived, and people wait for it. */
const PENDING_POLL_MS = 2_000;

/** No event reports a delivery, a wallet or an invitation. Only an open checklist is polled. */
const CHECKLIST_POLL_MS = 5_000;

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

export const invoicesQuery = (mode: Mode, filter: InvoiceFilter) =>
  queryOptions({
    queryKey: dataKey(mode, 'invoices', filter),
    queryFn: ({ signal }) => client.call('GET /{mode}/invoices', { path: { mode }, query: filter, signal }),
  });

export const viewsQuery = () =>
  queryOptions({
    queryKey: ['views'],
    queryFn: ({ signal }) => client.call('GET /views', { signal }),
  });

export const intentQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: intentKeys.one(mode, id),
    queryFn: ({ signal }) =>
      client.call('GET /{mode}/payment_intents/{payment_intent_id}', { path: { mode, payment_intent_id: id }, signal }),
  });

/** A change of status can issue a document. */
export const invoiceQuery = (mode: Mode, id: string, status: string) =>
  queryOptions({
    queryKey: dataKey(mode, 'invoice', id, status),
    queryFn: ({ signal }) =>
      client.call('GET /{mode}/invoices/{payment_intent_id}', {
        path: { mode, payment_intent_id: id },
        query: {},
        signal,
      }),
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

/** How many items a form offers to choose from: this many pages of the largest size. */
const CATALOG_PAGES = 5;

/** The beginning of the catalog, and whether there is more. */
export const catalogQuery = (mode: Mode) =>
  queryOptions({
    queryKey: dataKey(mode, 'items', 'catalog'),
    queryFn: async ({ signal }) => {
      const items: Item[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < CATALOG_PAGES; page += 1) {
        const query: { limit: string; cursor?: string } = { limit: '100', ...(cursor === null ? {} : { cursor }) };
        const answer = await client.call('GET /{mode}/items', { path: { mode }, query, signal });
        items.push(...answer.data);
        cursor = answer.next_cursor;
        if (cursor === null) break;
      }
      return { items, hasMore: cursor !== null };
    },
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

export const eventKeys = (mode: Mode) => dataKey(mode, 'events');

export const eventsQuery = (mode: Mode, filter: EventFilter) =>
  queryOptions({
    queryKey: [...eventKeys(mode), filter],
    queryFn: ({ signal }) => client.call('GET /{mode}/events', { path: { mode }, query: filter, signal }),
  });

export const eventQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: dataKey(mode, 'event', id),
    queryFn: ({ signal }) => client.call('GET /{mode}/events/{event_id}', { path: { mode, event_id: id }, signal }),
  });

export const endpointKeys = (mode: Mode) => dataKey(mode, 'webhook_endpoints');

export const endpointsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: endpointKeys(mode),
    queryFn: ({ signal }) => client.call('GET /{mode}/webhook_endpoints', { path: { mode }, signal }),
    refetchInterval: ENDPOINTS_POLL_MS,
  });

export const endpointQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [...endpointKeys(mode), id],
    queryFn: ({ signal }) =>
      client.call('GET /{mode}/webhook_endpoints/{endpoint_id}', { path: { mode, endpoint_id: id }, signal }),
    refetchInterval: POLL_MS,
  });

export const healthQuery = (mode: Mode) =>
  queryOptions({
    queryKey: dataKey(mode, 'webhook_health'),
    queryFn: ({ signal }) => client.call('GET /{mode}/webhook_endpoints/health', { path: { mode }, signal }),
    refetchInterval: POLL_MS,
  });

export const deliveryKeys = (mode: Mode) => dataKey(mode, 'deliveries');

export const deliveriesQuery = (mode: Mode, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: [...deliveryKeys(mode), filter],
    queryFn: ({ signal }) => client.call('GET /{mode}/deliveries', { path: { mode }, query: filter, signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((delivery) => delivery.state === 'pending') ? PENDING_POLL_MS : POLL_MS,
  });

export const deliveryQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [...deliveryKeys(mode), id],
    queryFn: ({ signal }) =>
      client.call('GET /{mode}/deliveries/{delivery_id}', { path: { mode, delivery_id: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? PENDING_POLL_MS : false),
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

export const checklistKey = ['checklist'];

/** Always read again when a page shows it: people come back to it from the page on which they did the next step. */
export const checklistQuery = () =>
  queryOptions({
    queryKey: checklistKey,
    queryFn: ({ signal }) => client.call('GET /checklist', { signal }),
    staleTime: 0,
    refetchInterval: CHECKLIST_POLL_MS,
  });

export const teamQuery = () =>
  queryOptions({ queryKey: ['team'], queryFn: ({ signal }) => client.call('GET /team', { signal }) });

/** The roles are part of the program, so they never change while a page is open. */
export const rolesQuery = () =>
  queryOptions({
    queryKey: ['roles'],
    queryFn: ({ signal }) => client.call('GET /roles', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit_log', filter],
    queryFn: ({ signal }) => client.call('GET /audit_log', { query: filter, signal }),
  });

/** No event reports how a data store is doing, or that a merchant has moved. */
export const dataStoresQuery = () =>
  queryOptions({
    queryKey: ['data_stores'],
    queryFn: ({ signal }) => client.call('GET /data_stores', { signal }),
    refetchInterval: POLL_MS,
  });

export const securityQuery = () =>
  queryOptions({ queryKey: ['security'], queryFn: ({ signal }) => client.call('GET /security', { signal }) });

export const noticesQuery = () =>
  queryOptions({ queryKey: ['notices'], queryFn: ({ signal }) => client.call('GET /notices', { signal }) });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => client.call('GET /sessions', { signal }),
  });
