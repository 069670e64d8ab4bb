import { runSql } from './run-sql.ts';
import { seedIntents } from './seed-intents.ts';
import type { Keys } from './start-server.ts';

/** Fills the tables with unpaid intents that stay open for a day and have a payment target on one network. */
export async function seedOpenIntents(
  url: string,
  keys: Keys,
  { network, count }: { network: string; count: number },
  signal: AbortSignal,
): Promise<void> {
  await seedIntents(url, keys, count, signal);
  await runSql(
    url,
    signal,
    `UPDATE florin_data.payment_intents SET status = 'requires_payment', expires_at = now() + interval '1 day'`,
  );
  await runSql(url, signal, `UPDATE florin_data.targets SET network = $1, watched_until = now() + interval '30 days'`, [
    network,
  ]);
  await runSql(url, signal, 'DELETE FROM florin_data.payments');
  for (const table of ['payment_intents', 'targets', 'payments'])
    await runSql(url, signal, `VACUUM (FULL, ANALYZE) florin_data.${table}`);
}
