import type { KeyId, MerchantId } from '../domain/ids.ts';
import type { Scope } from '../domain/keys/scope.ts';
import type { AuditEntry } from './audit.ts';
import type { Merchant } from './merchants.ts';

export interface ApiKey {
  id: KeyId;
  merchantId: MerchantId;
  livemode: boolean;
  name: string;
  publicKey: string;
  /** SHA-256 of the private key, in hex. */
  privateKeyHash: string;
  /** The last characters of the private key, to tell keys apart. */
  privateKeyEnd: string;
  /** Only for test keys, so a signed-in user can reveal the key again. */
  sealedPrivateKey: string | undefined;
  scopes: readonly Scope[];
  allowedCidrs: readonly string[];
  apiVersion: string;
  createdAtMs: number;
  expiresAtMs: number | undefined;
  revokedAtMs: number | undefined;
  /** The successor of a rolled key. */
  replacedBy: KeyId | undefined;
  lastUsedAtMs: number | undefined;
  lastUsedAddress: string | undefined;
}

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
