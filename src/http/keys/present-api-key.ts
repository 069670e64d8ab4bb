import type { ApiKey } from '../../ports/keys.ts';
import { isRevealable } from '../../usecases/keys/reveal-key.ts';

const timeOrNull = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** A key as the dashboard shows it: never its hash, its private part only by its end. */
export const presentApiKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  public_key: key.publicKey,
  private_key_end: key.privateKeyEnd,
  scopes: key.scopes,
  created_at: new Date(key.createdAtMs).toISOString(),
  expires_at: timeOrNull(key.expiresAtMs),
  last_used_at: timeOrNull(key.lastUsedAtMs),
  last_used_address: key.lastUsedAddress ?? null,
  revoked_at: timeOrNull(key.revokedAtMs),
  replaced_by: key.replacedBy ?? null,
  revealable: isRevealable(key),
});
