import type { ChainAdapter, Scan } from '../../../src/ports/chain.ts';
import type { Bug } from './bug.ts';

/** Changes the scans of an adapter. */
export const wrapScan =
  (change: (scan: Scan, adapter: ChainAdapter) => Scan): NonNullable<Bug['adapter']> =>
  (adapter) => ({ ...adapter, scan: async (cursor, watch) => change(await adapter.scan(cursor, watch), adapter) });
