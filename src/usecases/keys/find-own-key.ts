import { Problem } from '../../domain/errors.ts';
import type { KeyId } from '../../domain/ids.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Tenant } from '../../ports/stores.ts';

/** A key of this merchant and mode. The key of another merchant is reported as not found. */
export async function findOwnKey(ports: Pick<Ports, 'keys'>, tenant: Tenant, id: KeyId | undefined): Promise<ApiKey> {
  const key = id && (await ports.keys.find(id));
  if (!key || key.merchantId !== tenant.merchantId || key.livemode !== tenant.livemode) {
    throw new Problem('not_found', 'There is no key with this ID for this merchant and mode.');
  }
  return key;
}
