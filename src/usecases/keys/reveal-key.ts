import { Problem } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { keyCell } from '../../domain/secrets/sealed-cell.ts';
import type { Ports } from '../../ports/ports.ts';

/** Only test keys that are not revoked: of a live key only the hash is stored. */
export const isRevealable = (key: ApiKey): boolean =>
  !key.livemode && key.sealedPrivateKey !== undefined && key.revokedAtMs === undefined;

/** The private part of a test key, so that commands can be copied from the dashboard and run. */
export async function revealKey(
  ports: Pick<Ports, 'clock' | 'audit' | 'vault'>,
  input: { key: ApiKey; actor: UserId; address?: string | undefined },
): Promise<string> {
  const { key } = input;
  if (!isRevealable(key) || key.sealedPrivateKey === undefined) {
    throw new Problem(
      'invalid_state',
      key.livemode ? 'A live private key is shown only once, when it is created.' : 'This key was revoked.',
    );
  }
  const privateKey = ports.vault.open(key.sealedPrivateKey, keyCell(key));
  await ports.audit.record({
    actor: input.actor,
    action: 'api_key.revealed',
    merchantId: key.merchantId,
    subject: key.id,
    details: { address: input.address },
    atMs: ports.clock.nowMs(),
  });
  return privateKey;
}
