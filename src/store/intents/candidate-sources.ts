import { parseId, uuidOf } from '../../domain/ids.ts';
import { amountRange, networkRange, searchRange, type TermRange } from '../../domain/intents/search-terms.ts';
import type { IntentFilter } from '../../ports/intents.ts';

/** A statement in parts: adds a value and returns its placeholder. */
export type Bind = (value: unknown) => string;

/**
 * Where the intents of a filter can be read from, newest first: an index that has them in this order. `$1` and `$2` are
 * merchant and mode, and `$3` and `$4` the lowest ID and the one above all wanted.
 */
export type Source = (bind: Bind, limit: number) => string;

const INTENTS = 'FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2';

/** A column that has an index with the ID behind it. Comparing both together leaves the planner no other index. */
const byColumn =
  (column: 'status' | 'asset', value: string): Source =>
  (bind, limit) => {
    const wanted = bind(value);
    return `SELECT id ${INTENTS} AND (${column}, id) >= (${wanted}, $3) AND (${column}, id) < (${wanted}, $4)
      ORDER BY ${column} DESC, id DESC LIMIT ${limit}`;
  };

const byOrder =
  (orderId: string): Source =>
  (bind, limit) => {
    const wanted = bind(orderId);
    return `SELECT id ${INTENTS} AND order_id IS NOT NULL AND (order_id, id) >= (${wanted}, $3)
      AND (order_id, id) < (${wanted}, $4) ORDER BY order_id DESC, id DESC LIMIT ${limit}`;
  };

/** The database lowercases both sides, because the result depends on its locale. Its index compares bytes. */
export const byEmail =
  (email: string): Source =>
  (bind, limit) => {
    const wanted = `lower(${bind(email)})`;
    return `SELECT id ${INTENTS} AND lower(customer_email) ~>=~ ${wanted} AND lower(customer_email) ~<=~ ${wanted}
      AND id >= $3 AND id < $4 ORDER BY lower(customer_email) USING ~>~, id DESC LIMIT ${limit}`;
  };

/** One segment after the other, newest first, until there are enough. */
const byTerms =
  ({ from, below }: TermRange): Source =>
  (bind, limit) =>
    `SELECT found.intent_id AS id FROM florin_data.search_segments AS segment CROSS JOIN LATERAL (
       SELECT intent_id FROM florin_data.search_terms AS term
       WHERE term.segment = segment.number AND term >= ${bind(from)} AND term < ${bind(below)}
         AND intent_id >= $3 AND intent_id < $4
       GROUP BY intent_id ORDER BY intent_id DESC LIMIT ${limit}) AS found
     WHERE merchant_id = $1 AND livemode = $2 AND first_intent < $4 AND last_intent >= $3
     ORDER BY first_intent DESC, intent_id DESC LIMIT ${limit}`;

const byId =
  (uuid: string): Source =>
  (bind) =>
    `SELECT id ${INTENTS} AND id = ${bind(uuid)} AND id >= $3 AND id < $4`;

/** Terms follow an intent by a moment. Until then, it is found by its whole ID and order ID. */
const byText =
  (text: string, range: TermRange): Source =>
  (bind, limit) => {
    const id = parseId('pi', text) ?? parseId('pi', `pi_${text}`);
    return `SELECT id FROM (
       (${byTerms(range)(bind, limit)})
       UNION (${byOrder(text)(bind, limit)})
       ${id === undefined ? '' : `UNION (${byId(uuidOf(id))(bind, limit)})`}) AS found
     ORDER BY id DESC LIMIT ${limit}`;
  };

export const newest: Source = (_bind, limit) =>
  `SELECT id ${INTENTS} AND id >= $3 AND id < $4 ORDER BY id DESC LIMIT ${limit}`;

/** Every source of a filter. The first ones are expected to be the shortest. */
export function sourcesOf(filter: IntentFilter): Source[] {
  const { email, orderId, search, amount, network, status, asset } = filter;
  const range = search === undefined ? undefined : searchRange(search);
  return [
    ...(orderId === undefined ? [] : [byOrder(orderId)]),
    ...(email === undefined ? [] : [byEmail(email)]),
    ...(search === undefined || range === undefined ? [] : [byText(search.trim(), range)]),
    ...(status === undefined ? [] : [byColumn('status', status)]),
    ...(asset === undefined ? [] : [byColumn('asset', asset)]),
    ...(network === undefined ? [] : [byTerms(networkRange(network))]),
    ...(amount === undefined ? [] : [byTerms(amountRange(amount.currency, amount.min, amount.max))]),
  ];
}
