import { uuidOf } from '../../domain/ids.ts';
import { OWING_STATUSES } from '../../domain/intents/intent-status.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import type { SentAmount } from '../../ports/payment-book.ts';
import type { Run } from '../database/database.ts';

/** How many intents that hold an amount for the same price are read, those with the latest expiry first. */
const READ_MAX = 1_000;

/** Those of these amounts that an intent other than theirs owes. `tail > 0` chooses the index. */
export async function findOwedByOthers<One extends SentAmount>(
  run: Run,
  network: string,
  sent: readonly One[],
): Promise<One[]> {
  const records = sent.map(({ address, asset, amount, firstSeenAtMs, intent }, position) => ({
    position,
    address,
    asset,
    amount: formatDecimal(amount),
    first_seen_at: new Date(firstSeenAtMs).toISOString(),
    intent_id: uuidOf(intent.id),
  }));
  const rows = await run<{ position: number }>(
    `SELECT position
     FROM jsonb_to_recordset($2::jsonb) AS sent (position integer, address text, asset text, amount numeric,
       first_seen_at timestamptz, intent_id uuid)
     CROSS JOIN LATERAL (
       SELECT FROM (
         SELECT merchant_id, livemode, other.intent_id FROM florin_data.target_keys AS other
         WHERE network = $1 AND other.address = sent.address AND other.asset = sent.asset AND tail > 0
           AND other.amount - tail = sent.amount AND held_until > first_seen_at AND other.intent_id <> sent.intent_id
         ORDER BY held_until DESC LIMIT ${READ_MAX}
       ) AS other
       WHERE (SELECT status FROM florin_data.payment_intents AS intent WHERE intent.merchant_id = other.merchant_id
         AND intent.livemode = other.livemode AND intent.id = other.intent_id) = ANY($3::text[])
       LIMIT 1
     ) AS owing`,
    [network, JSON.stringify(records), OWING_STATUSES],
  );
  const found = new Set(rows.map(({ position }) => position));
  return sent.filter((_, position) => found.has(position));
}
