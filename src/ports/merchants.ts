import type { DataStoreId, MerchantId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';
import type { ApiKey } from './keys.ts';
import type { User } from './users.ts';

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

export interface Merchants {
  /**
   * Inserts the merchant, the first user and the first key in one transaction, which also ends the setup link. False if the
   * email address is taken. With the hash of a setup link, succeeds only while that link is valid.
   */
  insert(
    rows: { merchant: Merchant; owner: User; key: ApiKey },
    audit: AuditEntry,
    setUpLinkHash?: string,
  ): Promise<boolean>;
  find(id: MerchantId): Promise<Merchant | undefined>;
  list(): Promise<Merchant[]>;
  pause(id: MerchantId, untilMs: number | undefined): Promise<void>;
  setDataStore(id: MerchantId, dataStoreId: DataStoreId | undefined, audit: AuditEntry): Promise<void>;
}
