import type { ApiKey } from './api-key.ts';

type DescribedKey = Pick<
  ApiKey,
  'id' | 'livemode' | 'name' | 'publicKey' | 'privateKeyEnd' | 'scopes' | 'createdAtMs' | 'expiresAtMs'
>;

/** An API key for its event, without anything that opens a door. */
export const describeApiKey = (key: DescribedKey) => ({
  id: key.id,
  object: 'api_key',
  livemode: key.livemode,
  name: key.name,
  public_key: key.publicKey,
  private_key_end: key.privateKeyEnd,
  scopes: [...key.scopes],
  created_at: new Date(key.createdAtMs).toISOString(),
  expires_at: key.expiresAtMs === undefined ? null : new Date(key.expiresAtMs).toISOString(),
});
