import type { EndpointId, MerchantId } from '../../domain/ids.ts';
import { endpointCell } from '../../domain/secrets/sealed-cell.ts';
import type { Random } from '../../ports/random.ts';
import type { Vault } from '../../ports/vault.ts';

const SECRET_BYTES = 24;

/** A new signing secret in the form of Standard Webhooks. The plain text exists only in the return value. */
export function sealSecret(
  { random, vault }: { random: Random; vault: Pick<Vault, 'seal'> },
  owner: { id: EndpointId; merchantId: MerchantId; livemode: boolean },
): { secret: string; sealedSecret: string } {
  const secret = `whsec_${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64')}`;
  return { secret, sealedSecret: vault.seal(secret, endpointCell('secret', owner)) };
}
