import { Problem } from '../../domain/errors.ts';
import type { KeyId } from '../../domain/ids.ts';
import type { Ports } from '../../ports/ports.ts';

/** Revokes a key permanently; every process rejects it within five seconds. Revoking it twice is not an error. */
export async function revokeKey(
  ports: Ports,
  input: { keyId: KeyId; actor: string; address?: string | undefined },
): Promise<void> {
  const key = await ports.keys.find(input.keyId);
  if (!key) throw new Problem('not_found', `There is no key ${input.keyId}.`);
  if (key.revokedAtMs !== undefined) return;
  const atMs = ports.clock.nowMs();
  await ports.keys.revoke(key.id, atMs, {
    actor: input.actor,
    action: 'api_key.revoked',
    merchantId: key.merchantId,
    subject: key.id,
    details: { address: input.address },
    atMs,
  });
}
