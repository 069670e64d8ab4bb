import type { TargetsOfWallet } from '../../ports/wallets.ts';
import type { Database } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';

/** Targets from before migration 0007 do not say which extended key they come from, so each of them counts. */
export async function awaitsMoney(
  database: Database,
  { merchant, livemode }: Tenancy,
  { networks, address, fingerprint }: TargetsOfWallet,
  nowMs: number,
): Promise<boolean> {
  const rows = await database.query({
    name: address === undefined ? 'awaits-money-of-key' : 'awaits-money-at-address',
    text: `SELECT 1 FROM florin_data.targets
           WHERE merchant_id = $1 AND livemode = $2 AND network = ANY($3::text[]) AND watched_until > $4
             AND ${address === undefined ? '(wallet = $5 OR wallet IS NULL)' : 'address = $5'} LIMIT 1`,
    values: [merchant, livemode, networks, new Date(nowMs), address ?? fingerprint],
  });
  return rows.length > 0;
}
