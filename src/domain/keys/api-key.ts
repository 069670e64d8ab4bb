import type { KeyId, MerchantId } from '../ids.ts';
import type { Scope } from './scope.ts';

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
