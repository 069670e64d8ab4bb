import type { DataStore, MerchantMove } from '../src/api/generated.ts';

/** A healthy data store. */
export const sampleStore = (name: string, change: Partial<DataStore> = {}): DataStore => ({
  id: name === 'main' ? name : `ds_${name.replaceAll(/\W/g, '').padEnd(22, '0').slice(0, 22)}`,
  name,
  healthy: true,
  open: true,
  merchants: 1,
  size_bytes: 48_234_496,
  event_lag_ms: 0,
  scan_lag_ms: 4_210,
  ...change,
});

/** A data store that does not respond. */
export const sampleAway = (name: string, change: Partial<DataStore> = {}): DataStore =>
  sampleStore(name, { healthy: false, size_bytes: null, event_lag_ms: null, scan_lag_ms: null, ...change });

export const sampleMove = (from: DataStore, to: DataStore, change: Partial<MerchantMove> = {}): MerchantMove => ({
  merchant_id: 'mer_034xqZbw5Y9jHqVLMzNRCb',
  from: from.id,
  to: to.id,
  state: 'copying',
  started_at: new Date(Date.now() - 4 * 60_000).toISOString(),
  ...change,
});
