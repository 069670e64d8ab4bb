import type { DataStoreId, MerchantId } from '../domain/ids.ts';
import type { ApiKey } from '../domain/keys/api-key.ts';
import type { Merchant } from '../domain/merchants/merchant.ts';
import type { User } from '../domain/sessions/user.ts';
import type { AuditEntry } from './audit.ts';

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
  /** How many there are in each data store that has any. Undefined is the main database. */
  countByStore(): Promise<Map<DataStoreId | undefined, number>>;
  pause(id: MerchantId, untilMs: number | undefined): Promise<void>;
  setDataStore(id: MerchantId, dataStoreId: DataStoreId | undefined, audit: AuditEntry): Promise<void>;
}
