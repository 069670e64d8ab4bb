import type { DataStoreId, MerchantId } from '../ids.ts';

export interface Merchant {
  id: MerchantId;
  name: string;
  dataStoreId: DataStoreId | undefined;
  /** Requests of this merchant are rejected until this time, while its data store is being changed. */
  pausedUntilMs: number | undefined;
  /** The default lifetime of an intent; undefined for Florin's default. */
  expiresInSeconds: number | undefined;
  createdAtMs: number;
}
