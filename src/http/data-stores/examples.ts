import type { Static } from 'typebox';
import type { DataStoreListSchema } from './data-store-schema.ts';

export const exampleDataStores: Static<typeof DataStoreListSchema> = {
  data: [
    {
      id: 'main',
      name: 'main',
      healthy: true,
      open: false,
      merchants: 3,
      size_bytes: 48_234_496,
      event_lag_ms: 0,
      scan_lag_ms: 4_210,
    },
    {
      id: 'ds_034xqZbw5Y9jHqVLMzNRCc',
      name: 'Frankfurt',
      healthy: false,
      open: true,
      merchants: 12,
      size_bytes: null,
      event_lag_ms: null,
      scan_lag_ms: null,
    },
  ],
  moves: [
    {
      merchant_id: 'mer_034xqZbw5Y9jHqVLMzNRCc',
      from: 'main',
      to: 'ds_034xqZbw5Y9jHqVLMzNRCc',
      state: 'copying',
      started_at: '2026-11-15T09:30:12.000Z',
    },
  ],
};
