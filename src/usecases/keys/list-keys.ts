import type { ApiKey, Ports, Tenant } from '../../ports.ts';

/** The keys of one merchant and mode, the newest first. */
export async function listKeys(ports: Pick<Ports, 'control'>, tenant: Tenant): Promise<ApiKey[]> {
  const keys = await ports.control.listKeys(tenant.merchantId);
  return keys.filter((key) => key.livemode === tenant.livemode).toReversed();
}
