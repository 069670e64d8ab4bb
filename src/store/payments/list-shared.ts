import type { SharedAddress } from '../../ports/payment-book.ts';
import type { Run } from '../database/database.ts';

/**
 * Those of these addresses that targets with references have, by one of those targets. A range with an order instead of an
 * equality keeps the planner on the index: statistics from when one address had nearly all targets make it read the table.
 */
export function listShared(run: Run, network: string, addresses: readonly string[]): Promise<SharedAddress[]> {
  return run<SharedAddress>(
    `SELECT wanted.address, "matchedBy" FROM unnest($2::text[]) AS wanted (address)
     CROSS JOIN LATERAL (
       SELECT coalesce(matched_by, CASE WHEN reference = intent_id::text THEN 'amount' ELSE 'reference' END) AS "matchedBy"
       FROM florin_data.targets AS target
       WHERE target.network = $1 AND target.address BETWEEN wanted.address AND wanted.address AND reference IS NOT NULL
       ORDER BY target.address LIMIT 1
     ) AS shared`,
    [network, addresses],
  );
}
