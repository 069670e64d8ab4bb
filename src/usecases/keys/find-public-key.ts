import type { ApiKey } from '../../domain/keys/api-key.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Tenant } from '../../ports/stores.ts';
import { listKeys } from './list-keys.ts';

/** The public key for a merchant's URLs: of its newest active key, or of any key if none is active. */
export async function findPublicKey(ports: Pick<Ports, 'clock' | 'keys'>, tenant: Tenant): Promise<string> {
  const keys = await listKeys(ports, tenant);
  const nowMs = ports.clock.nowMs();
  const inUse = keys.find((key) => isActiveKey(key, nowMs));
  return (inUse ?? keys[0])?.publicKey ?? '';
}

export const isActiveKey = ({ revokedAtMs, expiresAtMs }: ApiKey, nowMs: number): boolean =>
  revokedAtMs === undefined && (expiresAtMs === undefined || expiresAtMs > nowMs);
