import { type IntentId, uuidOf } from '../../domain/ids.ts';
import { noFreeAmount, type Warning } from '../../domain/intents/warnings.ts';
import { LIMITS } from '../../domain/limits.ts';
import { networkOf } from '../../domain/networks/network.ts';
import { confirmationsRequired } from '../../domain/payments/finality-requirement.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import type { Derivation, MakeTarget, NewTarget, OrderAmount } from '../../ports/intents.ts';
import type { Run } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { readTarget, TARGET_JSON } from '../intents/read-intent.ts';
import { issueAmount } from './issue-amount.ts';
import type { UsedUpPrices } from './used-up-prices.ts';

/** How many targets may already be assigned before a free one is found. Only targets from before migration 0007 need more than two. */
const ATTEMPTS_MAX = 100;

interface Makers {
  make: MakeTarget;
  orderAmount: OrderAmount;
  usedUp: UsedUpPrices;
}

/** Locks the intent until its targets are written, so concurrent first views create them once. */
export async function assignTargets(
  run: Run,
  { merchant, livemode }: Tenancy,
  id: IntentId,
  networks: readonly string[],
  makers: Makers,
): Promise<AssignedTarget[]> {
  const key = [merchant, livemode, uuidOf(id)];
  const locked = await run(
    `SELECT 1 FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND id = $3 FOR UPDATE`,
    key,
  );
  if (locked.length === 0) return [];
  const known = new Map((await listTargets(run, key)).map((target) => [target.network, target]));
  const isNew = networks.some((network) => !known.has(network));
  const derived = isNew && known.size > 0 ? await listDerived(run, key) : [];
  let changed = false;
  for (const network of networks.toSorted()) {
    const target = known.get(network);
    const work = target ? renewAmount(run, key, target, makers) : assignTarget(run, key, network, makers, derived);
    changed = (await work) || changed;
  }
  return changed ? listTargets(run, key) : [...known.values()];
}

/** If the target belongs to another intent, the counter was restored from an old backup, so it skips all known indexes. */
async function assignTarget(
  run: Run,
  key: unknown[],
  network: string,
  makers: Makers,
  derived: Derivation[],
): Promise<boolean> {
  let indexMin = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const made = await makers.make(network, indexMin, derived);
    const target = { ...made, network, amounts: [] };
    if (made.matchedBy === 'amount' && !(await issueTo(run, key, target, makers)).isUsable) return false;
    if (await insertTarget(run, key, network, made)) {
      if (made.derived) derived.push(made.derived);
      if (made.matchedBy === 'reference') await issueTo(run, key, target, makers);
      return true;
    }
    indexMin = await nextIndex(run, key, made.derived?.wallet);
  }
  throw new Error(`${ATTEMPTS_MAX} targets on ${network} were already assigned`);
}

/** Gives a target another exact amount, if it needs one. It can be paid longer than those before. */
async function renewAmount(run: Run, key: unknown[], target: AssignedTarget, makers: Makers): Promise<boolean> {
  const { heldUntilMs } = await issueTo(run, key, target, makers);
  if (heldUntilMs === undefined) return false;
  await run(
    `UPDATE florin_data.targets SET coin_until = $5
     WHERE merchant_id = $1 AND livemode = $2 AND intent_id = $3 AND network = $4 AND coin_until < $5`,
    [...key, target.network, new Date(heldUntilMs)],
  );
  return true;
}

interface Issued {
  /** Until when the amount is held; undefined if the target got none. */
  heldUntilMs?: number;
  /** Whether a payment to the target can be matched. */
  isUsable: boolean;
}

/** Gives an exact amount to a target that needs one. */
async function issueTo(
  run: Run,
  key: unknown[],
  target: Parameters<OrderAmount>[0] & Pick<AssignedTarget, 'address'>,
  { orderAmount, usedUp }: Makers,
): Promise<Issued> {
  const order = orderAmount(target);
  if (!order) return { isUsable: false };
  const { network, address, matchedBy } = target;
  const isGiven = await issueAmount(run, usedUp, { key, network, address }, order);
  if (isGiven) return { heldUntilMs: order.heldUntilMs, isUsable: true };
  const isUsable = order.isOptional === true;
  if (matchedBy === 'amount' && !isUsable) await warn(run, key, noFreeAmount(networkOf(network).title));
  return { isUsable };
}

/** Adds a warning to the intent, once. */
async function warn(run: Run, key: unknown[], warning: Warning): Promise<void> {
  await run(
    `UPDATE florin_data.payment_intents SET warnings = warnings || $4::jsonb
     WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND NOT warnings @> $4::jsonb`,
    [...key, JSON.stringify([warning])],
  );
}

async function insertTarget(run: Run, key: unknown[], network: string, made: NewTarget): Promise<boolean> {
  const { address, reference, matchedBy, requirement, decimals, assignedAtMs, derived, coinUntilMs } = made;
  const inserted = await run(
    `WITH assigned AS (
       INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, reference, required,
         assigned_at, wallet, wallet_index, decimals, requirement, matched_by, coin_until, watched_until)
       SELECT merchant_id, livemode, id, $4, $5, CASE WHEN $13 = 'amount' THEN coalesce($6, id::text) ELSE $6 END, $7, $8,
         $9, $10, $11, $12, $13, $14, greatest(expires_at, $8) + interval '${LIMITS.watchedDaysAfterExpiry} days'
       FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND id = $3
       ON CONFLICT (network, coalesce(reference, address)) DO NOTHING RETURNING *
     ), named AS (
       INSERT INTO florin_data.target_keys (merchant_id, livemode, intent_id, network, key, kind, address, assigned_at)
       SELECT merchant_id, livemode, intent_id, network, coalesce(reference, address),
         CASE WHEN reference IS NULL THEN 'address' ELSE 'reference' END, address, assigned_at
       FROM assigned WHERE $13 <> 'amount' OR $6 IS NOT NULL
     )
     SELECT 1 FROM assigned`,
    [
      ...key,
      network,
      address,
      reference,
      confirmationsRequired(requirement),
      new Date(assignedAtMs),
      derived?.wallet,
      derived?.index,
      decimals,
      JSON.stringify(requirement),
      matchedBy,
      coinUntilMs === undefined ? null : new Date(coinUntilMs),
    ],
  );
  return inserted.length > 0;
}

async function nextIndex(run: Run, [merchant, livemode]: unknown[], wallet: string | undefined): Promise<number> {
  const [row] = await run<{ next: number | null }>(
    `SELECT max(wallet_index) + 1 AS next FROM florin_data.targets
     WHERE merchant_id = $1 AND livemode = $2 AND wallet = $3`,
    [merchant, livemode, wallet],
  );
  return row?.next ?? 0;
}

/** What the targets of the intent were derived from. */
async function listDerived(run: Run, key: unknown[]): Promise<Derivation[]> {
  return run<Derivation>(
    `SELECT wallet, wallet_index AS index FROM florin_data.targets
     WHERE merchant_id = $1 AND livemode = $2 AND intent_id = $3 AND wallet IS NOT NULL ORDER BY assigned_at, network`,
    key,
  );
}

async function listTargets(run: Run, key: unknown[]): Promise<AssignedTarget[]> {
  const rows = await run<{ target: Parameters<typeof readTarget>[0] }>(
    `SELECT ${TARGET_JSON} AS target FROM florin_data.targets AS target LEFT JOIN florin_data.scans USING (network)
     WHERE merchant_id = $1 AND livemode = $2 AND intent_id = $3 ORDER BY assigned_at, network`,
    key,
  );
  return rows.map(({ target }) => readTarget(target));
}
