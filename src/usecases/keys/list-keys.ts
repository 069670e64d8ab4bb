import type { ApiKey } from '../../domain/keys/api-key.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Tenant } from '../../ports/stores.ts';

/** The keys of one merchant and mode, newest first. */
export async function listKeys(ports: Pick<Ports, 'keys'>, tenant: Tenant): Promise<ApiKey[]> {
  const keys = await ports.keys.list(tenant.merchantId);
  return keys.filter((key) => key.livemode === tenant.livemode).toReversed();
}
