import type { ApiKey } from '../keys/api-key.ts';
import { describeApiKey } from '../keys/describe-api-key.ts';
import { eventIdOf } from './event-id.ts';

/** The event of a key that expires soon. Its ID depends only on the key and its expiry, so there is one of them. */
export const expiringEvent = (key: ApiKey & { expiresAtMs: number }, atMs: number) => ({
  id: eventIdOf(key.id, 0, key.expiresAtMs),
  merchantId: key.merchantId,
  livemode: key.livemode,
  type: 'api_key.expiring' as const,
  object: describeApiKey(key),
  atMs,
});
