import { type IntentId, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { confirmationsRequired } from '../../domain/payments/finality-requirement.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import type { MakeTarget, NewTarget } from '../../ports/intents.ts';
import type { Run } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { readTarget, TARGET_JSON } from '../intents/read-intent.ts';

/** How many targets may already be assigned before a free one is found. Only targets from before migration 0007 need more than two. */
const ATTEMPTS_MAX = 100;

/** Locks the intent until its targets are written, so concurrent first views create them once. */
export async function assignTargets(
  run: Run,
  { merchant, livemode }: Tenancy,
  id: IntentId,
  networks: readonly string[],
  make: MakeTarget,
): Promise<AssignedTarget[]> {
  const key = [merchant, livemode, uuidOf(id)];
  const locked = await run(
    `SELECT 1 FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND id = $3 FOR UPDATE`,
    key,
  );
  if (locked.length === 0) return [];
  const known = await listTargets(run, key);
  const missing = networks.filter((network) => !known.some((target) => target.network === network));
  for (const network of missing) await assignTarget(run, key, network, make);
  return missing.length === 0 ? known : listTargets(run, key);
}

/** If the target belongs to another intent, the counter was restored from an old backup, so it skips all known indexes. */
async function assignTarget(run: Run, key: unknown[], network: string, make: MakeTarget): Promise<void> {
  let indexMin = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const made = await make(network, indexMin);
    if (await insertTarget(run, key, network, made)) return;
    indexMin = await nextIndex(run, key, made.derived?.wallet);
  }
  throw new Error(`${ATTEMPTS_MAX} targets on ${network} were already assigned`);
}

async function insertTarget(run: Run, key: unknown[], network: string, made: NewTarget): Promise<boolean> {
  const { address, reference, requirement, decimals, assignedAtMs, derived } = made;
  const inserted = await run(
    `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, reference, required,
       assigned_at, wallet, wallet_index, decimals, requirement, watched_until)
     SELECT merchant_id, livemode, id, $4, $5, $6, $7, $8, $9, $10, $11, $12,
       greatest(expires_at, $8) + interval '${LIMITS.watchedDaysAfterExpiry} days'
     FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND id = $3
     ON CONFLICT (network, coalesce(reference, address)) DO NOTHING RETURNING 1`,
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

async function listTargets(run: Run, key: unknown[]): Promise<AssignedTarget[]> {
  const rows = await run<{ target: Parameters<typeof readTarget>[0] }>(
    `SELECT ${TARGET_JSON} AS target FROM florin_data.targets LEFT JOIN florin_data.scans USING (network)
     WHERE merchant_id = $1 AND livemode = $2 AND intent_id = $3 ORDER BY assigned_at, network`,
    key,
  );
  return rows.map(({ target }) => readTarget(target));
}
