import { LIMITS } from '../../domain/limits.ts';
import { confirmationsRequired } from '../../domain/payments/finality-requirement.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import type { NewTarget } from '../../ports/intents.ts';
import type { Database } from '../database/database.ts';
import { readTarget, TARGET_JSON } from '../intents/read-intent.ts';

/** The first targets of an intent: nobody else has their addresses. */
export interface FirstTargets {
  merchant: string;
  livemode: boolean;
  id: string;
  made: readonly (NewTarget & { network: string })[];
}

/**
 * Each intent is looked up by its key and locked like an intent whose targets are assigned alone. One that somebody else
 * has locked, or has given a target meanwhile, gets none here. The order keeps two statements from waiting for each other.
 */
const ASSIGN = `
WITH input AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (merchant uuid, mode boolean, intent uuid, network text, address text,
    required integer, assigned_at timestamptz, wallet text, wallet_index integer, decimals integer, requirement jsonb,
    coin_until timestamptz)
  ORDER BY merchant, mode, intent, network
), assigned AS (
  INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, required, assigned_at, wallet,
    wallet_index, decimals, requirement, matched_by, coin_until, watched_until)
  SELECT merchant_id, livemode, id, network, address, required, assigned_at, wallet, wallet_index, decimals, requirement,
    'address', coin_until, greatest(expires_at, assigned_at) + interval '${LIMITS.watchedDaysAfterExpiry} days'
  FROM input, LATERAL (
    SELECT merchant_id, livemode, id, expires_at FROM florin_data.payment_intents
    WHERE merchant_id = merchant AND livemode = mode AND id = intent LIMIT 1 FOR UPDATE SKIP LOCKED
  ) AS locked
  ON CONFLICT DO NOTHING RETURNING *
), named AS (
  INSERT INTO florin_data.target_keys (merchant_id, livemode, intent_id, network, key, kind, address, assigned_at)
  SELECT merchant_id, livemode, intent_id, network, address, 'address', address, assigned_at FROM assigned
)
SELECT intent_id, ${TARGET_JSON} AS target FROM assigned AS target LEFT JOIN florin_data.scans USING (network)
ORDER BY assigned_at, network`;

/** Assigns the first targets of several intents with one statement. Returns those of each intent that were assigned. */
export async function assignTogether(database: Database, views: readonly FirstTargets[]): Promise<AssignedTarget[][]> {
  const rows = await database.query<{ intent_id: string; target: Parameters<typeof readTarget>[0] }>({
    name: 'assign-together',
    text: ASSIGN,
    values: [JSON.stringify(views.flatMap(recordsOf))],
  });
  const assigned = new Map<string, AssignedTarget[]>(views.map(({ id }) => [id, []]));
  for (const { intent_id, target } of rows) assigned.get(intent_id)?.push(readTarget(target));
  return views.map(({ id }) => assigned.get(id) ?? []);
}

const recordsOf = ({ merchant, livemode, id, made }: FirstTargets) =>
  made.map(({ network, address, requirement, decimals, assignedAtMs, derived, coinUntilMs }) => ({
    merchant,
    mode: livemode,
    intent: id,
    network,
    address,
    required: confirmationsRequired(requirement),
    assigned_at: new Date(assignedAtMs),
    wallet: derived?.wallet,
    wallet_index: derived?.index,
    decimals,
    requirement,
    coin_until: coinUntilMs === undefined ? undefined : new Date(coinUntilMs),
  }));
