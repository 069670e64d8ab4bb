import type { IssuedAddress } from '../../ports/wallets.ts';
import type { Database } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';

/** How many networks can share an index of an extended key. */
const NETWORKS_MAX = 16;

/**
 * The last addresses of an extended key. An address counts as used if it received money that was not lost again, even if
 * the transfer is unmatched, on any of the networks that share the index.
 */
export function listIssuedAddresses(
  database: Database,
  { merchant, livemode }: Tenancy,
  wallet: string,
  limit: number,
): Promise<IssuedAddress[]> {
  // With EXISTS, the planner may read all payments first, because it does not know how few rows are needed.
  return database.query<IssuedAddress>({
    name: 'list-issued-addresses',
    text: `SELECT index, bool_or(
             (SELECT true FROM florin_data.payments AS payment WHERE payment.merchant_id = $1
               AND payment.livemode = $2 AND payment.intent_id = target.intent_id
               AND payment.network = target.network AND payment.state <> 'void' LIMIT 1) IS NOT NULL
             OR (SELECT true FROM florin_data.transfers AS transfer WHERE transfer.merchant_id = $1
               AND transfer.livemode = $2 AND transfer.intent_id = target.intent_id
               AND transfer.network = target.network LIMIT 1) IS NOT NULL) AS used
           FROM (
             SELECT DISTINCT wallet_index AS index FROM (
               SELECT wallet_index FROM florin_data.targets
               WHERE merchant_id = $1 AND livemode = $2 AND wallet = $3 ORDER BY wallet_index DESC LIMIT $5
             ) AS last ORDER BY wallet_index DESC LIMIT $4
           ) AS issued
           CROSS JOIN LATERAL (
             SELECT intent_id, network FROM florin_data.targets
             WHERE merchant_id = $1 AND livemode = $2 AND wallet = $3 AND wallet_index = index LIMIT $6
           ) AS target
           GROUP BY index ORDER BY index DESC`,
    values: [merchant, livemode, wallet, limit, limit * NETWORKS_MAX, NETWORKS_MAX],
  });
}
