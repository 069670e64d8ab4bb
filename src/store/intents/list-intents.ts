import { idFromUuid } from '../../domain/ids.ts';
import type { IntentFilter, IntentList } from '../../ports/intents.ts';
import type { Database } from '../database/database.ts';
import { followIndexes } from '../database/follow-indexes.ts';
import type { Tenancy } from './change-intent.ts';
import { findCandidates } from './find-candidates.ts';
import { INTENT_COLUMNS, readIntent, type SelectedIntent } from './read-intent.ts';

const READ = `SELECT ${INTENT_COLUMNS} FROM unnest($3::uuid[]) AS wanted (wanted_id) CROSS JOIN LATERAL (
  SELECT * FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND id = wanted_id LIMIT 1
) AS payment_intents ORDER BY id DESC`;

/** Newest first: finds the intents by an index that has them in this order, and reads those of the page. */
export function listIntents(database: Database, tenancy: Tenancy, filter: IntentFilter): Promise<IntentList> {
  return database.transaction(async (run) => {
    await followIndexes(run, { sort: 'off' });
    const { ids, lookedUntil } = await findCandidates(run, tenancy, filter);
    const rows = await run<SelectedIntent>(READ, [tenancy.merchant, tenancy.livemode, ids]);
    return {
      intents: rows.map(readIntent),
      lookedUntil: lookedUntil === undefined ? undefined : idFromUuid('pi', lookedUntil),
    };
  });
}
