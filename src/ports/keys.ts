import type { KeyId, MerchantId } from '../domain/ids.ts';
import type { ApiKey } from '../domain/keys/api-key.ts';
import type { Merchant } from '../domain/merchants/merchant.ts';
import type { PolicySettings } from '../domain/merchants/settings.ts';
import type { AuditEntry } from './audit.ts';

export interface KeyUse {
  keyId: KeyId;
  atMs: number;
  address: string;
}

/** A key and what a request with it needs, so that creating an intent reads nothing else. */
export interface FoundKey {
  key: ApiKey;
  merchant: Merchant;
  /** The networks on which the merchant has a wallet in the key's mode. */
  walletNetworks: readonly string[];
  policy: PolicySettings;
  /** Whether the request log keeps bodies in the key's mode. */
  logBodies: boolean;
}

export interface Keys {
  insert(key: ApiKey, audit: AuditEntry): Promise<void>;
  find(id: KeyId): Promise<ApiKey | undefined>;
  findByHash(privateKeyHash: string): Promise<FoundKey | undefined>;
  /** Also finds a pair that was rolled or revoked or has expired. */
  findByPublicKey(publicKey: string): Promise<{ key: ApiKey; merchant: Merchant } | undefined>;
  list(merchantId: MerchantId): Promise<ApiKey[]>;
  /** Keys of all merchants that expire after the first time and by the second one, neither revoked nor rolled. */
  listExpiring(afterMs: number, untilMs: number): Promise<ApiKey[]>;
  /** Inserts the successor and sets the expiry of the old key, both or neither. */
  replace(oldKeyId: KeyId, oldExpiresAtMs: number, successor: ApiKey, audit: AuditEntry): Promise<void>;
  revoke(id: KeyId, atMs: number, audit: AuditEntry): Promise<void>;
  recordUse(uses: readonly KeyUse[]): Promise<void>;
}
