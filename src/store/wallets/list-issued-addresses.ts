import type { IssuedAddress } from '../../ports/wallets.ts';
import type { Database } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';

/**
 * The last addresses of an extended key. An address counts as used if it received money that was not lost again, even if
 * the transfer is unmatched.
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
    text: `SELECT wallet_index AS index,
             (SELECT true FROM florin_data.payments AS payment WHERE payment.merchant_id = target.merchant_id
               AND payment.livemode = target.livemode AND payment.intent_id = target.intent_id
               AND payment.network = target.network AND payment.state <> 'void' LIMIT 1) IS NOT NULL
             OR (SELECT true FROM florin_data.transfers AS transfer WHERE transfer.merchant_id = target.merchant_id
               AND transfer.livemode = target.livemode AND transfer.intent_id = target.intent_id
               AND transfer.network = target.network LIMIT 1) IS NOT NULL AS used
           FROM florin_data.targets AS target
           WHERE merchant_id = $1 AND livemode = $2 AND wallet = $3 ORDER BY wallet_index DESC LIMIT $4`,
    values: [merchant, livemode, wallet, limit],
  });
}
