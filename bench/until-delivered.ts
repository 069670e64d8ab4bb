import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from './run-sql.ts';

const LOOK_MS = 100;
const DELIVERED_MS_MAX = 300_000;

const UNFINISHED = `
SELECT 1 WHERE EXISTS (SELECT FROM florin_data.waiting_batches)
  OR EXISTS (SELECT FROM florin_data.search_queue)
  OR EXISTS (SELECT FROM florin_data.deliveries WHERE state = 'pending')`;

/**
 * Waits until every event has its number, every intent its search terms and every delivery its end. Then it does what the automatic vacuum would do, which
 * is off in the benchmark.
 */
export async function untilDelivered(databaseUrl: string, signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; (await runSql(databaseUrl, signal, UNFINISHED)).length > 0; waitedMs += LOOK_MS) {
    if (waitedMs > DELIVERED_MS_MAX) throw new Error(`Not delivered within ${DELIVERED_MS_MAX / 1_000} s.`);
    await sleep(LOOK_MS, undefined, { signal });
  }
  await runSql(
    databaseUrl,
    signal,
    'VACUUM (ANALYZE) florin_data.waiting_batches, florin_data.search_queue, florin_data.deliveries',
  );
}
