import { idFromUuid } from '../../domain/ids.ts';
import type { Milestones } from '../../ports/intents.ts';
import type { Database } from '../database/database.ts';
import type { Tenancy } from './change-intent.ts';

const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const INTENTS = 'FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2';

/**
 * Each subquery takes the last entry of one index. Status and ID are compared together, which leaves the planner no other index:
 * a merchant with many open intents and no success would otherwise have all of them read.
 */
const FIND = `SELECT
  (SELECT id ${INTENTS} ORDER BY id DESC LIMIT 1) AS newest,
  (SELECT id ${INTENTS} AND (status, id) >= ('succeeded', '${LOWEST}') AND (status, id) <= ('succeeded', '${HIGHEST}')
    ORDER BY status DESC, id DESC LIMIT 1) AS newest_succeeded`;

const read = (uuid: string | null | undefined) => (uuid ? idFromUuid('pi', uuid) : undefined);

export async function findMilestones(database: Database, { merchant, livemode }: Tenancy): Promise<Milestones> {
  const [row] = await database.query<{ newest: string | null; newest_succeeded: string | null }>({
    name: 'find-milestones',
    text: FIND,
    values: [merchant, livemode],
  });
  return { newest: read(row?.newest), newestSucceeded: read(row?.newest_succeeded) };
}
