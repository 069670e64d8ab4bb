import type { Static } from 'typebox';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { isRevealable } from '../../usecases/keys/reveal-key.ts';
import type { ApiKeySchema, NewApiKeySchema } from './api-key-schema.ts';

const timeOrNull = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** A key without its hash. Only the last characters of the private key are shown. */
export const presentApiKey = (key: ApiKey): Static<typeof ApiKeySchema> => ({
  id: key.id,
  name: key.name,
  public_key: key.publicKey,
  private_key_end: key.privateKeyEnd,
  scopes: [...key.scopes],
  allowed_cidrs: [...key.allowedCidrs],
  created_at: new Date(key.createdAtMs).toISOString(),
  expires_at: timeOrNull(key.expiresAtMs),
  last_used_at: timeOrNull(key.lastUsedAtMs),
  last_used_address: key.lastUsedAddress ?? null,
  revoked_at: timeOrNull(key.revokedAtMs),
  replaced_by: key.replacedBy ?? null,
  revealable: isRevealable(key),
});

/** The only answer that contains the whole private key of a new key. */
export const presentNewApiKey = (key: ApiKey, privateKey: string): Static<typeof NewApiKeySchema> => ({
  ...presentApiKey(key),
  private_key: privateKey,
});
