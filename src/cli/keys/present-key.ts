import type { ApiKey } from '../../domain/keys/api-key.ts';
import { modeOf } from '../../domain/keys/key.ts';

const timeOrNull = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** A key as the command line shows it: never its hash, and only the last characters of the private key. */
export const presentKey = (key: ApiKey) => ({
  id: key.id,
  merchant_id: key.merchantId,
  mode: modeOf(key.livemode),
  name: key.name,
  public_key: key.publicKey,
  private_key_end: key.privateKeyEnd,
  scopes: key.scopes,
  allowed_cidrs: key.allowedCidrs,
  api_version: key.apiVersion,
  created_at: timeOrNull(key.createdAtMs),
  expires_at: timeOrNull(key.expiresAtMs),
  revoked_at: timeOrNull(key.revokedAtMs),
  replaced_by: key.replacedBy ?? null,
  last_used_at: timeOrNull(key.lastUsedAtMs),
  last_used_address: key.lastUsedAddress ?? null,
});
