import type { DataStoreId, MerchantId } from '../domain/ids.ts';
import type { AuditEntry } from './audit.ts';
import type { ApiKey } from './keys.ts';
import type { User } from './users.ts';

export interface Merchant {
  id: MerchantId;
  name: string;
  dataStoreId: DataStoreId | undefined;
  /** No request of this merchant is served until then: its data store is being changed. */
  pausedUntilMs: number | undefined;
  /** The default lifetime of an intent; undefined for the program's own default. */
  expiresInSeconds: number | undefined;
  createdAtMs: number;
}

export interface Merchants {
  /**
   * Inserts merchant, first user and first key in one transaction, which also ends the set-up link. False where the
   * e-mail address is taken. With the hash of a set-up link, only while that link is open.
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
