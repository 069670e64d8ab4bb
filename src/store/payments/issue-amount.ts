import { formatDecimal, parseDecimal } from '../../domain/money/decimal.ts';
import { type CryptoAmount, subtract } from '../../domain/money/money.ts';
import { amountKey } from '../../domain/payments/amount-key.ts';
import type { AmountOrder } from '../../ports/intents.ts';
import type { Run } from '../database/database.ts';

/** How often another intent may be faster before this one does without an amount. Its next view tries again. */
const ATTEMPTS_MAX = 10;
/** Most often one of this many proposals is free, so the others are looked up only if it is not. */
const TRIED_FIRST = 16;
/** How many taken amounts a search for a gap reads. */
const SEARCHED_MAX = 10_000;

/** Who gets the amount, and for which address. */
export interface Recipient {
  /** The merchant, the mode and the intent, in the form of the database. */
  key: readonly unknown[];
  network: string;
  address: string;
}

/**
 * Issues an exact amount that no other intent of any merchant has on this address: the first proposal that is free, else any amount of
 * the range, else the one that has been free to reuse for the longest time. False if there is none. A transaction waits
 * only for one that issues the same amount, and all of them go through the networks in the same order, so none waits
 * for another in a circle.
 */
export async function issueAmount(run: Run, to: Recipient, order: AmountOrder): Promise<boolean> {
  const { lowest, highest } = order.range;
  const proposed = [...order.proposals];
  const start = proposed.at(-1);
  if (start === undefined || highest < lowest) return false;
  for (const amounts of [proposed.slice(0, TRIED_FIRST), proposed.slice(TRIED_FIRST)]) {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const { isFree, isGiven } = await takeFree(run, to, order, amounts);
      if (isGiven) return true;
      if (!isFree) break;
    }
  }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const gap = (await findGap(run, to, order, start)) ?? (await findGap(run, to, order, lowest));
    if (gap === undefined) break;
    if ((await takeFree(run, to, order, [gap])).isGiven) return true;
  }
  return reuse(run, to, order);
}

/** Takes the first of these amounts that nobody has. It is not given if another transaction takes it at the same time. */
async function takeFree(
  run: Run,
  { key, network, address }: Recipient,
  { asset, range, assignedAtMs, heldUntilMs }: AmountOrder,
  amounts: readonly CryptoAmount[],
): Promise<{ isFree: boolean; isGiven: boolean }> {
  const [row] = await run<{ free: boolean; given: boolean }>(
    `WITH taken AS MATERIALIZED (
       SELECT key FROM florin_data.target_keys WHERE network = $6 AND key = ANY($4::text[])
     ), free AS (
       SELECT key, amount FROM unnest($4::text[], $5::numeric[]) WITH ORDINALITY AS proposed (key, amount, position)
       WHERE key NOT IN (SELECT key FROM taken)
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
    ],
  );
  return { isFree: row?.free === true, isGiven: row?.given === true };
}

/** The first amount from here on that is not among the next taken ones. It may be taken after the last one that was read. */
async function findGap(
  run: Run,
  { network, address }: Recipient,
  { asset, range }: AmountOrder,
  from: CryptoAmount,
): Promise<CryptoAmount | undefined> {
  const { highest, step } = range;
  const [row] = await run<{ gap: string }>(
    `SELECT (amount + $4::numeric)::text AS gap FROM (
       SELECT amount, lead(amount) OVER (ORDER BY amount) AS next FROM (
         SELECT $5::numeric AS amount
         UNION ALL
         (SELECT amount FROM florin_data.target_keys
          WHERE network = $1 AND address = $2 AND asset = $3 AND kind = 'amount' AND amount > $5 AND amount <= $6
          ORDER BY amount LIMIT ${SEARCHED_MAX})
       ) AS taken
     ) AS neighbor
     WHERE coalesce(next, $6::numeric + $4) > amount + $4 ORDER BY amount LIMIT 1`,
    [network, address, asset, formatDecimal(step), formatDecimal(subtract(from, step)), formatDecimal(highest)],
  );
  return row && parseDecimal(row.gap);
}

/** Takes over an amount that nobody can pay any more for the intent that had it. */
async function reuse(
  run: Run,
  { key, network, address }: Recipient,
  { asset, range, assignedAtMs, heldUntilMs }: AmountOrder,
): Promise<boolean> {
  const { due, lowest, highest } = range;
  const taken = await run(
    `UPDATE florin_data.target_keys
     SET merchant_id = $1, livemode = $2, intent_id = $3, tail = amount - $9::numeric, assigned_at = $10, held_until = $11
     WHERE network = $4 AND key = (
       SELECT key FROM florin_data.target_keys
       WHERE network = $4 AND address = $5 AND asset = $6 AND kind = 'amount' AND amount BETWEEN $7 AND $8
         AND held_until <= $10
       ORDER BY held_until, amount LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [
      ...key,
      network,
      address,
      asset,
      formatDecimal(lowest),
      formatDecimal(highest),
      formatDecimal(due),
      new Date(assignedAtMs),
      new Date(heldUntilMs),
    ],
  );
  return taken.length > 0;
}
