import { type IntentId, uuidOf } from '../domain/ids.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Target } from '../domain/payment.ts';
import type { MakeTarget } from '../ports.ts';
import type { Tenancy } from './change-intent.ts';
import type { Run } from './database.ts';
import { readTarget } from './read-intent.ts';

/** The intent stays locked until its places are written, so that of many first views one makes them. */
export async function assignTargets(
  run: Run,
  { merchant, livemode }: Tenancy,
  id: IntentId,
  networks: readonly string[],
  make: MakeTarget,
): Promise<Target[]> {
  const key = [merchant, livemode, uuidOf(id)];
  await run(
    `SELECT 1 FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND id = $3 FOR UPDATE`,
    key,
  );
  const known = await listTargets(run, key);
  const missing = networks.filter((network) => !known.some((target) => target.network === network));
  for (const network of missing) {
    const { address, reference, required, decimals, assignedAtMs } = await make(network);
    await run(
      `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, reference, required,
         decimals, assigned_at, watched_until)
       SELECT merchant_id, livemode, id, $4, $5, $6, $7, $8, $9,
         greatest(expires_at, $9) + interval '${LIMITS.watchedDaysAfterExpiry} days'
       FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND id = $3`,
      [...key, network, address, reference, required, decimals, new Date(assignedAtMs)],
    );
  }
  return missing.length === 0 ? known : listTargets(run, key);
}

async function listTargets(run: Run, key: unknown[]): Promise<Target[]> {
  const rows = await run<{ target: Parameters<typeof readTarget>[0] }>(
    `SELECT json_build_object('network', network, 'address', address, 'reference', reference, 'required', required,
       'decimals', decimals, 'assignedAt', assigned_at, 'scannedUntil', scanned_until) AS target
     FROM florin_data.targets LEFT JOIN florin_data.scans USING (network)
     WHERE merchant_id = $1 AND livemode = $2 AND intent_id = $3 ORDER BY assigned_at, network`,
    key,
  );
  return rows.map(({ target }) => readTarget(target));
}
