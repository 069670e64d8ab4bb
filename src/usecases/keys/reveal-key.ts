import { Problem } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import type { ApiKey } from '../../ports/keys.ts';
import type { Ports } from '../../ports/ports.ts';

/** Only of a test key that was not revoked; of a live key there is nothing but a hash. */
export const isRevealable = (key: ApiKey): boolean =>
  !key.livemode && key.sealedPrivateKey !== undefined && key.revokedAtMs === undefined;

/** The private part of a test key, so that every command on the dashboard runs as shown. */
export async function revealKey(
  ports: Pick<Ports, 'clock' | 'audit' | 'vault'>,
  input: { key: ApiKey; actor: UserId },
): Promise<string> {
  const { key } = input;
  if (!isRevealable(key) || key.sealedPrivateKey === undefined) {
    throw new Problem(
      'invalid_state',
      key.livemode ? 'A live private key is shown once, when it is made.' : 'This key was revoked.',
    );
  }
  const privateKey = ports.vault.open(key.sealedPrivateKey);
  await ports.audit.record({
    actor: input.actor,
    action: 'api_key.revealed',
    merchantId: key.merchantId,
    subject: key.id,
    details: {},
    atMs: ports.clock.nowMs(),
  });
  return privateKey;
}
