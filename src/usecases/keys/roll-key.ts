import { Problem } from '../../domain/errors.ts';
import type { KeyId } from '../../domain/ids.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { modeOf } from '../../domain/keys/key.ts';
import type { Ports } from '../../ports/ports.ts';
import { issueKey } from './issue-key.ts';

export const OVERLAPS_MS = { now: 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;

export type Overlap = keyof typeof OVERLAPS_MS;

/**
 * Creates a new private key for the same public key. The old one stays valid for the overlap, to allow a deployment. The
 * audit entry says whether the actor confirmed it with the password.
 */
export async function rollKey(
  ports: Pick<Ports, 'clock' | 'random' | 'vault' | 'keys'>,
  input: { keyId: KeyId; overlap: Overlap; actor: string; address?: string | undefined; confirmed?: boolean },
): Promise<{ key: ApiKey; privateKey: string; oldExpiresAtMs: number }> {
  const old = await ports.keys.find(input.keyId);
  if (!old) throw new Problem('not_found', `There is no key ${input.keyId}.`);
  if (old.replacedBy) {
    throw new Problem(
      'invalid_state',
      `The key ${old.id} has already been rolled. Roll its successor ${old.replacedBy}.`,
    );
  }
  const nowMs = ports.clock.nowMs();
  if (old.revokedAtMs !== undefined || (old.expiresAtMs !== undefined && old.expiresAtMs <= nowMs)) {
    throw new Problem('invalid_state', `The key ${input.keyId} is expired or revoked. Create a new one.`);
  }
  const overlapEndMs = nowMs + OVERLAPS_MS[input.overlap];
  const oldExpiresAtMs = Math.min(overlapEndMs, old.expiresAtMs ?? overlapEndMs);
  const issued = issueKey(ports, {
    merchantId: old.merchantId,
    mode: modeOf(old.livemode),
    name: old.name,
    publicKey: old.publicKey,
    scopes: old.scopes,
    allowedCidrs: old.allowedCidrs,
    apiVersion: old.apiVersion,
    expiresAtMs: old.expiresAtMs,
  });
  await ports.keys.replace(old.id, oldExpiresAtMs, issued.key, {
    actor: input.actor,
    action: 'api_key.rolled',
    merchantId: old.merchantId,
    subject: old.id,
    details: { successor: issued.key.id, overlap: input.overlap, confirmed: input.confirmed, address: input.address },
    atMs: nowMs,
  });
  return { ...issued, oldExpiresAtMs };
}
