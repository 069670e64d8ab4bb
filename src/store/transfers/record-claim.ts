import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { findDisplaced } from '../../domain/transfers/compare-claims.ts';
import type { NewClaim } from '../../ports/transfers.ts';
import type { Run } from '../database/database.ts';
import { type DueRow, readDue } from './read-due.ts';
import { recordUnmatched } from './record-unmatched.ts';

/**
 * Claims with and without a proof are counted apart, so that nobody can keep the sender out by claiming first. The caller
 * has locked the intent, and the transfer is locked here, so the counts do not change in between.
 */
export async function recordClaim(
  run: Run,
  claim: NewClaim,
  atMs: number,
): Promise<'proven' | 'unproven' | 'not_recorded'> {
  const { network, unmatched, proof } = claim;
  const { own, count } = await findClaims(run, claim);
  const isKnown = own !== undefined && (own.is_proven || proof === undefined);
  if (!isKnown && count >= LIMITS.claimsPerIntentMax) return 'not_recorded';
  const [transferId = ''] = await recordUnmatched(run, network, [unmatched], atMs);
  if (isKnown) return own.is_proven ? 'proven' : 'unproven';
  if (!(await makeRoom(run, claim, transferId))) return 'not_recorded';
  const { merchantId, livemode, id } = claim.intent;
  await run(
    `INSERT INTO florin_data.claims
       (merchant_id, livemode, transfer_id, intent_id, claimed_at, proven_by, signature, proven_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $6::text IS NOT NULL THEN $5::timestamptz END)
     ON CONFLICT (merchant_id, livemode, transfer_id, intent_id) DO UPDATE
       SET proven_by = excluded.proven_by, signature = excluded.signature, proven_at = excluded.proven_at`,
    [
      uuidOf(merchantId),
      livemode,
      transferId,
      uuidOf(id),
      new Date(atMs),
      proof?.address ?? null,
      proof?.signature ?? null,
    ],
  );
  return proof ? 'proven' : 'unproven';
}

interface OwnRow {
  is_proven: boolean;
  is_same: boolean;
}

/** The claim of the intent on this transfer, and how many of the same kind it has. */
async function findClaims(
  run: Run,
  { intent, network, unmatched, proof }: NewClaim,
): Promise<{ own: OwnRow | undefined; count: number }> {
  const { tx, index } = unmatched.transfer;
  const rows = await run<OwnRow>(
    `SELECT proven_by IS NOT NULL AS is_proven, (network, tx, tx_index) = ($4, $5, $6::integer) AS is_same
     FROM florin_data.claims AS claim JOIN florin_data.transfers AS transfer
       ON (transfer.merchant_id, transfer.livemode, transfer.id) = (claim.merchant_id, claim.livemode, claim.transfer_id)
     WHERE claim.merchant_id = $1 AND claim.livemode = $2 AND claim.intent_id = $3`,
    [uuidOf(intent.merchantId), intent.livemode, uuidOf(intent.id), network, tx, index],
  );
  const count = rows.filter((row) => row.is_proven === (proof !== undefined)).length;
  return { own: rows.find((row) => row.is_same), count };
}

interface RivalRow extends DueRow {
  intent_id: string;
  claimed_at: Date;
}

/** Whether the transfer can get another claim of this kind. If it is full, one without a proof replaces the farthest. */
async function makeRoom(run: Run, { intent, unmatched, due, proof }: NewClaim, transferId: string): Promise<boolean> {
  const key = [uuidOf(intent.merchantId), intent.livemode, transferId];
  const rows = await run<RivalRow>(
    `SELECT claim.intent_id, claimed_at, asset, crypto_amount
     FROM florin_data.claims AS claim LEFT JOIN florin_data.payment_intents AS intent
       ON (intent.merchant_id, intent.livemode, intent.id) = (claim.merchant_id, claim.livemode, claim.intent_id)
     WHERE claim.merchant_id = $1 AND claim.livemode = $2 AND transfer_id = $3 AND (proven_by IS NOT NULL) = $4`,
    [...key, proof !== undefined],
  );
  if (proof) return rows.length < LIMITS.claimsPerTransferMax;
  if (rows.length < LIMITS.claimsPerTransferMax + LIMITS.moreClaimsMax) return true;
  const displaced = findDisplaced(unmatched.transfer, rows.map(readRival), due);
  if (displaced === undefined) return false;
  await run(
    `DELETE FROM florin_data.claims
     WHERE merchant_id = $1 AND livemode = $2 AND transfer_id = $3 AND intent_id = $4 AND proven_by IS NULL`,
    [...key, uuidOf(displaced.intentId)],
  );
  return true;
}

const readRival = (row: RivalRow) => ({
  intentId: idFromUuid('pi', row.intent_id),
  claimedAtMs: row.claimed_at.getTime(),
  due: readDue(row),
});
