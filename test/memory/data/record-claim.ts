import { LIMITS } from '../../../src/domain/limits.ts';
import type { NewClaim } from '../../../src/ports/transfers.ts';
import { type ClaimEntry, type Draft, isOwn, nameIn } from './tables.ts';

/** Records a claim once, as long as there are not too many with or without a proof. */
export function recordClaim(
  { transfers, claims }: Draft,
  claim: NewClaim,
  atMs: number,
): 'proven' | 'unproven' | 'not_recorded' {
  const { intent, network, tx, index, proof } = claim;
  const transfer = transfers.get(nameIn(intent, `${network}:${tx}:${index}`));
  if (!transfer) return 'not_recorded';
  const { merchantId, livemode, id: intentId } = intent;
  const name = nameIn(intent, `${transfer.id}:${intentId}`);
  const own = claims.get(name);
  if (own && (own.proof || !proof)) return own.proof ? 'proven' : 'unproven';
  const count = (isCounted: (other: ClaimEntry) => boolean) =>
    [...claims.values()].filter((other) => isOwn(other, intent) && !other.proof === !proof && isCounted(other)).length;
  if (count(({ transferId }) => transferId === transfer.id) >= LIMITS.claimsPerTransferMax) return 'not_recorded';
  if (count((other) => other.intentId === intentId) >= LIMITS.claimsPerIntentMax) return 'not_recorded';
  claims.set(name, {
    merchantId,
    livemode,
    transferId: transfer.id,
    intentId,
    claimedAtMs: own?.claimedAtMs ?? atMs,
    proof: proof && { address: proof.address, atMs },
    signature: proof?.signature,
  });
  return proof ? 'proven' : 'unproven';
}
