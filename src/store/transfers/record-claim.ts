import { uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { NewClaim } from '../../ports/transfers.ts';
import type { Run } from '../database/database.ts';

/**
 * Claims with and without a proof are counted apart, so that nobody can keep the sender out by claiming first. The caller
 * has locked the intent and the transfer, so the counts do not change in between.
 */
export async function recordClaim(
  run: Run,
  { intent, network, tx, index, proof }: NewClaim,
  atMs: number,
): Promise<'proven' | 'unproven' | 'not_recorded'> {
  const [recorded] = await run<{ is_proven: boolean }>(
    `INSERT INTO florin_data.claims AS claim
       (merchant_id, livemode, transfer_id, intent_id, claimed_at, proven_by, signature, proven_at)
     SELECT transfer.merchant_id, transfer.livemode, transfer.id, $6::uuid, $7::timestamptz, $8::text, $9::text,
       CASE WHEN $8::text IS NOT NULL THEN $7::timestamptz END
     FROM florin_data.transfers AS transfer
     LEFT JOIN florin_data.claims AS own ON own.merchant_id = $1 AND own.livemode = $2
       AND own.transfer_id = transfer.id AND own.intent_id = $6
     WHERE transfer.merchant_id = $1 AND transfer.livemode = $2
       AND transfer.network = $3 AND transfer.tx = $4 AND transfer.tx_index = $5
       AND (own.proven_by IS NOT NULL OR (own.transfer_id IS NOT NULL AND $8 IS NULL) OR (
         (SELECT count(*) FROM florin_data.claims AS other
          WHERE other.merchant_id = $1 AND other.livemode = $2 AND other.transfer_id = transfer.id
            AND (other.proven_by IS NULL) = ($8 IS NULL)) < $10
         AND
         (SELECT count(*) FROM florin_data.claims AS other
          WHERE other.merchant_id = $1 AND other.livemode = $2 AND other.intent_id = $6
            AND (other.proven_by IS NULL) = ($8 IS NULL)) < $11))
     ON CONFLICT (merchant_id, livemode, transfer_id, intent_id) DO UPDATE
       SET proven_by = coalesce(claim.proven_by, excluded.proven_by),
         signature = coalesce(claim.signature, excluded.signature),
         proven_at = coalesce(claim.proven_at, excluded.proven_at)
     RETURNING proven_by IS NOT NULL AS is_proven`,
    [
      uuidOf(intent.merchantId),
      intent.livemode,
      network,
      tx,
      index,
      uuidOf(intent.id),
      new Date(atMs),
      proof?.address ?? null,
      proof?.signature ?? null,
      LIMITS.claimsPerTransferMax,
      LIMITS.claimsPerIntentMax,
    ],
  );
  if (!recorded) return 'not_recorded';
  return recorded.is_proven ? 'proven' : 'unproven';
}
