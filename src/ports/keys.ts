import type { KeyId, MerchantId } from '../domain/ids.ts';
import type { ApiKey } from '../domain/keys/api-key.ts';
import type { Merchant } from '../domain/merchants/merchant.ts';
import type { AuditEntry } from './audit.ts';

export interface KeyUse {
  keyId: KeyId;
  atMs: number;
  address: string;
}

export interface Keys {
  insert(key: ApiKey, audit: AuditEntry): Promise<void>;
  find(id: KeyId): Promise<ApiKey | undefined>;
  /** Also returns the networks on which the merchant has a wallet in the key's mode. */
  findByHash(
    privateKeyHash: string,
  ): Promise<{ key: ApiKey; merchant: Merchant; walletNetworks: readonly string[] } | undefined>;
  /** Also finds a pair that was rolled or revoked or has expired. */
  findByPublicKey(publicKey: string): Promise<{ key: ApiKey; merchant: Merchant } | undefined>;
  list(merchantId: MerchantId): Promise<ApiKey[]>;
  /** Inserts the successor and sets the expiry of the old key, both or neither. */
  replace(oldKeyId: KeyId, oldExpiresAtMs: number, successor: ApiKey, audit: AuditEntry): Promise<void>;
  revoke(id: KeyId, atMs: number, audit: AuditEntry): Promise<void>;
  recordUse(uses: readonly KeyUse[]): Promise<void>;
}
