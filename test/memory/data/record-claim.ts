import { LIMITS } from '../../../src/domain/limits.ts';
import { findDisplaced } from '../../../src/domain/transfers/compare-claims.ts';
import type { NewClaim } from '../../../src/ports/transfers.ts';
import { dueOf } from './due-of.ts';
import { recordTransfer } from './record-transfer.ts';
import { type ClaimEntry, type Draft, isOwn, nameIn } from './tables.ts';

/** Records a claim once with its transfer, as long as there are not too many with or without a proof. */
export function recordClaim(tables: Draft, claim: NewClaim, atMs: number): 'proven' | 'unproven' | 'not_recorded' {
  const { intent, network, unmatched, proof } = claim;
  const { merchantId, livemode, id: intentId } = intent;
  const { tx, index } = unmatched.transfer;
  const transferName = nameIn(intent, `${network}:${tx}:${index}`);
  const nameOf = (transferId: string) => nameIn(intent, `${transferId}:${intentId}`);
  const own = tables.claims.get(nameOf(tables.transfers.get(transferName)?.id ?? ''));
  const isKnown = own !== undefined && (own.proof !== undefined || !proof);
  const ofKind = [...tables.claims.values()].filter((other) => isOwn(other, intent) && !other.proof === !proof);
  const ofIntent = ofKind.filter((other) => other.intentId === intentId);
  if (!isKnown && ofIntent.length >= LIMITS.claimsPerIntentMax) return 'not_recorded';
  const transfer = recordTransfer(tables, transferName, network, unmatched, atMs);
  if (isKnown) return own.proof ? 'proven' : 'unproven';
  const rivals = ofKind.filter(({ transferId }) => transferId === transfer.id);
  if (!makeRoom(tables, claim, rivals)) return 'not_recorded';
  tables.claims.set(nameOf(transfer.id), {
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

function makeRoom(tables: Draft, { intent, unmatched, due, proof }: NewClaim, rivals: readonly ClaimEntry[]): boolean {
  if (proof) return rivals.length < LIMITS.claimsPerTransferMax;
  if (rivals.length < LIMITS.claimsPerTransferMax + LIMITS.moreClaimsMax) return true;
  const comparable = rivals.map((one) => ({ ...one, due: dueOf(tables, one.intentId) }));
  const displaced = findDisplaced(unmatched.transfer, comparable, due);
  if (displaced) tables.claims.delete(nameIn(intent, `${displaced.transferId}:${displaced.intentId}`));
  return displaced !== undefined;
}
