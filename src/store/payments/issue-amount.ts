import { formatDecimal, parseDecimal } from '../../domain/money/decimal.ts';
import { type CryptoAmount, subtract } from '../../domain/money/money.ts';
import { networkOf } from '../../domain/networks/network.ts';
import { amountKey } from '../../domain/payments/amount-key.ts';
import { siblingsOf } from '../../domain/wallets/wallet-family.ts';
import type { AmountOrder } from '../../ports/intents.ts';
import type { Run } from '../database/database.ts';
import { followIndexes } from '../database/follow-indexes.ts';
import type { UsedUpPrices } from './used-up-prices.ts';

/** How often another intent may be faster before this one does without an amount. Its next view tries again. */
const ATTEMPTS_MAX = 10;
/** Most often one of this many proposals is free, so the others are looked up only if it is not. */
const TRIED_FIRST = 16;
/** How many taken amounts a search for a gap reads. It may miss one among more, but the next search starts elsewhere. */
const SEARCHED_MAX = 10_000;

/** Who gets the amount, and for which address. */
export interface Recipient {
  /** The merchant, the mode and the intent, in the form of the database. */
  key: readonly unknown[];
  network: string;
  address: string;
}

/**
 * Issues an exact amount that no other intent of any merchant has on this address: the first proposal that is free, else any
 * amount of the range, else one that is free to reuse. If possible, nobody holds it at the same address on another network of
 * the family either: a payer who takes the wrong network must not pay for somebody else. False if there is none; then the
 * price is not searched again for some seconds. A transaction waits only for one that issues the same amount, and all of
 * them go through the networks in the same order, so none waits for another in a circle.
 */
export async function issueAmount(run: Run, usedUp: UsedUpPrices, to: Recipient, order: AmountOrder): Promise<boolean> {
  const { lowest, highest } = order.range;
  if (highest < lowest || usedUp.has(to, order)) return false;
  const siblings = siblingsOf(networkOf(to.network));
  if (await takeAny(run, to, order, siblings)) return true;
  if (siblings.length > 0 && (await reuse(run, to, order, siblings))) return true;
  if (await reuse(run, to, order, [])) return true;
  usedUp.add(to, order, await findRelease(run, to, order));
  return false;
}

/** Takes an amount that nobody ever had. False if none is found. */
async function takeAny(run: Run, to: Recipient, order: AmountOrder, siblings: readonly string[]): Promise<boolean> {
  const { lowest } = order.range;
  const proposed = [...order.proposals];
  const start = proposed.at(-1) ?? lowest;
  for (const others of siblings.length === 0 ? [[]] : [siblings, []]) {
    for (const amounts of [proposed.slice(0, TRIED_FIRST), proposed.slice(TRIED_FIRST)]) {
      if (await takeProposed(run, to, order, amounts, others)) return true;
    }
  }
  await followIndexes(run);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const gap = (await findGap(run, to, order, start)) ?? (await findGap(run, to, order, lowest));
    if (gap === undefined) break;
    if ((await takeFree(run, to, order, [gap], [])).isGiven) return true;
  }
  return false;
}

/** Takes the first of these amounts that is free, also if others are faster. */
async function takeProposed(
  run: Run,
  to: Recipient,
  order: AmountOrder,
  amounts: readonly CryptoAmount[],
  siblings: readonly string[],
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const { isFree, isGiven } = await takeFree(run, to, order, amounts, siblings);
    if (isGiven || !isFree) return isGiven;
  }
  return false;
}

/**
 * Takes the first of these amounts that nobody has here or holds on the other networks. It is not given if another
 * transaction takes it at the same time. Each key is looked up alone: without statistics, the planner would read a whole
 * network for many.
 */
async function takeFree(
  run: Run,
  { key, network, address }: Recipient,
  { asset, range, assignedAtMs, heldUntilMs }: AmountOrder,
  amounts: readonly CryptoAmount[],
  siblings: readonly string[],
): Promise<{ isFree: boolean; isGiven: boolean }> {
  const [row] = await run<{ free: boolean; given: boolean }>(
    `WITH free AS (
       SELECT key, amount FROM unnest($4::text[], $5::numeric[]) WITH ORDINALITY AS proposed (key, amount, position)
       WHERE (SELECT true FROM florin_data.target_keys AS taken
         WHERE taken.network = $6 AND taken.key = proposed.key) IS NULL
         AND (SELECT true FROM florin_data.target_keys AS taken
         WHERE taken.network = ANY($12::text[]) AND taken.key = proposed.key AND held_until > $10 LIMIT 1) IS NULL
       ORDER BY position LIMIT 1
     ), given AS (
       INSERT INTO florin_data.target_keys (merchant_id, livemode, intent_id, network, key, kind, address, asset, amount,
         tail, assigned_at, held_until)
       SELECT $1, $2, $3, $6, key, 'amount', $7, $8, amount, amount - $9::numeric, $10, $11 FROM free
       ON CONFLICT (network, key) DO NOTHING RETURNING 1
     )
     SELECT EXISTS (SELECT FROM free) AS free, EXISTS (SELECT FROM given) AS given`,
    [
      ...key,
      amounts.map((amount) => amountKey(address, asset, amount)),
      amounts.map(formatDecimal),
      network,
      address,
      asset,
      formatDecimal(range.due),
      new Date(assignedAtMs),
      new Date(heldUntilMs),
      siblings,
    ],
  );
  return { isFree: row?.free === true, isGiven: row?.given === true };
}

/** The first amount from here on that nobody has, if one of the next taken ones has a gap after it. */
async function findGap(
  run: Run,
  { network, address }: Recipient,
  { asset, range }: AmountOrder,
  from: CryptoAmount,
): Promise<CryptoAmount | undefined> {
  const { highest, step, round } = range;
  const [row] = await run<{ gap: string }>(
    `SELECT gap::text FROM (
       SELECT amount + CASE WHEN mod(amount + $4::numeric, $7::numeric) = 0 THEN 2 * $4::numeric ELSE $4 END AS gap,
         coalesce(lead(amount) OVER (ORDER BY amount),
           CASE WHEN row_number() OVER (ORDER BY amount) <= ${SEARCHED_MAX} THEN $6::numeric + $4 END) AS next
       FROM (
         SELECT $5::numeric AS amount
         UNION ALL
         (SELECT amount FROM florin_data.target_keys
          WHERE network = $1 AND address = $2 AND asset = $3 AND kind = 'amount' AND amount > $5 AND amount <= $6
          ORDER BY amount LIMIT ${SEARCHED_MAX})
       ) AS taken
     ) AS neighbor
     WHERE gap < next ORDER BY gap LIMIT 1`,
    [network, address, asset, ...[step, subtract(from, step), highest, round].map(formatDecimal)],
  );
  return row && parseDecimal(row.gap);
}

/** The amounts of an order's range that somebody has, with the parameters `rangeOf`. */
const TAKEN = `florin_data.target_keys WHERE network = $1 AND address = $2 AND asset = $3
         AND amount BETWEEN $4 AND $5 AND mod(amount, $6) <> 0`;

const rangeOf = ({ network, address }: Recipient, { asset, range, assignedAtMs }: AmountOrder): unknown[] => [
  network,
  address,
  asset,
  ...[range.lowest, range.highest, range.round].map(formatDecimal),
  new Date(assignedAtMs),
];

/**
 * Released, and the network was read that far: until then, a payment to the intent that had it may come to light. Nobody
 * holds it on the other networks.
 */
const RELEASED = `held_until <= $7 AND held_until <= (
          SELECT least(scanned_until, (lagging ->> $2)::timestamptz) FROM florin_data.scans WHERE network = $1)
        AND (SELECT true FROM florin_data.target_keys AS elsewhere WHERE elsewhere.network = ANY($13::text[])
          AND elsewhere.key = target_keys.key AND elsewhere.held_until > $7 LIMIT 1) IS NULL`;

/**
 * Takes over an amount that nobody can pay anymore for the intent that had it: the one of the same price that was released
 * first, else the one of another price. `tail > 0` and `kind = 'amount'` choose the index.
 */
async function reuse(run: Run, to: Recipient, order: AmountOrder, siblings: readonly string[]): Promise<boolean> {
  const taken = await run(
    `UPDATE florin_data.target_keys
     SET merchant_id = $9, livemode = $10, intent_id = $11, tail = amount - $8::numeric, assigned_at = $7, held_until = $12
     WHERE network = $1 AND key = coalesce(
       (SELECT key FROM ${TAKEN} AND tail > 0 AND amount - tail = $8 AND ${RELEASED}
        ORDER BY held_until, amount LIMIT 1 FOR UPDATE SKIP LOCKED),
       (SELECT key FROM ${TAKEN} AND kind = 'amount' AND ${RELEASED}
        ORDER BY held_until, amount LIMIT 1 FOR UPDATE SKIP LOCKED))
     RETURNING 1`,
    [...rangeOf(to, order), formatDecimal(order.range.due), ...to.key, new Date(order.heldUntilMs), siblings],
  );
  return taken.length > 0;
}

/** When the next amount of the same price is released. */
async function findRelease(run: Run, to: Recipient, order: AmountOrder): Promise<number> {
  const [row] = await run<{ held_until: Date }>(
    `SELECT held_until FROM ${TAKEN} AND tail > 0 AND amount - tail = $8 AND held_until > $7
     ORDER BY held_until LIMIT 1`,
    [...rangeOf(to, order), formatDecimal(order.range.due)],
  );
  return row?.held_until.getTime() ?? Number.POSITIVE_INFINITY;
}
