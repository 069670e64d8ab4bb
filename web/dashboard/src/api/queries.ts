import { queryOptions } from '@tanstack/react-query';
import { client } from './session-client.ts';
import type { ApiKey, CatalogueItem, DeviceSession, Intent, IntentStatus, Mode, Page, Settings } from './types.ts';

export interface IntentFilter {
  status?: IntentStatus | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** The mode is the first part of every key of the data plane, so that test and live never share an entry. */
const dataKey = (mode: Mode, ...rest: unknown[]) => [mode, ...rest];

export const intentKeys = {
  lists: (mode: Mode) => dataKey(mode, 'intents'),
  one: (mode: Mode, id: string) => dataKey(mode, 'intent', id),
};

export const intentsQuery = (mode: Mode, filter: IntentFilter) =>
  queryOptions({
    queryKey: [...intentKeys.lists(mode), filter],
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries(filter)) {
        if (value !== undefined && value !== '') parameters.set(name, String(value));
      }
      return client.call<Page<Intent>>(`/${mode}/payment_intents?${parameters}`, { signal });
    },
  });

export const intentQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: intentKeys.one(mode, id),
    queryFn: ({ signal }) => client.call<Intent>(`/${mode}/payment_intents/${encodeURIComponent(id)}`, { signal }),
  });

export const apiKeysQuery = (mode: Mode) =>
  queryOptions({
    queryKey: dataKey(mode, 'api_keys'),
    queryFn: ({ signal }) => client.call<{ data: ApiKey[] }>(`/${mode}/api_keys`, { signal }),
  });

export const itemsQuery = (mode: Mode, cursor: string | undefined) =>
  queryOptions({
    queryKey: dataKey(mode, 'items', cursor ?? null),
    queryFn: ({ signal }) =>
      client.call<Page<CatalogueItem>>(
        `/${mode}/items${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
        { signal },
      ),
  });

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.call<Settings>('/settings', { signal }),
  });

export const devicesQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => client.call<{ data: DeviceSession[] }>('/sessions', { signal }),
  });
