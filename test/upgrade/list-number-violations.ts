import { runSql } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';

const RULES: readonly { rule: string; sql: string }[] = [
  {
    rule: 'numbers have a gap',
    sql: `SELECT merchant_id FROM florin_data.numbered_events FULL JOIN florin_data.event_counters USING (merchant_id, livemode)
          GROUP BY merchant_id, livemode, last_number
          HAVING count(number) <> last_number OR min(number) <> 1 OR max(number) <> last_number`,
  },
  {
    rule: 'an event has two numbers',
    sql: `SELECT intent_id FROM florin_data.numbered_events WHERE intent_id IS NOT NULL
          GROUP BY merchant_id, livemode, intent_id, sequence HAVING count(*) > 1`,
  },
  {
    rule: 'events of an intent are numbered out of order, or some are missing',
    sql: `SELECT intent_id FROM (
            SELECT merchant_id, livemode, intent_id, sequence,
              sequence - row_number() OVER (PARTITION BY merchant_id, livemode, intent_id ORDER BY number) AS shift
            FROM florin_data.numbered_events WHERE intent_id IS NOT NULL) AS numbered
          JOIN florin_data.payment_intents AS intent USING (merchant_id, livemode) WHERE intent.id = intent_id
          GROUP BY merchant_id, livemode, intent_id, intent.sequence
          HAVING count(DISTINCT numbered.shift) > 1 OR max(numbered.sequence) <> intent.sequence`,
  },
];

/** Waits until every event has its number, and lists what is wrong with the numbers of a database. */
export async function listNumberViolations(url: string): Promise<string[]> {
  await waitUntil('every event has its number', async () => {
    const waiting = await runSql(url, 'SELECT FROM florin_data.waiting_events LIMIT 1');
    return waiting.length === 0;
  });
  const found = await Promise.all(
    RULES.map(async ({ rule, sql }) => {
      const rows = await runSql(url, sql);
      return rows.map((row) => `${rule}: ${Object.values(row).join(' ')}`);
    }),
  );
  return found.flat();
}
