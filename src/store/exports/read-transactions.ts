import type { Run } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { among, valuesAmong } from './among.ts';

const TRANSACTIONS = `
SELECT intent_id, tx FROM florin_data.payments
WHERE merchant_id = $1 AND livemode = $2 AND ${among('intent_id')} AND state <> 'void' ORDER BY intent_id, first_seen_at, tx`;

/** The transactions of these intents, the oldest first. */
export async function readTransactions(
  run: Run,
  { merchant, livemode }: Tenancy,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  for (const { intent_id, tx } of await run<{ intent_id: string; tx: string }>(TRANSACTIONS, [
    merchant,
    livemode,
    ...valuesAmong(ids),
  ])) {
    found.set(intent_id, [...(found.get(intent_id) ?? []), tx]);
  }
  return found;
}
