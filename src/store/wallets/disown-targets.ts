import type { Database } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';

/** Targets that share an address have no extended key, so the column is free to mark those of a former holder. */
export async function disownTargets(
  database: Database,
  { merchant, livemode }: Tenancy,
  network: string,
  address: string,
): Promise<void> {
  await database.query({
    name: 'disown-targets',
    text: `UPDATE florin_data.targets SET wallet = 'released'
           WHERE merchant_id = $1 AND livemode = $2 AND network = $3 AND address = $4
             AND reference IS NOT NULL AND wallet IS NULL`,
    values: [merchant, livemode, network, address],
  });
}
