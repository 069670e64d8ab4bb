import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import { OWING_STATUSES } from '../../domain/intents/intent-status.ts';
import { LIMITS } from '../../domain/limits.ts';
import { formatDecimal, parseDecimal } from '../../domain/money/decimal.ts';
import { networkOf } from '../../domain/networks/network.ts';
import { amountKey } from '../../domain/payments/amount-key.ts';
import { siblingsOf } from '../../domain/wallets/wallet-family.ts';
import type { Suggestion, UnmatchedTransfer } from '../../ports/transfers.ts';
import type { Database } from '../database/database.ts';
import { followIndexes } from '../database/follow-indexes.ts';
import type { Tenancy } from '../intents/change-intent.ts';

/** How many known amounts are read above a transfer's own and below it. Most of them may be free again. */
const READ_MAX = 1_000;
/** How many of them, the nearest that are held, are looked up by their intents. */
const HELD_MAX = 50;

/** The amounts that were issued where a transfer arrived. `kind = 'amount'` or `tail > 0` chooses the index. */
const ISSUED = `florin_data.target_keys WHERE network = wanted.network AND address = wanted.address
                      AND asset = wanted.asset AND merchant_id = $1 AND livemode = $2`;

/** In the order of an index. */
const AMOUNTS = `SELECT merchant_id, livemode, intent_id, amount, false AS is_due, held_until FROM ${ISSUED}
                      AND kind = 'amount'`;

interface Row {
  transfer_id: string;
  intent_id: string;
  amount: string;
  network: string;
}

/**
 * The intents to which exactly this amount was issued on another network that the same wallet serves. The limit makes the
 * planner look each key up: without statistics, it would read all targets of the merchant.
 */
const ELSEWHERE = `SELECT intent_id, amount, network, false AS is_due, true AS is_elsewhere
                  FROM unnest(wanted.siblings) AS sibling (network)
                  CROSS JOIN LATERAL (
                    SELECT intent_id, amount FROM florin_data.target_keys AS given
                    WHERE given.network = sibling.network AND given.key = wanted.key AND amount IS NOT NULL
                      AND merchant_id = $1 AND livemode = $2 LIMIT 1
                  ) AS given
                  WHERE (SELECT watched_until FROM florin_data.targets AS target
                    WHERE target.merchant_id = $1 AND target.livemode = $2 AND target.intent_id = given.intent_id
                      AND target.network = sibling.network) > $4`;

const NEAREST = `SELECT wanted.id AS transfer_id, nearest.intent_id, nearest.amount, nearest.network
  FROM jsonb_to_recordset($3::jsonb)
    AS wanted (id uuid, network text, siblings text[], address text, asset text, amount numeric, key text)
  CROSS JOIN LATERAL (
    SELECT intent_id, amount, network, is_due, is_elsewhere, abs(amount - wanted.amount) AS distance FROM (
      SELECT DISTINCT ON (intent_id) * FROM (
        (${ELSEWHERE})
        UNION ALL
        SELECT held.intent_id, held.amount, wanted.network, held.is_due, false FROM (
          SELECT merchant_id, livemode, intent_id, amount, is_due FROM (
            (${AMOUNTS} AND amount >= wanted.amount ORDER BY amount LIMIT $5)
            UNION ALL
            (${AMOUNTS} AND amount < wanted.amount ORDER BY amount DESC LIMIT $5)
            UNION ALL
            (SELECT merchant_id, livemode, intent_id, amount - tail, true, held_until FROM ${ISSUED}
               AND tail > 0 AND amount - tail = wanted.amount AND held_until > $4
               ORDER BY held_until DESC LIMIT $6)
          ) AS known
          WHERE held_until > $4 ORDER BY abs(amount - wanted.amount), is_due LIMIT $6
        ) AS held
        JOIN florin_data.payment_intents AS intent
          ON (intent.merchant_id, intent.livemode, intent.id) = (held.merchant_id, held.livemode, held.intent_id)
        WHERE intent.status = ANY($8::text[])
      ) AS suggested
      ORDER BY intent_id, is_elsewhere DESC, abs(amount - wanted.amount), is_due
    ) AS by_intent
    ORDER BY is_elsewhere DESC, distance, is_due, intent_id LIMIT $7
  ) AS nearest
  ORDER BY wanted.id, nearest.is_elsewhere DESC, nearest.distance, nearest.is_due, nearest.intent_id`;

/**
 * The nearest amounts that open intents hold, and those intents that owe exactly what arrived: their payers may have sent
 * the price instead of the exact amount. First those to which exactly this amount was issued on another network.
 */
export async function listSuggestions(
  database: Database,
  { merchant, livemode }: Tenancy,
  transfers: readonly UnmatchedTransfer[],
  nowMs: number,
): Promise<Suggestion[]> {
  const wanted = transfers.map(({ id, network, address, asset = '', amount }) => ({
    id: uuidOf(id),
    network,
    siblings: siblingsOf(networkOf(network)),
    address,
    asset,
    amount: formatDecimal(amount),
    key: amountKey(address, asset, amount),
  }));
  const values = [
    merchant,
    livemode,
    JSON.stringify(wanted),
    new Date(nowMs),
    READ_MAX,
    HELD_MAX,
    LIMITS.suggestionsMax,
    OWING_STATUSES,
  ];
  const rows = await database.transaction(async (run) => {
    await followIndexes(run);
    return run<Row>(NEAREST, values);
  });
  return rows.map(({ transfer_id, intent_id, amount, network }) => ({
    transferId: idFromUuid('tr', transfer_id),
    intentId: idFromUuid('pi', intent_id),
    amount: parseDecimal(amount),
    network,
  }));
}
