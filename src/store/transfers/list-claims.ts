import { idFromUuid, type TransferId, uuidOf } from '../../domain/ids.ts';
import type { TransferClaim } from '../../ports/transfers.ts';
import type { Database } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { type DueRow, readDue } from './read-due.ts';

interface Row extends DueRow {
  transfer_id: string;
  intent_id: string;
  claimed_at: Date;
  proven_by: string | null;
  proven_at: Date | null;
}

/**
 * A node of the version before writes the first claim on a transfer without a reference as the intent that it names, so
 * such a transfer is read as a claim until no such node runs.
 */
export async function listClaims(
  database: Database,
  { merchant, livemode }: Tenancy,
  ids: readonly TransferId[],
): Promise<TransferClaim[]> {
  const rows = await database.query<Row>({
    name: 'list-claims',
    text: `SELECT transfer_id, intent_id, claimed_at, proven_by, proven_at, asset, crypto_amount FROM (
             SELECT transfer_id, intent_id, claimed_at, proven_by, proven_at FROM florin_data.claims
             WHERE merchant_id = $1 AND livemode = $2 AND transfer_id = ANY($3::uuid[])
             UNION ALL
             SELECT id, intent_id, kept_at, NULL, NULL FROM florin_data.transfers AS transfer
             WHERE merchant_id = $1 AND livemode = $2 AND id = ANY($3::uuid[])
               AND refusal = 'no_reference' AND intent_id IS NOT NULL
               AND NOT EXISTS (
                 SELECT FROM florin_data.claims AS claim WHERE claim.merchant_id = $1 AND claim.livemode = $2
                   AND claim.transfer_id = transfer.id AND claim.intent_id = transfer.intent_id)
           ) AS claim
           LEFT JOIN florin_data.payment_intents AS intent
             ON intent.merchant_id = $1 AND intent.livemode = $2 AND intent.id = claim.intent_id`,
    values: [merchant, livemode, ids.map(uuidOf)],
  });
  return rows.map(readClaim);
}

const readClaim = (row: Row): TransferClaim => ({
  transferId: idFromUuid('tr', row.transfer_id),
  intentId: idFromUuid('pi', row.intent_id),
  claimedAtMs: row.claimed_at.getTime(),
  due: readDue(row),
  proof:
    row.proven_by === null || row.proven_at === null
      ? undefined
      : { address: row.proven_by, atMs: row.proven_at.getTime() },
});
