import { runSql } from './run-sql.ts';

/** One intent as stored: its ID, and the variables of `single-insert.sql`. */
export interface StoredRow {
  id: string;
  values: Record<string, string>;
}

/** Reads the newest intent with its idempotency key, every value as text. */
export async function readStoredRow(url: string, signal: AbortSignal): Promise<StoredRow> {
  const [row] = await runSql<Record<string, string> & { id: string }>(
    url,
    signal,
    `SELECT i.id, i.merchant_id, status, total_amount::text, tax_amount::text, tax_percent::text, currency, asset,
            crypto_amount::text, warnings::text, request_body, policy::text, answer
     FROM (SELECT * FROM florin_data.payment_intents ORDER BY id DESC LIMIT 1) AS i
     JOIN florin_data.idempotency_keys AS k ON k.intent_id = i.id`,
  );
  if (!row) throw new Error('The service has not stored anything.');
  const { id, ...values } = row;
  return { id, values };
}

const TABLES = { payment_intents: 'id', events: 'intent_id', idempotency_keys: 'intent_id' } as const;

/**
 * Checks that `single-insert.sql` and the service fill the same columns. A difference, for example after a migration, would
 * make the comparison unfair.
 */
export async function compareStoredRows(url: string, signal: AbortSignal, ids: readonly string[]): Promise<void> {
  for (const [table, column] of Object.entries(TABLES)) {
    const rows = await runSql<{ filled: string }>(
      url,
      signal,
      `SELECT DISTINCT (SELECT string_agg(key, ', ') FROM jsonb_each(to_jsonb(t)) WHERE value <> 'null') AS filled
       FROM florin_data.${table} AS t WHERE ${column} = ANY ($1)`,
      [ids],
    );
    if (rows.length !== 1) {
      const lists = rows.map((row) => row.filled).join('\n');
      throw new Error(`pgbench and the service do not fill the same columns of ${table}:\n${lists}`);
    }
  }
}
