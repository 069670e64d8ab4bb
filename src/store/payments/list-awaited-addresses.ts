import type { Database } from '../database/database.ts';

interface Order {
  network: string;
  nowMs: number;
  max: number | undefined;
}

/** Reads the index of open intents, so the cost grows with these only, not with all that are watched. */
export async function listAwaitedAddresses(database: Database, { network, nowMs, max }: Order): Promise<string[]> {
  const rows = await database.query<{ address: string }>({
    name: 'list-awaited-addresses',
    text: `SELECT target.address FROM florin_data.payment_intents AS intent
           JOIN florin_data.targets AS target ON target.merchant_id = intent.merchant_id
             AND target.livemode = intent.livemode AND target.intent_id = intent.id
           WHERE (intent.status IN ('requires_payment', 'processing', 'partially_paid') OR intent.review_cause = 'unseen')
             AND target.network = $1 AND target.watched_until > $2
           GROUP BY target.address ORDER BY max(target.assigned_at) DESC, target.address LIMIT $3`,
    values: [network, new Date(nowMs), max === undefined ? null : max + 1],
  });
  return rows.map(({ address }) => address);
}
